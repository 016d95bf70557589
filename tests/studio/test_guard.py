"""Only the studio's own pages, under its own address, are answered."""

from __future__ import annotations

import re

import httpx
import pytest

from evobool.studio.guard import Guard
from evobool.studio.site import PAGES, static_files


@pytest.mark.parametrize(
    "host", ["evil.example", "127.0.0.1", "127.0.0.1:1", "localhost.evil.example", "", "[::2]"]
)
def test_a_foreign_host_is_refused(client: httpx.Client, host: str) -> None:
    assert client.get("/run", headers={"host": host}).status_code in (400, 421)


def test_our_own_names_are_welcome(client: httpx.Client) -> None:
    port = client.base_url.port
    for name in ("127.0.0.1", "localhost", "LOCALHOST", "[::1]"):
        assert client.get("/run", headers={"host": f"{name}:{port}"}).status_code == 200


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "http://evil.example"},
        {"origin": "null"},
        {"origin": "https://127.0.0.1"},
        {"sec-fetch-site": "cross-site", "sec-fetch-mode": "cors"},
        {"sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors"},
        {"sec-fetch-site": "same-site", "sec-fetch-mode": "cors"},
    ],
)
def test_pages_of_other_sites_get_nothing(client: httpx.Client, headers: dict[str, str]) -> None:
    reply = client.get("/api/run", params={"n": 4}, headers=headers)
    assert reply.status_code == 403
    assert "access-control-allow-origin" not in reply.headers


def test_our_own_origin_and_a_link_from_elsewhere_are_welcome(client: httpx.Client) -> None:
    own = {"origin": str(client.base_url).rstrip("/"), "sec-fetch-site": "same-origin"}
    assert client.get("/api/check", params={"n": 4}, headers=own).status_code == 200
    followed = {"sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate"}
    assert client.get("/run", headers=followed).status_code == 200


def test_open_to_the_network_any_address_is_a_host_but_no_name_is() -> None:
    guard = Guard(lambda scope, receive, send: None, "0.0.0.0", 8421)  # type: ignore[arg-type, return-value]
    assert guard.welcome("192.0.2.7:8421")
    assert guard.welcome("[2001:db8::1]:8421")
    assert not guard.welcome("evil.example:8421")
    assert not guard.welcome("192.0.2.7:80")
    assert not Guard(guard.app, "127.0.0.1", 8421).welcome("192.0.2.7:8421")


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "OPTIONS", "PATCH"])
def test_only_get(client: httpx.Client, method: str) -> None:
    assert client.request(method, "/api/check?n=4").status_code == 405


def test_long_addresses_are_refused(client: httpx.Client) -> None:
    assert client.get("/api/check", params={"target": "x" * 9000}).status_code == 414
    assert client.get("/" + "x" * 9000).status_code == 414


@pytest.mark.parametrize("path", [*PAGES, "/api/check?n=4", "/nothing", "/static/player/player.css"])
def test_every_answer_has_a_strict_policy(client: httpx.Client, path: str) -> None:
    headers = client.get(path).headers
    policy = headers["content-security-policy"]
    assert policy.startswith("default-src 'none'; script-src 'self'; style-src 'self';")
    assert "unsafe" not in policy
    assert headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize("path", PAGES)
def test_pages_have_no_script_and_no_style_of_their_own(client: httpx.Client, path: str) -> None:
    text = client.get(path).text
    for attributes, inside in re.findall(r"<script([^>]*)>(.*?)</script>", text, flags=re.DOTALL):
        assert "src=" in attributes or 'type="application/json"' in attributes
        assert "<" not in inside
    assert "<style" not in text
    assert " style=" not in text
    assert not re.search(r"\son\w+=", text.split('<script type="application/json"')[0])
    for name in re.findall(r'/static/([^"]+)"', text):
        assert client.get(f"/static/{name}").status_code == 200
        assert name in static_files()


@pytest.mark.parametrize(
    "path",
    [
        "/static/../server.py",
        "/static/%2e%2e/server.py",
        "/static/page.py",
        "/picture/..%2fruns.db",
        "/picture/x",
    ],
)
def test_no_other_file_is_ever_given(client: httpx.Client, path: str) -> None:
    assert client.get(path).status_code == 404
