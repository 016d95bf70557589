"""`evobool study run`, `status`, `merge` and `check`: making runs, and where they are."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from evobool.checks import check_choice, check_integer
from evobool.cli.shared.data_file import check_used
from evobool.cli.shared.flags import Quiet, StoreFile
from evobool.cli.shared.like import Like, tell
from evobool.cli.shared.messages import say
from evobool.errors import InputError
from evobool.interrupts import saving

if TYPE_CHECKING:
    from evobool.studies.store.check import Report


def run(
    plan: Path | None = None,
    *,
    store: Path,
    grid: list[str] | None = None,
    runs: int | None = None,
    seed: int | None = None,
    shard: str | None = None,
    workers: int | None = None,
    engine: str | None = None,
    scheduler: str | None = None,
    progress: str = "bar",
    label: str | None = None,
    test: Path | None = None,
    like: Like = None,
    quiet: Quiet = False,
) -> None:
    """Make the runs that the store does not have yet.

    Parameters
    ----------
    plan
        A TOML file with runs, seed and a [grid] of fields.
    store
        The SQLite file that holds the runs; created if missing, otherwise continued.
    grid
        A field and its values, such as n=4,8,12; may be given several times, instead of a file. The
        functions of a set are joined by +: functions=and+or,and+or+xor are two sets.
    runs
        How many runs of each setting (500, or what the file says); raising it continues.
    seed
        The seed of the whole study; the store remembers it.
    shard
        i/N, with i from 1 to N: make only this part of the runs, into a store of its own. Give every shard
        the same plan, runs and seed, and put the stores together with merge.
    workers
        How many runs at once; all cores if absent.
    engine
        auto, exact, packed, population or reference.
    scheduler
        A dask scheduler (tcp://host:8786, or its scheduler file) whose workers make the runs.
    progress
        bar, or json: one line a second on stderr, for programs to read.
    label
        The column that --target data:FILE takes as the target; the last one if absent.
    test
        A table like that of --target data:FILE, held out: its rows give the generalisation error.
    """
    from dataclasses import replace

    from evobool.cli.shared.progress import JsonProgress
    from evobool.model.systems.filling import system_of
    from evobool.studies.plan.plan import Plan, parse_grid, read_plan
    from evobool.studies.store.one import OneStore
    from evobool.studies.store.shard import WHOLE, parse_shard
    from evobool.studies.work.executors import check_workers, cores

    if (plan is None) == (grid is None):
        raise InputError("plan", plan, "give either a TOML file or --grid")
    wanted = read_plan(plan) if plan is not None else Plan(grid=parse_grid(grid or []))
    given: dict[str, Any] = {"runs": runs, "seed": seed, "engine": engine, "label": label, "like": like}
    given |= {"test": None if test is None else str(test.absolute())}
    wanted = replace(wanted, **{name: value for name, value in given.items() if value is not None})
    check_workers(workers)
    if workers is not None and scheduler is not None:
        raise InputError("workers", workers, "the scheduler has its own; give one of them")
    check_choice("progress", progress, ("bar", "json"))
    found = replace(wanted.study(), shard=WHOLE if shard is None else parse_shard(shard))
    check_used(wanted.label, test, found.settings)
    carry = None
    if scheduler is not None:
        from evobool.studies.work.cluster import dask_carrier

        carry = dask_carrier(scheduler, say=(lambda message: None) if quiet else say)
    try:
        with saving(), OneStore(store) as one:
            told = JsonProgress(found.owing(one)) if progress == "json" else True
            found.collect(one, workers=workers or cores(), progress=not quiet and told, carry=carry)
            with one.opened() as opened:
                done = opened.done()
    except KeyboardInterrupt as problem:
        raise type(problem)(f"; finished runs are in {store}; rerun to continue") from None
    if not quiet:
        named = "" if shard is None else f", shard {found.shard},"
        say(f"{_counts(sum(done.values()), len(done))}{named} in {store}")
        if wanted.like is not None:
            tell(system_of(wanted.like), wanted.filled())


def status(store: StoreFile, *, runs: int | None = None) -> None:
    """How many runs there are, and how many are still to be made.

    Parameters
    ----------
    runs
        How many runs of each setting are wanted; if absent, as many as were last asked for.
    """
    from evobool.model.settings.describing import flat_fields, varying
    from evobool.studies.store.shard import WHOLE
    from evobool.studies.store.store import Store

    if runs is not None:
        check_integer("runs", runs, 1)
    with Store(store) as opened:
        settings, done, shard = opened.settings(), opened.done(), opened.shard
        wanted = runs or opened.goal_runs or max(done.values(), default=0)
        missing = opened.missing(settings.values(), wanted, shard)
        speed, notes, plugins = opened.speed, opened.provenance(), opened.plugins()
    named = "" if shard == WHOLE else f", shard {shard}"
    print(f"{_counts(sum(done.values()), len(settings))}, seed {opened.seed}{named}")
    for made in notes.values():
        print("made by " + ", ".join(f"{name} {value}" for name, value in made.items()))
    for name, noted in plugins.items():
        print(f"plugin {name}: {noted}")
    owed = {key: sum(count for _, count in gaps) for key, gaps in missing.items() if gaps}
    of_all = "" if shard == WHOLE else " over all shards"
    missing_runs = _counts(sum(owed.values()), len(owed)) if owed else "none"
    print(f"still to be made, to reach {wanted:,} of each{of_all}: {missing_runs}")
    if owed and speed:
        print(f"about {sum(owed.values()) / speed:,.0f} s at the last {speed:,.0f} runs a second")
    told = dict.fromkeys(["n", "limit", "training", *varying(settings.values())])
    for key, count in owed.items():
        fields = flat_fields(settings[key])
        print(f"  {count:,} of {' '.join(f'{name}={fields[name]}' for name in told)} ({key})")


def _counts(runs: int, settings: int) -> str:
    """How many runs there are, of how many settings."""
    return f"{runs:,} run{'' if runs == 1 else 's'} of {settings:,} setting{'' if settings == 1 else 's'}"


def merge(*stores: Path, into: Path, sound: bool = False) -> None:
    """Put the runs of several stores of one seed, such as the shards of a study, into another.

    Parameters
    ----------
    stores
        The files to read; they stay as they are.
    into
        The file to write; created if missing.
    sound
        Take what is sound of damaged stores, setting by setting, and list what is left out.
    """
    from evobool.studies.store.merge import merge as put_together

    if not stores:
        raise InputError("stores", "(none)", "give at least one")
    done = put_together(stores, into, sound=sound)
    for report in done.damaged:
        print(f"{report.path} is damaged:")
        _print_faults(report)
    print(f"{done.added:,} runs added to {into}")


def check(store: Path) -> None:
    """Verify everything in a store, and say what is sound.

    Parameters
    ----------
    store
        The file that holds the runs; it stays as it is.
    """
    from evobool.studies.store.check import check as look

    report = look(store)
    settings = len(report.sound) + len(report.unsound)
    _print_faults(report)
    runs = sum(report.sound.values())
    print(f"sound: {len(report.sound)} of {settings} settings, {runs:,} runs")
    if not report.is_sound:
        saved = "; `evobool study merge --sound` saves what is sound" if runs else ""
        raise InputError("store", store, f"is damaged{saved}")


def _print_faults(report: Report) -> None:
    """What is wrong, a line for each."""
    for fault in report.faults:
        print(f"damaged: {fault}")
    for key, fault in report.unsound.items():
        print(f"damaged, not sound: setting {key}: {fault}")
