"""Studies and the paper: what is shown is what the store holds, and the store is only read."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import httpx
import polars
import pytest

from evobool import Results, Study, grid
from evobool.paper.parts import PARTS
from evobool.paper.published import published_tables
from evobool.studio.server import Studio
from tests.support.serving import events, serving, streamed


def get(client: httpx.Client, path: str, **words: object) -> dict[str, Any]:
    reply = client.get(path, params={name.replace("__", "."): str(value) for name, value in words.items()})
    assert reply.status_code == 200
    found = reply.json()
    assert isinstance(found, dict)
    return found


def test_overview(client: httpx.Client, store: Path) -> None:
    found = get(client, "/api/study", source="store")
    assert (found["name"], found["runs"], found["settings"], found["seed"]) == (store.name, 240, 12, "1")
    assert found["fields"]["deletion"] == ["leaf", "subtree"]


@pytest.mark.parametrize("value", ["T", "S", "B", "evaluations", "ors_accepted"])
def test_the_table_is_that_of_study_show(client: httpx.Client, store: Path, value: str) -> None:
    found = get(client, "/api/study/table", source="store", value=value, where__deletion="leaf")
    frame = Results(store).pivot("n", "limit", value, {"deletion": "leaf"})
    expected = {
        (str(row["n"]), name.removeprefix("limit = ")): row[name]
        for row in frame.to_dicts()
        for name in frame.columns[1:]
    }
    assert {(cell["row"], cell["column"]): cell["value"] for cell in found["cells"]} == pytest.approx(
        expected
    )
    assert all(cell["low"] <= cell["value"] <= cell["high"] for cell in found["cells"])


def test_what_would_pool_settings_is_refused(client: httpx.Client) -> None:
    found = get(client, "/api/study/table", source="store")
    assert "also varies deletion" in found["refused"]["why"]
    assert (
        get(client, "/api/study/table", source="store", rows="n", columns="n")["refused"]["field"]
        == "columns"
    )


def test_curves_with_a_law(client: httpx.Client) -> None:
    words = {"source": "store", "x": "n", "y": "T", "group": "limit", "where__deletion": "subtree"}
    found = get(client, "/api/study/curves", **words, law="best")
    assert [curve["name"] for curve in found["curves"]] == ["limit n", "limit 2n"]
    assert all(len(curve["points"]) == 3 and curve["law"]["line"] for curve in found["curves"])
    assert get(client, "/api/study/curves", **words, law="n^9")["curves"][0]["refused"]


@pytest.fixture(scope="module")
def hard(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A study in which some runs of one setting fail."""
    path = tmp_path_factory.mktemp("hard") / "hard.db"
    settings = grid(n=[2, 6], target="majority", functions=("and", "or", "xor"), max_iterations=6000)
    Study(settings, runs=12, seed=1).collect(path)
    return path


def test_means_of_survivors_are_marked_with_the_share_that_failed(hard: Path) -> None:
    sample = next(iter(Results(hard).samples("T", {"n": 6})))
    assert 0 < sample.failed < sample.runs
    with serving(Studio(store=hard)) as address, httpx.Client(base_url=address, trust_env=False) as client:
        names = get(client, "/api/study")["values"]
        assert {"ert", "restricted", "median", "q05", "q95"} < set(names)
        found = get(client, "/api/study/table", source="store", value="T")
        assert [cell["survivors"] for cell in found["cells"]] == [False, True]
        assert found["caption"] == Results(hard).table("n", "limit", interval=True).caption
        assert "that succeeded" in found["caption"]
        of_all = get(client, "/api/study/table", source="store", value="ert")
        assert not any(cell["survivors"] for cell in of_all["cells"])
        drawn = get(client, "/api/study/curves", source="store", y="T")
        assert [point["survivors"] for point in drawn["curves"][0]["points"]] == [False, True]
        assert "that succeeded" in drawn["legend"]
        cell = get(client, "/api/study/cell", source="store", cell=found["cells"][1]["id"])
        assert cell["values"]["T"]["survivors"]
        assert cell["values"]["ert"]["value"] == pytest.approx(sample.ert)


def test_why_there_is_no_law_is_said_in_words_of_the_page(tmp_path: Path) -> None:
    settings = grid(n=[3, 4, 6], target="majority", functions=("and", "or", "xor"), max_iterations=6000)
    Study(settings, runs=12, seed=1).collect(tmp_path / "hard.db")
    words = {"source": "store", "x": "n", "y": "T", "group": "limit", "law": "best"}
    studio = Studio(store=tmp_path / "hard.db")
    with serving(studio) as address, httpx.Client(base_url=address, trust_env=False) as client:
        why = get(client, "/api/study/curves", **words)["curves"][0]["refused"]
    assert why.startswith("no law: its means leave out")
    assert why.endswith("choose ert or median above")
    assert "censored" not in why


def test_every_run_of_a_cell_can_be_replayed(client: httpx.Client) -> None:
    (first, *_) = get(client, "/api/study/table", source="store", where__deletion="leaf")["cells"]
    cell = get(client, "/api/study/cell", source="store", cell=first["id"])
    assert cell["total"] == len(cell["drawn"]) == 20
    assert [run["T"] for run in cell["runs"]] == [T for _, T, _, _ in cell["drawn"]]
    for run in cell["runs"][:5]:
        fields = {**cell["fields"], "functions": ",".join(cell["fields"]["functions"])}
        told = streamed(client, "/api/run", **fields, seed=cell["seed"], index=run["index"])
        assert told["ending"]["iterations"] == run["T"]
        assert told["ending"]["end"]["leaves"] == run["S"]
    assert (
        get(client, "/api/study/cell", source="store", cell=first["id"], first=15)["runs"][0]["index"] == 15
    )


@pytest.mark.parametrize(
    "words", [{"cell": "x"}, {"cell": ""}, {}, {"source": "/etc/passwd"}, {"first": "-1"}]
)
def test_no_other_cell_and_no_other_file(client: httpx.Client, words: dict[str, str]) -> None:
    assert "refused" in get(client, "/api/study/cell", **words)


def test_downloads(client: httpx.Client, store: Path) -> None:
    summary = client.get("/download/summary.csv", params={"source": "store"})
    assert summary.headers["content-disposition"] == 'attachment; filename="summary.csv"'
    assert len(polars.read_csv(io.StringIO(summary.text))) == 12
    key = next(iter(Results(store).settings()))
    runs = client.get("/download/runs.csv", params={"source": "store", "cell": key})
    assert len(polars.read_csv(io.StringIO(runs.text))) == 20
    picture = client.get(
        "/download/plot.svg", params={"source": "store", "where.deletion": "leaf", "law": "n log n"}
    )
    assert picture.text.startswith("<?xml")
    assert client.get("/download/plot.svg", params={"source": "store", "y": "Q"}).status_code == 400


def test_stores_stay_as_they_are(client: httpx.Client, store: Path) -> None:
    before = store.read_bytes()
    for path in ("/api/study", "/api/study/table", "/api/study/curves", "/download/summary.csv"):
        client.get(path, params={"source": "store", "where.deletion": "leaf"})
    assert store.read_bytes() == before


def test_a_study_that_grows_is_followed(tmp_path: Path) -> None:
    path = tmp_path / "growing.db"
    Study(grid(n=[3]), runs=5, seed=1).collect(path)
    with serving(Studio(store=path)) as address, httpx.Client(base_url=address, trust_env=False) as client:
        seen: list[int] = []
        with client.stream("GET", "/api/study/watch", timeout=60) as reply:
            for text in reply.iter_text():
                seen += [piece["runs"] for piece in events(text) if "runs" in piece]
                if len(seen) == 1:
                    Study(grid(n=[3]), runs=9, seed=1).collect(path)
                if 9 in seen:
                    break
        assert seen[0] == 5


def test_without_a_store_the_page_is_told(tmp_path: Path) -> None:
    with serving(Studio()) as address, httpx.Client(base_url=address, trust_env=False) as client:
        assert "--store" in get(client, "/api/study")["refused"]["why"]
        printed = get(client, "/api/paper")
        assert [table["title"][:7] for table in printed["tables"]] == ["Table 1", "Table 2", "Table 3"]
        cell = printed["tables"][0]["blocks"][0]["rows"][3]["cells"][1]
        published = published_tables()[1, 16, "n"]
        assert cell["paper"] == f"{published.T} ({published.T_sd})"
        assert client.get("/picture/figure2-T.svg").status_code == 404


def test_the_paper_and_the_runs_behind_each_cell(client: httpx.Client, report: Path) -> None:
    found = get(client, "/api/paper")
    assert [table["name"] for table in found["tables"]] == ["table1", "table2", "table3"]
    assert found["missing"] == [PARTS[name].title for name in ("figure3", "figure5")]
    settings = {setting.id: setting for setting in PARTS["table1"].settings}
    block = found["tables"][0]["blocks"][0]
    assert [settings[cell["id"]].limit for cell in block["rows"][0]["cells"]] == ["n"] * 3 + ["n+1"] * 3
    cell = get(client, "/api/study/cell", source="report", cell=block["rows"][0]["cells"][0]["id"])
    assert cell["fields"]["n"] == 4
    assert cell["total"] == 6
    (name, *_) = [picture["name"] for picture in found["figures"][0]["pictures"]]
    picture = client.get(f"/picture/{name}.svg")
    assert picture.content == (report / "figures" / f"{name}.svg").read_bytes()
    assert len(found["trees"]) == 3


def test_neighbourhood(client: httpx.Client) -> None:
    words = {"n": 4, "limit": 4, "deletion": "leaf", "tree": "(x3 & x2) | (x2 & x3)"}
    dead = get(client, "/api/neighbourhood", **words)
    assert (dead["kind"], dead["reachable"], dead["closed_count"]) == ("strict local optimum", False, 1)
    assert sum(one["probability"] for one in dead["offspring"]) == pytest.approx(1)
    assert sum(
        sum(v for k, v in each.items() if k != "operation") for each in dead["chances"]
    ) == pytest.approx(1)
    way = get(client, "/api/neighbourhood", **words | {"deletion": "subtree"})["way"]
    assert [move["operation"] for move in way] == ["DEL", "INS", "INS"]
    assert get(client, "/api/neighbourhood", n=4, tree="(empty)")["error"] is None


@pytest.mark.parametrize(
    ("words", "field"),
    [
        ({"n": 4}, "tree"),
        ({"n": 4, "tree": "x1 &"}, "tree"),
        ({"n": 4, "tree": "x9"}, "tree"),
        ({"n": 4, "tree": "x1", "algorithm": "1+1-gp"}, "algorithm"),
        ({"n": 4, "tree": "x1", "training": 8}, "training"),
        ({"n": 1000, "tree": " & ".join(f"x{k}" for k in range(1, 100))}, "tree"),
    ],
)
def test_what_has_no_neighbourhood(client: httpx.Client, words: dict[str, Any], field: str) -> None:
    assert get(client, "/api/neighbourhood", **words)["refused"]["field"] == field
