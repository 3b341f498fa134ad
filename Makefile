# make demo and make test work from a fresh clone with Python 3.11 and nothing else.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PACKAGES := adjudicator counters maps module_builder
OUT := out
SECONDS ?= 60
STAMP := $(VENV)/.installed

# Rewritten asserts are kept between runs even where bytecode is switched off: half a minute for each worker.
PYTEST := PYTHONDONTWRITEBYTECODE= $(BIN)/python -m pytest -q -n 2 --dist worksteal --doctest-modules

.PHONY: demo test test-all fuzz bench lint vassal clean
.DEFAULT_GOAL := test

$(STAMP): pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed: make PYTHON=python3.11")'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint requirements.lock --editable '.[test,lint]'
	touch $@

demo: $(STAMP)
	PATH="$(CURDIR)/$(BIN):$$PATH" sh tests/demo.sh $(OUT)

test: $(STAMP)
	$(PYTEST) -m "not slow" $(PACKAGES) tests

test-all: $(STAMP)
	$(PYTEST) -m "not slow" --cov --cov-report=term-missing:skip-covered $(PACKAGES) tests
	$(PYTEST) -m slow $(PACKAGES) tests

fuzz: $(STAMP)
	$(BIN)/python -m tests.fuzz.harness $(SECONDS) $(SEED)

bench: $(STAMP)
	$(BIN)/python -m tests.bench

lint: $(STAMP)
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy

vassal: $(STAMP)
	@test -n "$(VASSAL_CLASSES)" || { echo 'usage: make vassal VASSAL_CLASSES=DIR (compiled VASSAL 3.7 engine and client)'; exit 2; }
	$(BIN)/python -m tests.engine.run --classes "$(VASSAL_CLASSES)"

clean:
	rm -rf $(VENV) $(OUT) build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis
