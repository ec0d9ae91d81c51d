PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin

.PHONY: kit test test-deep docs bench clean

kit: $(VENV)/installed
	$(BIN)/scrawl print kit -o output

test: $(VENV)/tested
	$(BIN)/ruff check generator tests
	$(BIN)/mypy
	$(BIN)/python -m pytest -n auto

test-deep: $(VENV)/tested
	SCRAWL_TESTS=deep $(BIN)/python -m pytest -n auto

docs: $(VENV)/installed
	$(BIN)/scrawl reference layout > docs/reference.md
	$(BIN)/scrawl reference files > docs/files.md
	$(BIN)/scrawl reference faults > docs/faults.md

bench: $(VENV)/tested
	$(BIN)/pip install --quiet -e ".[bench]"
	$(BIN)/python tests/bench/run.py

$(VENV)/installed: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --disable-pip-version-check -e .
	touch $@

$(VENV)/tested: $(VENV)/installed
	$(BIN)/pip install --quiet --disable-pip-version-check -e ".[test]"
	touch $@

clean:
	rm -rf $(VENV) output/* build dist
