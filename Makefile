# Every verb makes or refreshes .venv by itself; `make` alone lists them.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
# Where Node is, if the machine has none that will do.
NODE := build/node
NODE_READY := node_modules/.ready
with_node = PATH="$(CURDIR)/$(NODE)/bin:$$PATH"
# One more than there are cores: browsers, terminals and clocks keep tests waiting.
PARALLEL = -n $(shell expr $$(getconf _NPROCESSORS_ONLN) + 1) --dist worksteal
# The tests start hundreds of programs: what they are made of is compiled once.
export PYTHONDONTWRITEBYTECODE :=

# A program for the tests, where there is none and we may install one: the first of some packages that can be had.
have = command -v $(1) >/dev/null || [ "$$(id -u)" != 0 ] || ! command -v apt-get >/dev/null || { \
	export DEBIAN_FRONTEND=noninteractive; apt-get update && \
	for package in $(2); do apt-get install --yes --no-install-recommends $$package && exit; done; \
} >/dev/null 2>&1 || echo "$(3)" >&2

.DEFAULT_GOAL := help
.PHONY: help play test tests check lint types machine chromium jdk programs valgrind format prove bench arena screenshots lock clean

help: ## list the verbs
	@awk -F ':.*## ' '/^[a-z]+:.*## / {printf "  make %-11s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

play: $(READY) ## open the house, kept in build/play, and its page in your browser
	@echo "To play in the terminal, against bots: $(BIN)/ludoteca play shelfie"
	@$(BIN)/ludoteca serve --data build/play --open

test: ## everything CI runs: check, and all tests with coverage
	@$(MAKE) --no-print-directory --jobs=2 lint machine
	@# Types take a while on one core in a new clone: they are checked while the tests run.
	@$(MAKE) --no-print-directory --jobs=2 types tests

tests: $(READY)
	@$(BIN)/pytest $(PARALLEL) --cov --cov-report=term

check: lint types ## format, lint, types, imports, the scripts of the page

lint: $(READY)
	@$(BIN)/ruff format --check --quiet .
	@$(BIN)/ruff check --quiet .

types: $(READY) $(NODE_READY)
	@$(BIN)/mypy
	@$(BIN)/lint-imports --no-cache
	@$(with_node) node_modules/.bin/tsc
	@$(with_node) node_modules/.bin/eslint src/ludoteca/ui/web

machine: # all programs that the tests need, one after the other: only one package manager may run at a time
	@MAKEFLAGS= $(MAKE) --no-print-directory chromium jdk programs

chromium: # a browser for the tests
	@$(call have,chromium-headless-shell,chromium-headless-shell chromium,Chromium cannot be installed: the page is not tested.)

jdk: # a JDK for the tests
	@$(call have,javac,default-jdk-headless,A JDK cannot be installed: Java is not tested.)

programs: # two proxies, a shell for SQLite and Prometheus, for the tests
	@$(call have,nginx,"nginx libnginx-mod-stream",nginx cannot be installed: the server is not tested behind it.)
	@$(call have,haproxy,haproxy,HAProxy cannot be installed: the server is not tested behind it.)
	@$(call have,sqlite3,sqlite3,SQLite's shell cannot be installed: backups are not tested.)
	@$(call have,promtool,prometheus,Prometheus cannot be installed: alerts are not tested.)
	@$(call have,prometheus-alertmanager,prometheus-alertmanager,Alertmanager cannot be installed: nobody is called in tests.)

format: $(READY) ## put the code into its usual shape
	@$(BIN)/ruff check --quiet --fix-only .
	@$(BIN)/ruff format .

prove: $(READY) chromium jdk programs ## the long versions of the tests, twenty times the cases
	@PROVE=1 $(BIN)/pytest $(PARALLEL)

valgrind: # counts instructions
	@$(call have,valgrind,valgrind,Valgrind cannot be installed: instructions are not counted.)

bench: $(READY) chromium jdk valgrind ## measure speed, as ratios to floors measured in the same run
	@$(BIN)/python bench/playouts.py
	@$(BIN)/python bench/search.py
	@$(BIN)/python bench/server.py
	@$(BIN)/python bench/bots.py
	@$(BIN)/python bench/lists.py
	@$(BIN)/python bench/million.py
	@$(BIN)/python bench/nodes.py
	@$(BIN)/python bench/console.py
	@$(BIN)/python bench/rmi.py
	@PYTHONPATH=. $(BIN)/python bench/answers.py
	@PYTHONPATH=. $(BIN)/python bench/page.py
	@$(BIN)/python bench/costs.py
	@$(BIN)/python bench/scale.py
	@$(BIN)/python bench/instructions.py

arena: $(READY) ## measure how strong the bots are, for docs/bots.md; ARENA_GAMES=20 instead of 200 for a first look
	@$(BIN)/python bench/arena.py --games $${ARENA_GAMES:-200}

screenshots: $(READY) chromium ## take the pictures in docs/pictures anew (ONLY="welcome tour": only those)
	@$(BIN)/python -m tests.web.screenshots $(ONLY)

lock: $(NODE_READY) ## choose the newest versions of all dependencies again
	@$(PYTHON) -m venv build/lock && build/lock/bin/pip install --quiet uv
	@build/lock/bin/uv pip compile --quiet --upgrade --no-strip-extras --generate-hashes --universal --python-version 3.11 \
		--no-emit-index-url --custom-compile-command 'make lock' \
		--extra all --extra gym --extra servers --group dev pyproject.toml --output-file requirements.txt
	@build/lock/bin/uv pip compile --quiet --upgrade --no-strip-extras --generate-hashes --universal --python-version 3.11 \
		--no-emit-index-url --custom-compile-command 'make lock' --constraint requirements.txt \
		--extra bots --extra cluster --extra speed pyproject.toml --output-file deploy/requirements.txt
	@build/lock/bin/uv pip compile --quiet --upgrade --generate-hashes --universal --python-version 3.11 \
		--no-emit-index-url --custom-compile-command 'make lock' --group node --output-file requirements-node.txt
	@$(with_node) npm update --package-lock-only

clean: ## remove everything that was made
	@rm -rf $(VENV) build dist node_modules htmlcov .coverage .coverage.* .mypy_cache .ruff_cache .pytest_cache .hypothesis
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(READY): requirements.txt pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
		echo "Ludoteca needs Python 3.11 or later. Name one: make PYTHON=python3.11 …" >&2; exit 2; }
	@echo "Setting up $(VENV) …"
	@if command -v uv >/dev/null 2>&1; then \
		uv venv --quiet --allow-existing --python "$(PYTHON)" $(VENV) && \
		uv pip sync --quiet --python $(VENV) --require-hashes requirements.txt && \
		uv pip install --quiet --python $(VENV) --no-deps --no-build-isolation --editable . ; \
	else \
		"$(PYTHON)" -m venv $(VENV) && \
		$(BIN)/python -m pip install --quiet --require-hashes --requirement requirements.txt && \
		$(BIN)/python -m pip install --quiet --no-deps --no-build-isolation --editable . ; \
	fi
	@touch $@

# The Node of the machine, or where it has none, or one too old, that of a package.
$(NODE_READY): package.json package-lock.json requirements-node.txt
	@echo "Setting up node_modules …"
	@$(with_node) npm ci --silent 2>/dev/null || { \
		"$(PYTHON)" -m venv $(NODE) && \
		$(NODE)/bin/pip install --quiet --require-hashes --requirement requirements-node.txt && \
		$(with_node) npm ci --silent ; \
	}
	@touch $@
