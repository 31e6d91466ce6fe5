# Needs Python 3.11 or newer and make; everything else is installed into .venv.
PYTHON ?= python3
BIN := .venv/bin
PIP := -m pip --disable-pip-version-check
FIGHT := examples/bayonet/closing-volley.toml

.DEFAULT_GOAL := help
.PHONY: help demo test check bench pins clean

help: ## list the targets
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/  make \1	\2/p' Makefile

demo: .venv/stamp ## one fight: its odds, the advice, and the fight played
	$(BIN)/coldsteel odds $(FIGHT)
	$(BIN)/coldsteel advise $(FIGHT)
	$(BIN)/coldsteel play $(FIGHT) --seed 7 --choose best
	@echo
	@echo "coldsteel lies in $(BIN). Next: $(BIN)/coldsteel --help; a fight of your own: README.md"

test: .venv/stamp ## run all tests
	$(BIN)/pytest -q -n 2

check: .venv/stamp ## lint, format, types and the rules of the house
	$(BIN)/ruff check --quiet .
	$(BIN)/ruff format --check --quiet .
	$(BIN)/mypy --no-error-summary src $(wildcard bench)
	$(BIN)/pytest -q tests/house

bench: .venv/stamp ## measure speed, as ratios within one run
	$(BIN)/python -m bench

pins: ## renew requirements.txt from pyproject.toml (with the oldest Python supported: PYTHON=python3.11)
	rm -rf .venv-pins
	$(PYTHON) -m venv .venv-pins
	.venv-pins/bin/python $(PIP) install -q -e '.[dev]'
	sed -n '/^#/p' requirements.txt > .venv-pins/pins
	.venv-pins/bin/python $(PIP) freeze --exclude-editable >> .venv-pins/pins
	mv .venv-pins/pins requirements.txt
	rm -rf .venv-pins

clean: ## remove all that make and the tools have made
	rm -rf .venv .venv-pins build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .benchmarks
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

.venv/stamp: pyproject.toml requirements.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed: make PYTHON=...")'
	@echo "Installing into .venv (once)"
	@$(PYTHON) -m venv .venv
	@$(BIN)/python $(PIP) install -q -r requirements.txt
	@$(BIN)/python $(PIP) install -q --no-deps -e .
	@touch $@
