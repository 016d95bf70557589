# A fresh machine needs Python 3.11 or newer and make; everything else goes into .venv.
PYTHON ?= python3
BIN := .venv/bin
STAMP := .venv/.ready

.PHONY: help setup reproduce demo test test-slow lint coverage bench docs clean

help:  ## what there is
	@grep -E '^[a-z-]+:.*##' Makefile | sed 's/:.*##/\t/'

$(STAMP): pyproject.toml
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[test,lint,bench]'
	touch $(STAMP)

setup: $(STAMP)  ## make .venv

reproduce: $(STAMP)  ## the paper, every table and figure, into reproduction/report.html
	$(BIN)/evobool reproduce

demo: $(STAMP)  ## one run drawn as a tree, then 500 runs as a table
	$(BIN)/evobool run --target and --n 16 --limit 2n --seed 7
	$(BIN)/evobool run --target and --n 16 --limit n --deletion leaf --runs 500 --seed 1

lint: $(STAMP)  ## style and types
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

test: lint  ## all checks and tests
	$(BIN)/python -m pytest -n 2

test-slow: $(STAMP)  ## the heavier checks
	$(BIN)/python -m pytest -n 2 -m slow

coverage: $(STAMP)  ## coverage of the Python paths, the compiler switched off
	NUMBA_DISABLE_JIT=1 $(BIN)/coverage run -m pytest -m 'not slow and not compiled'
	$(BIN)/coverage report

bench: $(STAMP)  ## measure, and write the tables into docs
	$(BIN)/python benchmarks/engines.py
	$(BIN)/python benchmarks/exact.py
	$(BIN)/python benchmarks/store.py
	$(BIN)/python benchmarks/paper.py

docs: $(STAMP)  ## write the figures, tables and sessions shown in README and docs
	$(BIN)/python docs/scripts/pictures.py
	$(BIN)/python docs/scripts/runtime.py
	$(BIN)/python docs/scripts/conjecture.py
	$(BIN)/python docs/scripts/chain.py
	$(BIN)/python docs/scripts/drift.py
	$(BIN)/python docs/scripts/claims.py
	$(BIN)/python docs/scripts/notebooks.py

clean:  ## remove what was made
	rm -rf .venv .pytest_cache .mypy_cache .ruff_cache .hypothesis .coverage*
