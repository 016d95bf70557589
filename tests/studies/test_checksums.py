"""Checksums hold in whatever order runs come, and are never renewed over damage."""

from __future__ import annotations

import random
import shutil
import sqlite3
from array import array
from collections.abc import Sequence
from contextlib import AbstractContextManager, suppress
from pathlib import Path
from typing import Any

import pytest

from evobool import Setting, Study, grid
from evobool.cli import main
from evobool.engines import pick
from evobool.model.seeds import setting_seed
from evobool.studies.store import checksums
from evobool.studies.store.check import check
from evobool.studies.store.damage import DamagedError
from evobool.studies.store.merge import merge
from evobool.studies.store.shard import Shard
from evobool.studies.store.store import Store
from tests.support.damaging import edited, forged

PLAIN, XOR = Setting(n=3), Setting(n=3, functions=("and", "xor"), max_iterations=40)


@pytest.fixture(autouse=True)
def small_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Blocks of 8 runs, so that few runs fill several."""
    for module in ("checksums", "inserting"):
        monkeypatch.setattr(f"evobool.studies.store.{module}.BLOCK", 8)
    assert checksums.BLOCK == 8


def sums(path: Path) -> list[tuple[object, ...]]:
    connection = sqlite3.connect(path)
    try:
        columns = "id, block, runs, iterations, tree, error, solved, ors_final"
        return connection.execute(f"SELECT {columns} FROM checksum ORDER BY id, block").fetchall()
    finally:
        connection.close()


def test_the_order_of_runs_does_not_matter(tmp_path: Path) -> None:
    Study([PLAIN], runs=50, seed=1, engine="reference").collect(tmp_path / "whole.db", workers=1)
    runs = pick(PLAIN, "reference").runs(setting_seed(1, PLAIN), 0, 50)
    for seed in range(5):
        rng, waiting = random.Random(seed), list(runs)
        rng.shuffle(waiting)
        path = tmp_path / f"{seed}.db"
        with Store(path, seed=1) as store:
            store.add_settings([PLAIN])
            note = store.add_provenance({})
            while waiting:
                some, waiting = waiting[:7], waiting[7:]
                assert store.add_runs([[*some, *runs[:2]]], note) <= 9
        assert sums(path) == sums(tmp_path / "whole.db")
        assert check(path).is_sound


def test_shards_and_further_columns(tmp_path: Path) -> None:
    parts = [tmp_path / f"{number}.db" for number in (1, 2, 3)]
    for number, path in enumerate(parts, 1):
        Study([PLAIN], runs=40, seed=1, engine="reference", shard=Shard(number, 3)).collect(path, workers=1)
    both = tmp_path / "both.db"
    Study([XOR], runs=20, seed=1, engine="reference").collect(both, workers=1)
    assert merge(parts, both).added == 40
    assert check(both).is_sound
    assert check(both).sound == {XOR.id: 20, PLAIN.id: 40}
    Study([PLAIN], runs=44, seed=1, engine="reference").collect(both, workers=1)
    assert check(both).is_sound


def test_new_columns_in_a_block_that_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    Study([PLAIN], runs=5, seed=1, engine="reference").collect(path, workers=1)
    Study([XOR], runs=5, seed=1, engine="reference").collect(path, workers=1)
    Study([PLAIN], runs=11, seed=1, engine="reference").collect(path, workers=1)
    assert check(path).is_sound
    with Store(path) as store:
        assert [len(frame) for _, frame in store.frames()] == [11, 5]


def test_damage_is_not_covered_up(tmp_path: Path) -> None:
    """Neither runs at the end of a damaged block nor runs in its gaps make it pass for sound."""
    path = tmp_path / "a.db"
    runs = pick(PLAIN, "reference").runs(setting_seed(1, PLAIN), 0, 8)
    with Store(path, seed=1) as store:
        store.add_settings([PLAIN])
        note = store.add_provenance({})
        store.add_runs([[runs[0], runs[1], runs[4]]], note)
        store.connection.execute("UPDATE run SET iterations = iterations + 1 WHERE run = 1")
        store.add_runs([[runs[6]]], note)
        with pytest.raises(DamagedError, match=r"runs 0 to 7: iterations"):
            store.add_runs([[runs[2]]], note)
        with pytest.raises(DamagedError):
            list(store.numbers(["iterations"]))
        assert list(store.numbers(["leaves"])), "other columns can be read"
    with pytest.raises(DamagedError):
        Study([PLAIN], runs=20, seed=1, engine="reference").collect(path, workers=1)


@pytest.mark.parametrize(
    "edit",
    [
        "UPDATE run SET evaluations = evaluations + 1 WHERE run = 3",
        "UPDATE run SET leaves = 99 WHERE run = 3",
        "UPDATE run SET tree = 'and 1' WHERE run = 3",
        "UPDATE run SET tree = 'and 1 9' WHERE run = 3",
        "UPDATE run SET solved = 7 WHERE run = 3",
        "UPDATE run SET generalisation_error = 0.3 WHERE run = 3",
        "UPDATE run SET ors_final = 77 WHERE run = 3",
        "UPDATE run SET error = 'x' WHERE run = 3",
        "UPDATE run SET iterations = 'x' WHERE run = 3",
    ],
)
def test_implausible_runs_are_not_sound(tmp_path: Path, edit: str) -> None:
    path = tmp_path / "old.db"
    Study([PLAIN], runs=20, seed=1, engine="reference").collect(path, workers=1)
    forged(path, "UPDATE run SET engine = 'packed' WHERE run = 3")
    assert check(path).is_sound, "checksums made anew hold"
    with suppress(TypeError):  # a text where a number belongs has no checksum
        forged(path, edit)
    assert not check(path).is_sound


def test_what_is_sound_is_saved(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, saved = tmp_path / "a.db", tmp_path / "saved.db"
    settings = grid(n=[2, 3, 4])
    Study(settings, runs=20, seed=1, engine="reference").collect(path, workers=1)
    whole = Path(shutil.copy(path, tmp_path / "whole.db"))
    edited(path, "UPDATE run SET iterations = iterations + 1 WHERE setting = 2 AND run = 3")
    with pytest.raises(SystemExit, match="2"):
        main(["study", "check", str(path)])
    printed = capsys.readouterr()
    assert f"damaged, not sound: setting {settings[1].id}: " in printed.out
    assert "sound: 2 of 3 settings, 40 runs" in printed.out
    assert (
        printed.err
        == f"evobool: store = {path}: is damaged; `evobool study merge --sound` saves what is sound\n"
    )
    with pytest.raises(SystemExit, match="2"):
        main(["study", "merge", str(path), "--into", str(saved)])
    assert not saved.exists()
    main(["study", "merge", str(path), "--into", str(saved), "--sound"])
    assert "40 runs added" in capsys.readouterr().out
    Study(settings, runs=20, seed=1, engine="reference").collect(saved, workers=1)
    assert sums(saved) == sums(whole)


def test_another_process_adds_columns_meanwhile(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    runs = pick(PLAIN, "reference").runs(setting_seed(1, PLAIN), 0, 3)
    with Store(path, seed=1) as first, Store(path, seed=1) as second:
        first.add_settings([PLAIN])
        note = first.add_provenance({})
        begin = first.writing

        def overtaken(*names: str) -> AbstractContextManager[None]:
            second.add_settings([XOR])
            return begin(*names)

        first.writing = overtaken  # type: ignore[method-assign, assignment]
        assert first.add_runs([runs], note) == 3
    assert check(path).is_sound


def test_merging_takes_over_checksums_that_hold(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Other notes and more columns in the target; the checksums that were just checked are used again."""
    path, into = tmp_path / "a.db", tmp_path / "b.db"
    Study([PLAIN], runs=50, seed=1, engine="reference").collect(path, workers=1)
    with Store(into, seed=1) as store:
        store.add_settings([XOR])
        store.add_provenance({"evobool": "another"})
    computed: list[tuple[str, ...]] = []
    real = checksums.sums_of

    def counted(names: Sequence[str], *rest: Any) -> dict[str, int]:
        computed.append(tuple(names))
        return real(names, *rest)

    for module in ("checksums", "merge", "inserting"):
        monkeypatch.setattr(f"evobool.studies.store.{module}.sums_of", counted)
    assert merge([path], into).added == 50
    assert sorted(map(len, computed)) == [1] * 7 + [15] * 7, "each of 7 blocks once, and its notes"
    with Store(into) as store:
        expected = {
            block.number: real(store.column_names(), [row for row in rows if row[0] // 8 == block.number])
            for _, blocks, rows in store.checked(store.column_names(), [PLAIN.id])
            for block in blocks
        }
        held = checksums.blocks_of(store.connection, 2, store.column_names())
    assert {block.number: block.sums for block in held} == expected
    assert check(into).is_sound


@pytest.mark.parametrize("there", [False, True])
def test_a_merge_writes_all_or_nothing(tmp_path: Path, there: bool) -> None:
    first, second, into = tmp_path / "a.db", tmp_path / "b.db", tmp_path / "into.db"
    Study([PLAIN], runs=20, seed=1, engine="reference").collect(first, workers=1)
    Study([XOR], runs=20, seed=1, engine="reference").collect(second, workers=1)
    if there:
        Study([XOR], runs=3, seed=1, engine="reference").collect(into, workers=1)
    before = into.read_bytes() if there else b""
    edited(second, "UPDATE run SET iterations = iterations + 1 WHERE run = 17")
    with pytest.raises(DamagedError, match=r"b\.db.*runs 16 to 23: iterations"):
        merge([first, second], into)
    assert [path.name for path in tmp_path.glob("into.db*")] == ["into.db"] * there
    if there:
        assert into.read_bytes() == before


@pytest.mark.parametrize(
    ("name", "values", "other"),
    [
        ("iterations", (1, 2, 3), (1, 2, "3")),
        ("iterations", (1, 2, 3), (1, 2, None)),
        ("error", (0, 0, 0), (0, 0, 0.0)),
        ("error", (0, 0, 0), (0, 0, None)),
        ("error", (0, 1, 0), (0, 0, 1)),
        ("generalisation_error", (0.5, 0.25), (0.5, None)),
        ("generalisation_error", (0.5, 0.25), (0.5, "0.25")),
        ("tree", ("1", "2"), ("1", b"2")),
    ],
)
def test_other_values_have_other_bytes(name: str, values: tuple[Any, ...], other: tuple[Any, ...]) -> None:
    before = checksums.column_bytes(name, values)
    with suppress(TypeError):  # what reading takes for damage
        assert checksums.column_bytes(name, other) != before


@pytest.mark.parametrize("values", [(0, 1, 2**63 - 1, -(2**63)), (None, 5), (0.5, 0), (2**53 + 1, 7)])
@pytest.mark.parametrize("name", ["iterations", "ors_final", "generalisation_error"])
def test_bytes_of_numbers_are_those_of_floats(name: str, values: tuple[Any, ...]) -> None:
    """As they were from the first store with checksums on."""
    if name == "iterations" and None in values:
        return
    missing: Any = checksums.INSTEAD_OF_NULL.get(name)
    filled: list[Any] = [missing if value is None else value for value in values]
    assert checksums.column_bytes(name, values) == array("d", filled).tobytes()


def test_some_runs_are_read_with_their_blocks(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    Study([PLAIN], runs=50, seed=1, engine="reference").collect(path, workers=1)
    with Store(path) as store:
        ((_, every),) = store.columns(["run", "tree"])
        assert list(store.rows_of(["tree"], PLAIN.id, [33, 2, 3])) == [every[2], every[3], every[33]]
    edited(path, "UPDATE run SET tree = '1' WHERE run = 4")
    with Store(path) as store:
        assert list(store.rows_of(["tree"], PLAIN.id, [33, 49])) == [every[33], every[49]]
        with pytest.raises(DamagedError, match=r"runs 0 to 7: tree"):
            list(store.rows_of(["tree"], PLAIN.id, [2]))
