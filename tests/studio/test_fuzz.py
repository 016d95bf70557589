"""Bad requests are refused; none makes the studio stumble."""

from __future__ import annotations

import logging
from random import Random
from urllib.parse import quote

import httpx
import pytest

from evobool.model.settings.setting import FIELDS
from evobool.studio.site import PAGES

PATHS = [
    *PAGES,
    *("/", "/api/check", "/api/run", "/api/many", "/api/neighbourhood", "/api/study", "/api/study/table"),
    *("/api/study/curves", "/api/study/cell", "/api/paper", "/download/summary.csv", "/download/runs.csv"),
    *("/download/plot.svg", "/picture/figure2-T.svg", "/static/player/player.js", "/api", "/api/none"),
    *("//", "/%00"),
]
NAMES = [
    *FIELDS,
    *("seed", "index", "engine", "runs", "tree", "cell", "source", "rows", "columns", "value", "x", "y"),
    *("group", "law", "first", "b.limit", "b.n", "b.", "where.n", "where.", "plugin", "__class__", "", "N"),
]
VALUES = [
    *(
        "",
        "0",
        "-1",
        "1",
        "4",
        "8",
        "1e9",
        "9" * 400,
        "0x10",
        "4.5",
        "nan",
        "inf",
        "None",
        "true",
        "none",
        "all",
    ),
    *(
        "n",
        "n+1",
        "n^n^n",
        "2^99999",
        "(((((",
        "n" * 300,
        "x1",
        "x0",
        "x99999999999",
        "x1 &",
        "~" * 900 + "x1",
    ),
    *(
        "(" * 500 + "x1" + ")" * 500,
        "x1 & " * 200 + "x1",
        "and",
        "and:0",
        "and:99",
        "mux",
        "xor",
        "majority:3",
    ),
    *("and,or", "and,,", ",", "fixed:", "fixed:-1", "fixed:99999", "complete:3", "1:1", "0:0:0", "1:1:1e9"),
    *(
        "../../etc/passwd",
        "<script>alert(1)</script>",
        "'; DROP TABLE run; --",
        "\x00",
        "\u202e",
        "é" * 50,
        "💥",
    ),
    *(
        "store",
        "report",
        "T",
        "B",
        "median",
        "best",
        "n log n",
        "limit",
        "limit,deletion",
        "reference",
        "exact",
    ),
]


def request(draw: Random) -> tuple[str, dict[str, str]]:
    """A bad request: mostly a path of ours with words that do not belong there."""
    path = draw.choice(PATHS)
    if draw.random() < 0.05:
        path = "/" + "".join(chr(draw.randrange(33, 0x250)) for _ in range(draw.randrange(30)))
    pairs = [(draw.choice(NAMES), draw.choice(VALUES)) for _ in range(draw.randrange(6))]
    if draw.random() < 0.5:
        pairs.append(("n", draw.choice(["3", "4"])))
        pairs.append(("max_iterations", "50"))
    if path == "/api/many":
        pairs.append(("runs", "2"))
    query = "&".join(f"{quote(name)}={quote(value)}" for name, value in pairs)
    if draw.random() < 0.05:
        query = "".join(chr(draw.randrange(33, 127)) for _ in range(draw.randrange(80)))
    headers = {}
    if draw.random() < 0.1:
        headers = {
            draw.choice(["origin", "accept", "range", "sec-fetch-site"]): draw.choice(
                ["x", "null", "*/*", "0-"]
            )
        }
    return f"{quote(path, safe='/%:')}?{query}", headers


def bombard(client: httpx.Client, seed: int, count: int, caplog: pytest.LogCaptureFixture) -> None:
    draw = Random(seed)
    with caplog.at_level(logging.ERROR):
        for _ in range(count):
            path, headers = request(draw)
            reply = client.get(path, headers=headers)
            assert reply.status_code < 500, path
            assert "Traceback" not in reply.text, path
    assert not caplog.records
    assert client.get("/run").status_code == 200


def test_a_few_bad_requests(client: httpx.Client, caplog: pytest.LogCaptureFixture) -> None:
    bombard(client, 1, 300, caplog)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2, 12))
def test_ten_thousand_bad_requests(client: httpx.Client, caplog: pytest.LogCaptureFixture, seed: int) -> None:
    bombard(client, seed, 1_000, caplog)
