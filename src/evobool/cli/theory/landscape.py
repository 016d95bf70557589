"""`evobool landscape`: what surrounds a tree, and whether an optimum can still be reached."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from evobool.checks import check_integer
from evobool.cli.shared.flags import Json, Style
from evobool.cli.shared.messages import say, warn
from evobool.errors import InputError, one_line
from evobool.model.settings.setting import Setting
from evobool.paths import check_output

if TYPE_CHECKING:
    from evobool.theory.landscape.certificate import Certificate
    from evobool.theory.landscape.landscape import Landscape

LARGEST_FILE = 2**26  # bytes of certificates
MOST_ROWS = 20  # offspring, and trees of a closed set, without --all


def landscape(
    tree: str | None = None,
    /,
    setting: Annotated[Setting | None, Parameter(name="*")] = None,
    *,
    cap: int = 20_000,
    all: bool = False,
    json: Json = False,
    certificate: Path | None = None,
    check: Path | None = None,
    style: Style = None,
) -> None:
    """What surrounds a tree: its offspring, and whether an optimum can still be reached, with the proof.

    Parameters
    ----------
    tree
        The tree, such as "(x3 & x2) | (x2 & x3)".
    cap
        Give up when more than this many trees can be reached.
    all
        List all offspring and all trees of a closed set.
    certificate
        Write the proof of a dead end into this .json file.
    check
        Check such a file instead; the exit status is 1 if it proves nothing.
    """
    if check is not None:
        if tree is not None or setting is not None:
            raise InputError("check", check, "takes neither a tree nor a setting, the file has both")
        if certificate is not None:
            raise InputError("certificate", certificate, "is written for a tree, not with --check")
        _check(check, json)
        return
    if tree is None:
        raise InputError("tree", "(nothing)", 'must be given, such as "(x3 & x2) | (x2 & x3)"')
    if setting is None:
        raise InputError("n", "(nothing)", "must be given")
    check_integer("cap", cap, 1)
    if certificate is not None:
        check_output("certificate", certificate, (".json",))
    from evobool.cli.shared.spinner import Spinner
    from evobool.model.formulas.tree import Tree
    from evobool.model.formulas.writing import check_style
    from evobool.theory.landscape.landscape import classify

    check_style(style)
    with Spinner(json, "exploring") as spinner:
        found = classify(
            Tree.parse(tree), setting, cap, lambda met: spinner.update(f"exploring: {met:,} trees met")
        )
    if certificate is not None:  # before anything is printed: there may be none
        _write(found, certificate)
    if json:
        _print_json(found)
    else:
        warn(setting, quiet=False)
        _print(found, all, style)


def _print(found: Landscape, all_rows: bool, style: str | None) -> None:
    """The tree, its offspring, the verdict and its proof."""
    from rich.table import Table

    from evobool.cli.run.outcome import drawn
    from evobool.cli.shared.console import Console
    from evobool.model.settings.describing import describe, short
    from evobool.theory.landscape.digest import MEANING, answer, neighbours

    tree, setting = found.tree, found.setting
    console = Console(piped_width=110)
    error = short(found.error if tree.prefix else None)
    print(drawn(tree, style))
    leaves = "1 leaf" if tree.leaves == 1 else f"{tree.leaves} leaves"
    print(f"\n{describe(setting)}\n{leaves}, error {error}\n")
    merged = neighbours(found)
    shown = merged if all_rows else merged[:MOST_ROWS]
    table = Table(title="offspring of one mutation, up to the order of children")
    for name in ("tree", "by", "probability", "error", "accepted"):
        table.add_column(
            name, justify="right" if name in ("probability", "error") else "left", overflow="fold"
        )
    for one in shown:
        name = one.tree.text(style or "symbols") + (" (itself)" if one.same else "")
        chance = f"{one.probability} = {float(one.probability):.4f}"
        table.add_row(name, " ".join(one.operations), chance, short(one.error), answer(found, one))
    console.print(table)
    if len(shown) < len(merged):
        share = float(sum(one.probability for one in merged[MOST_ROWS:]))
        accepted = sum(one.accepted for one in merged[MOST_ROWS:])
        print(
            f"and {len(merged) - MOST_ROWS} more, {accepted} of them accepted, "
            f"with probability {share:.4f} together; see --all"
        )
    print(f"\n{found.kind}: {MEANING[found.kind]}")
    _print_verdict(found, all_rows, style or "symbols")


def _print_verdict(found: Landscape, all_rows: bool, style: str) -> None:
    """Whether an optimum can be reached, with the way or the closed set."""
    from evobool.theory.landscape.digest import fate

    exploration = found.exploration
    trees = exploration.met
    if found.kind == "optimum":
        return
    words = fate(exploration)
    if exploration.reachable is None:
        print(f"{words}; see --cap")
    elif exploration.reachable:
        print(words)
        for move in found.way:
            print(f"  {move.operation}  {move.tree.text(style)}  (error {move.error})")
    else:
        print(f"{words}:")
        for tree in trees if all_rows else trees[:MOST_ROWS]:
            print(f"  {tree.text(style)}")
        if len(trees) > MOST_ROWS and not all_rows:
            print(f"  and {len(trees) - MOST_ROWS:,} more; see --all or --certificate")


def _print_json(found: Landscape) -> None:
    from evobool.theory.landscape.digest import neighbours

    exploration = found.exploration
    way = [{"operation": move.operation, "tree": str(move.tree), "error": move.error} for move in found.way]
    closed = [str(tree) for tree in exploration.met] if exploration.reachable is False else None
    told = {
        "setting": found.setting.to_dict(),
        "tree": str(found.tree),
        "leaves": found.tree.leaves,
        "error": found.error if found.tree.prefix else None,
        "kind": found.kind,
        "reachable": exploration.reachable,
        "cap": exploration.cap,
        "trees_met": len(exploration.met),
        "way": way if exploration.reachable else None,
        "shortest": exploration.shortest if exploration.reachable else None,
        "closed": closed,
        "offspring": [one.to_dict() for one in neighbours(found)],
    }
    print(json.dumps(told))


def _write(found: Landscape, path: Path) -> None:
    """The certificate as a file; refused if there is none."""
    certificate = found.certificate()
    if certificate is None:
        why = "an optimum can be reached" if found.reachable else "the cap came first"
        raise InputError("certificate", path, f"not written, there is no proof of a dead end: {why}")
    path.write_text(json.dumps(certificate.to_dict(), indent=1) + "\n", encoding="utf-8")
    say(f"wrote the proof to {path}; evobool landscape --check {path} checks it")


def _check(path: Path, as_json: bool) -> None:
    """Read a certificate, or a list of them, and check each anew."""
    from evobool.cli.shared.spinner import Spinner
    from evobool.theory.landscape.certificate import Certificate

    try:
        with path.open("rb") as file:
            content = file.read(LARGEST_FILE + 1)
        if len(content) > LARGEST_FILE:
            raise InputError("check", path, f"is larger than {LARGEST_FILE:,} bytes")
        read = json.loads(content.decode())
    except (UnicodeDecodeError, json.JSONDecodeError) as problem:
        raise InputError("check", path, f"is not JSON: {problem}") from None
    except RecursionError:
        raise InputError("check", path, "is nested too deeply") from None
    certificates = [Certificate.from_dict(each) for each in (read if isinstance(read, list) else [read])]
    flaws: list[str | None] = []
    with Spinner(as_json, "checking") as spinner:
        for certificate in certificates:
            spinner.update(f"checking: {len(flaws):,} of {len(certificates):,} done")
            flaws.append(certificate.flaw())
    if as_json:
        found = [
            {"holds": flaw is None, "flaw": flaw, "trees": len(certificate.closed)}
            for certificate, flaw in zip(certificates, flaws, strict=True)
        ]
        print(json.dumps(found if isinstance(read, list) else found[0]))
    else:
        for certificate, flaw in zip(certificates, flaws, strict=True):
            print(_verdict(certificate, flaw))
    if any(flaw is not None for flaw in flaws):
        sys.exit(1)


def _verdict(certificate: Certificate, flaw: str | None) -> str:
    """Whether a certificate holds, in words."""
    if flaw is not None:
        return one_line(f"the certificate does not hold: {flaw}")
    size = "1 tree" if len(certificate.closed) == 1 else f"{len(certificate.closed):,} trees"
    return f"the certificate holds: no optimum can be reached from {certificate.tree} (closed set: {size})"
