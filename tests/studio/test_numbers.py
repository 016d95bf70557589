"""Numbers in addresses: what is none is refused at its field, wherever it stands."""

from __future__ import annotations

import httpx
import pytest

from tests.support.serving import streamed

ODD = ("-+5", "+-5", "--5", "++5", "5-", "1__0", "٣", "5.0", "1e3", "0xg")


@pytest.mark.parametrize("text", ODD)
@pytest.mark.parametrize("name", ["n", "max_iterations", "offspring", "index", "seed"])
def test_the_form_is_told_the_field(client: httpx.Client, name: str, text: str) -> None:
    reply = client.get("/api/check", params={"n": "4"} | {name: text})
    assert reply.status_code == 200, "an answer for the form"
    assert reply.json() == {"refused": {"field": name, "value": text, "why": "must be an integer"}}


@pytest.mark.parametrize("text", ODD)
def test_streams_and_cells_are_told_too(client: httpx.Client, text: str) -> None:
    for path, name in (("/api/run", "index"), ("/api/many", "runs"), ("/api/many", "b.n")):
        told = streamed(client, path, **{"n": 4, name: text})
        assert told["refused"] == {"field": name, "value": text, "why": "must be an integer"}
    found = client.get("/api/study/cell", params={"cell": "x", "first": text}).json()
    assert found["refused"]["field"] == "first"


def test_signs_that_mean_something(client: httpx.Client) -> None:
    assert "refused" not in client.get("/api/check", params={"n": "+4", "index": "+5"}).json()
    found = client.get("/api/check", params={"n": "4", "index": "-5"}).json()
    assert found["refused"]["why"] == "must be at least 0"
