"""`evobool study`: many settings, many runs, nothing lost."""

from __future__ import annotations

from cyclopts import App

from evobool.cli.shared.plugin import with_plugins
from evobool.cli.study.collect import check, merge, run, status
from evobool.cli.study.figures import fit, plot
from evobool.cli.study.tables import compare, export, show, stuck

study = App(name="study", help="Grids of settings, thousands of runs each, in a store that can be resumed.")
for command in (run, status, show, stuck, plot, fit, compare, export, merge, check):
    study.command(with_plugins(command))
