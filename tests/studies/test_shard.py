"""Shards: three stores, put together, are the store of the whole study."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from evobool import InputError, Setting, Study, grid
from evobool.cli import main
from evobool.studies.store.columns import COLUMNS
from evobool.studies.store.merge import merge
from evobool.studies.store.shard import Shard, parse_shard
from evobool.studies.store.store import Store
from tests.support.stores import rows

Capture = pytest.CaptureFixture[str]
QUIET = ("--engine", "reference", "--workers", "1", "--quiet")
SETTINGS = grid(n=[2, 3, 4], limit=["n", "2n"], deletion=["leaf", "subtree"])
STUDY = Study(SETTINGS, runs=20, seed=5, engine="reference")


def test_every_run_belongs_to_one_shard_and_shards_are_even() -> None:
    for setting in SETTINGS:
        for count, runs in ((3, 20), (7, 5), (1, 9)):
            owned = [Shard(number, count).indices(setting, runs) for number in range(1, count + 1)]
            assert sorted(index for each in owned for index in each) == list(range(runs))
            assert max(map(len, owned)) - min(map(len, owned)) <= 1
            more = [Shard(number, count).indices(setting, runs + 11) for number in range(1, count + 1)]
            assert all(set(before) <= set(after) for before, after in zip(owned, more, strict=True))


def test_small_remainders_do_not_all_go_to_the_first_shard() -> None:
    settings = [Setting(n=n) for n in range(2, 302)]
    owned = [sum(len(Shard(number, 3).indices(one, 1)) for one in settings) for number in (1, 2, 3)]
    assert sum(owned) == 300
    assert min(owned) > 70


@pytest.mark.parametrize("workers", [1, 2])
def test_three_shards_are_the_whole(tmp_path: Path, workers: int) -> None:
    STUDY.collect(tmp_path / "whole.db", workers=1)
    paths = [tmp_path / f"{number}.db" for number in (1, 2, 3)]
    for number, path in enumerate(paths, start=1):
        shard = replace(STUDY, shard=Shard(number, 3), engine="reference" if workers == 1 else "auto")
        owed = shard.owing(path)
        shard.collect(path, workers=workers)
        with Store(path) as store:
            assert sum(store.done().values()) == owed
        assert shard.owing(path) == 0
        before = path.read_bytes()
        shard.collect(path, workers=workers)
        assert path.read_bytes() == before
    assert merge(paths, tmp_path / "all.db").added == 20 * len(SETTINGS)
    engine = COLUMNS.index("engine") - 1

    def same(path: Path) -> dict[str, list[tuple[object, ...]]]:
        return {
            key: [(*row[:engine], *row[engine + 1 :]) for row in found] for key, found in rows(path).items()
        }

    assert same(tmp_path / "all.db") == same(tmp_path / "whole.db")
    assert list(rows(tmp_path / "all.db")) == list(rows(tmp_path / "whole.db"))


def test_more_runs_and_gaps_in_a_shard(tmp_path: Path) -> None:
    paths = [tmp_path / f"{number}.db" for number in (1, 2, 3)]
    for runs in (4, 11, 20):
        for number, path in enumerate(paths, start=1):
            replace(STUDY, runs=runs, shard=Shard(number, 3)).collect(path, workers=1)
    merge(paths[::2], tmp_path / "all.db")
    assert STUDY.owing(tmp_path / "all.db") == sum(map(len, rows(paths[1]).values()))
    STUDY.collect(tmp_path / "all.db", workers=1)
    STUDY.collect(tmp_path / "whole.db", workers=1)
    assert rows(tmp_path / "all.db") == rows(tmp_path / "whole.db")


def test_a_store_belongs_to_one_shard(tmp_path: Path) -> None:
    path = tmp_path / "1.db"
    replace(STUDY, shard=Shard(1, 3)).collect(path, workers=1)
    for other in (Shard(2, 3), Shard(1, 2)):
        with pytest.raises(
            InputError, match=rf"is the store of shard 1/3; shard {other} needs one of its own"
        ):
            replace(STUDY, shard=other).collect(path)
    with pytest.raises(InputError, match="a whole study needs one of its own"):
        STUDY.collect(path)
    STUDY.collect(tmp_path / "whole.db", workers=1)
    with pytest.raises(InputError, match="is the store of a whole study"):
        replace(STUDY, shard=Shard(1, 3)).collect(tmp_path / "whole.db")
    with pytest.raises(InputError, match="merge into another file"):
        merge([tmp_path / "whole.db"], path)
    with pytest.raises(InputError, match="must be given with a shard"):
        replace(STUDY, seed=None, shard=Shard(1, 3))
    assert parse_shard(" 2/3 ") == Shard(2, 3)


def test_by_the_command_with_its_status(tmp_path: Path, capsys: Capture) -> None:
    words = ["study", "run", "--grid", "n=2,3", "--runs", "10", "--seed", "4", *QUIET]
    owed = []
    for number in (1, 2, 3):
        path = tmp_path / f"{number}.db"
        main([*words, "--shard", f"{number}/3", "--store", str(path)])
        main(["study", "status", str(path)])
        done = capsys.readouterr().out
        assert f"settings, seed 4, shard {number}/3" in done
        assert "still to be made, to reach 10 of each over all shards: none" in done
        main(["study", "status", str(path), "--runs", "40"])
        line = next(line for line in capsys.readouterr().out.splitlines() if line.startswith("still"))
        owed.append(int(line.split(": ")[1].split()[0]))
    assert sum(owed) == 60
    main(
        [
            "study",
            "merge",
            *(str(tmp_path / f"{number}.db") for number in (1, 2, 3)),
            "--into",
            str(tmp_path / "a.db"),
        ]
    )
    assert "20 runs added" in capsys.readouterr().out
