PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
INSTALL := $(BIN)/pip install --quiet --disable-pip-version-check -c locks/newest.txt

.PHONY: kit test lint suite test-deep test-oldest docs editor site dist bundle bench lock clean

kit: $(VENV)/installed
	$(BIN)/scrawl print kit -o output
	@echo "After the game: $(BIN)/scrawl score (or: source $(BIN)/activate, then scrawl score)"

# Uses the browser that is there, or fetches one into the user's cache; without one its tests are skipped, and the last line says so.
# Lint and types run beside the tests, at most two programs at a time.
test: $(VENV)/tested
	@$(BIN)/python -m tests.workshop.browsers
	@$(MAKE) --no-print-directory -j2 --output-sync=target lint suite

lint: $(VENV)/tested
	$(BIN)/ruff check generator tests tools
	$(BIN)/ruff format --check --quiet generator tests tools
	$(BIN)/mypy
	@$(BIN)/python -m tests.workshop.script_types

suite: $(VENV)/tested
	+$(BIN)/python -m pytest -n auto

test-deep: $(VENV)/tested
	$(INSTALL) -e ".[release]"
	SCRAWL_TESTS=deep $(BIN)/python -m pytest -n auto

docs: $(VENV)/installed
	$(BIN)/scrawl reference layout > docs/reference.md
	$(BIN)/scrawl reference files > docs/files.md
	$(BIN)/scrawl reference faults > docs/faults.md

# the text editor of the workshop's pages, one file of the packages that tools/editor/package-lock.json pins; takes node, npm, the network
editor:
	cd tools/editor && npm ci --ignore-scripts --no-audit --no-fund && node build.js

# the handbook as pages for a browser; to search in it: python3 -m http.server -d site
site: $(VENV)/tested
	rm -rf site
	$(BIN)/python -m tools.site site

# what a release gives away: wheel, source, list of what an install brings, sums; each built twice, to the same bytes
dist: $(VENV)/tested
	$(BIN)/pip install --quiet -e ".[release]"
	rm -rf dist
	$(BIN)/python -m tools.release dist

# the program with its Python in one folder, for the kind of computer that this is
bundle: dist
	$(BIN)/python -m tools.program_bundle dist

bench: $(VENV)/tested
	$(BIN)/pip install --quiet -e ".[bench]"
	$(BIN)/python tools/bench/run.py
	$(BIN)/python tools/bench/games.py

# with the oldest versions of the libraries that pyproject.toml allows, in an environment of its own
test-oldest:
	$(PYTHON) -m venv $(VENV)-oldest
	$(VENV)-oldest/bin/pip install --quiet --disable-pip-version-check -c locks/oldest.txt -e ".[test]"
	$(VENV)-oldest/bin/python -m pytest -n auto

# all that the README shows
$(VENV)/installed: pyproject.toml locks/newest.txt
	@echo "Installing, about half a minute ..."
	$(PYTHON) -m venv $(VENV)
	$(INSTALL) -e ".[workshop]"
	touch $@

# what is tested with holds what is installed
$(VENV)/tested: pyproject.toml locks/newest.txt
	$(PYTHON) -m venv $(VENV)
	$(INSTALL) -e ".[test]"
	touch $(VENV)/installed $@

# writes down what is installed now, after the tests passed with it
lock: $(VENV)/tested
	(head -1 locks/newest.txt; $(BIN)/pip freeze --exclude-editable) > locks/newest.part
	mv locks/newest.part locks/newest.txt
	$(BIN)/pip install --quiet --disable-pip-version-check -e ".[release]"
	(echo "# What an install brings, with the sums of its files: pip install --require-hashes -r install.txt"; \
	$(BIN)/uv pip compile --quiet --no-header --no-annotate --universal --generate-hashes --python-version 3.11 \
	--extra workshop --extra scan --extra cluster -c locks/newest.txt pyproject.toml) > locks/install.part
	mv locks/install.part locks/install.txt

clean:
	rm -rf $(VENV) $(VENV)-oldest output/* build dist site
