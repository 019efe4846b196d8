# Every target creates or updates .venv first; `make` alone lists the targets.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
# Used if the machine has no suitable Node.
NODE := build/node
NODE_READY := node_modules/.ready
PEERS_READY := bench/peers/node_modules/.ready
# A host who only builds the wheel does not need the tools for development.
BUILDER = $(if $(wildcard $(READY)),$(VENV),build/dist)
with_node = PATH="$(CURDIR)/$(NODE)/bin:$$PATH"
# One process more than cores: tests often wait for browsers, terminals and clocks.
PARALLEL = -n $(shell expr $$(getconf _NPROCESSORS_ONLN) + 1) --dist worksteal
# The tests start hundreds of processes; with cached bytecode each starts faster.
export PYTHONDONTWRITEBYTECODE :=

# $(call have,PROGRAM,PACKAGES,MESSAGE): if PROGRAM is missing and we are root on Debian, install the first available package;
# print MESSAGE if that fails.
have = command -v $(1) >/dev/null || [ "$$(id -u)" != 0 ] || ! command -v apt-get >/dev/null || { \
	export DEBIAN_FRONTEND=noninteractive; apt-get update && \
	for package in $(2); do apt-get install --yes --no-install-recommends $$package && exit; done; \
} >/dev/null 2>&1 || echo "$(3)" >&2

.DEFAULT_GOAL := help
.PHONY: help play test tests check lint types machine chromium jdk programs valgrind peers format prove bench arena screenshots dist lock clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / {printf "  make %-11s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

play: $(READY) ## start a server and open its page in the browser (HOST=0.0.0.0: also accept players on your local network)
	@echo "To play in the terminal, against bots: $(BIN)/ludoteca play shelfie"
	@$(BIN)/ludoteca serve --data build/play --open $(if $(findstring command,$(origin HOST)),--host '$(HOST)')

test: ## run everything that CI runs: check, and all tests with coverage
	@$(MAKE) --no-print-directory --jobs=2 lint machine
	@# The first type check takes a while on one core: it runs beside the tests.
	@$(MAKE) --no-print-directory --jobs=2 types tests

tests: $(READY)
	@$(BIN)/pytest $(PARALLEL) --cov --cov-report=term

check: lint types ## check format, lint, prose, types, imports and the page's scripts

lint: $(READY)
	@$(BIN)/ruff format --check --quiet .
	@$(BIN)/ruff check --quiet .
	@$(BIN)/pytest --quiet tests/test_prose.py

types: $(READY) $(NODE_READY)
	@$(BIN)/mypy
	@$(BIN)/lint-imports --no-cache
	@$(with_node) node_modules/.bin/tsc
	@$(with_node) node_modules/.bin/eslint src/ludoteca/ui/web bench/peers

machine: # install all programs that the tests need, one at a time: package managers cannot run in parallel
	@MAKEFLAGS= $(MAKE) --no-print-directory chromium jdk programs

chromium: # install a browser for the tests
	@$(call have,chromium-headless-shell,chromium-headless-shell chromium,Chromium cannot be installed: the page is not tested.)

jdk: # install a JDK for the tests
	@$(call have,javac,default-jdk-headless,A JDK cannot be installed: Java is not tested.)

programs: # install two proxies, the SQLite shell, network tools, Prometheus and Alertmanager for the tests
	@$(call have,nginx,"nginx libnginx-mod-stream",nginx cannot be installed: the server is not tested behind it.)
	@$(call have,haproxy,haproxy,HAProxy cannot be installed: the server is not tested behind it.)
	@$(call have,sqlite3,sqlite3,The SQLite shell cannot be installed: backups are not tested.)
	@$(call have,ip,iproute2,ip cannot be installed: printed commands are not tested.)
	@$(call have,promtool,prometheus,Prometheus cannot be installed: alerts are not tested.)
	@$(call have,prometheus-alertmanager,prometheus-alertmanager,Alertmanager cannot be installed: alert routing is not tested.)

format: $(READY) ## format the code
	@$(BIN)/ruff check --quiet --fix-only .
	@$(BIN)/ruff format .

prove: $(READY) chromium jdk programs ## run the long tests, with twenty times the cases
	@PROVE=1 $(BIN)/pytest $(PARALLEL)

valgrind: # install Valgrind, which counts instructions
	@$(call have,valgrind,valgrind,Valgrind cannot be installed: instructions are not counted.)

peers: # install boardgame.io and Colyseus, to measure them as well
	@$(MAKE) --no-print-directory $(PEERS_READY) >/dev/null 2>&1 || true  # bench/peers.py says that they are missing

bench: $(READY) chromium jdk valgrind peers ## measure speed relative to floors measured in the same run
	@$(BIN)/python bench/playouts.py
	@$(BIN)/python bench/search.py
	@$(BIN)/python bench/server.py
	@$(BIN)/python bench/peers.py
	@$(BIN)/python bench/bots.py
	@$(BIN)/python bench/lists.py
	@$(BIN)/python bench/million.py
	@$(BIN)/python bench/rebuilding.py
	@$(BIN)/python bench/nodes.py
	@$(BIN)/python bench/console.py
	@$(BIN)/python bench/rmi.py
	@PYTHONPATH=. $(BIN)/python bench/answers.py
	@PYTHONPATH=. $(BIN)/python bench/page.py
	@$(BIN)/python bench/costs.py
	@$(BIN)/python bench/scale.py
	@$(BIN)/python bench/instructions.py

arena: $(READY) ## measure the strength of the bots for docs/bots.md (ARENA_GAMES=20: a quick run; default 200)
	@$(BIN)/python bench/arena.py --games $${ARENA_GAMES:-200}

screenshots: $(READY) chromium ## retake the pictures in docs/pictures (ONLY="welcome tour": only those)
	@$(BIN)/python -m tests.web.screenshots $(ONLY)

dist: ## build the wheel and the source archive in dist; the same sources give the same bytes
	@[ -x $(BUILDER)/bin/hatchling ] || { "$(PYTHON)" -m venv $(BUILDER) && \
		$(BUILDER)/bin/python -m pip install --quiet --require-hashes --requirement requirements-build.txt ; }
	@rm -f dist/ludoteca-*
	@$(BUILDER)/bin/hatchling build --directory dist

lock: $(NODE_READY) $(PEERS_READY) ## update all locked dependencies to their newest versions
	@$(PYTHON) -m venv build/lock && build/lock/bin/pip install --quiet uv
	@build/lock/bin/uv pip compile --quiet --upgrade --no-strip-extras --generate-hashes --universal --python-version 3.11 \
		--no-emit-index-url --custom-compile-command 'make lock' \
		--extra all --extra gym --extra servers --group dev pyproject.toml --output-file requirements.txt
	@build/lock/bin/uv pip compile --quiet --upgrade --no-strip-extras --generate-hashes --universal --python-version 3.11 \
		--no-emit-index-url --custom-compile-command 'make lock' --constraint requirements.txt \
		--extra alerts --extra bots --extra cluster --extra pictures --extra speed pyproject.toml --output-file deploy/requirements.txt
	@build/lock/bin/uv pip compile --quiet --upgrade --generate-hashes --universal --python-version 3.11 \
		--no-emit-index-url --custom-compile-command 'make lock' --group node --output-file requirements-node.txt
	@build/lock/bin/uv pip compile --quiet --upgrade --generate-hashes --universal --python-version 3.11 \
		--no-emit-index-url --custom-compile-command 'make lock' --constraint requirements.txt \
		--group build --output-file requirements-build.txt
	@$(with_node) npm update --package-lock-only
	@cd bench/peers && $(with_node) npm update --package-lock-only

clean: ## remove all generated files
	@rm -rf $(VENV) build dist node_modules bench/peers/node_modules htmlcov .coverage .coverage.* .mypy_cache .ruff_cache .pytest_cache .hypothesis
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(READY): requirements.txt pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
		echo "Ludoteca needs Python 3.11 or later. Set one: make PYTHON=python3.11 …" >&2; exit 2; }
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

# $(call npm_ci,FOLDER): install the locked packages. Use the machine's Node; if it is missing or too old, install one from a Python
# package.
npm_ci = cd $(1) && $(with_node) npm ci --silent 2>/dev/null || { cd "$(CURDIR)" && \
		"$(PYTHON)" -m venv $(NODE) && \
		$(NODE)/bin/pip install --quiet --require-hashes --requirement requirements-node.txt && \
		cd $(1) && $(with_node) npm ci --silent ; \
	}

$(NODE_READY): package.json package-lock.json requirements-node.txt
	@echo "Setting up node_modules …"
	@$(call npm_ci,.)
	@touch $@

$(PEERS_READY): bench/peers/package.json bench/peers/package-lock.json requirements-node.txt
	@$(call npm_ci,bench/peers)
	@touch $@
