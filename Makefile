# One file for people and for continuous integration. Every target does the set-up it needs.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
MAKEFLAGS += --no-builtin-rules

# A Python built without --enable-optimizations (as pyenv builds it unless told otherwise) runs Mneme a sixth slower than
# the system's own: then the system's is taken, if it is new enough. PYTHON=… chooses another.
ifndef PYTHON
PYTHON := $(shell python3 -c 'import sys, sysconfig; \
	sys.exit("--enable-optimizations" not in (sysconfig.get_config_var("CONFIG_ARGS") or ""))' 2>/dev/null \
	&& echo python3 || { /usr/bin/python3 -c 'import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 11))' 2>/dev/null \
	&& echo /usr/bin/python3; } || echo python3)
endif
UV_VERSION := 0.13.7
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
COMPILED := $(VENV)/.compiled

# What puts something in a module's place, to plant a fault or to see more, needs that module as it is written.
PATCHING := $(wildcard tests/*/test_planted_*.py) tests/conformance/test_folding.py

NODE_READY := web/node_modules/.ready
PAGE := src/mneme/web/index.html
PAGE_SOURCES := web/index.html $(wildcard web/*.json web/*.ts web/*.js) $(shell find web/src web/public -type f)

# uv must use the Python we have (left alone it would look for another one on the net) and trust whom the system trusts.
export UV_PYTHON_DOWNLOADS := never
export UV_SYSTEM_CERTS := true
UV_INSTALL := $(BIN)/uv pip install --quiet --python $(BIN)/python
UV_COMPILE := $(BIN)/uv pip compile --quiet --upgrade --universal --python-version 3.11 \
	--generate-hashes --no-header --no-emit-index-url

# Install packages of the system, where we may: $(call install,why,packages)
define install
@may() { [ "$$(id -u)" = 0 ] || sudo -n true 2>/dev/null; }; \
	if ! command -v apt-get >/dev/null || ! may; then \
		echo "$(1): install $(2), then run make again." >&2; exit 1; fi; \
	as_root=; [ "$$(id -u)" = 0 ] || as_root=sudo; \
	$$as_root apt-get update -qq; \
	$$as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $(2)
endef

.PHONY: help
help: ## Show this list.
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/make \1\t\2/p' $(MAKEFILE_LIST) | expand -t 20

.PHONY: setup
setup: $(READY) $(COMPILED) ## Prepare everything the other targets need.

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
		|| { echo "Mneme needs Python 3.11 or newer as $(PYTHON)." >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || $(MAKE) --no-print-directory system-venv
	$(PYTHON) -m venv $(VENV)

# Debian keeps the venv module in a package of its own.
.PHONY: system-venv
system-venv:
	$(call install,$(PYTHON) has no venv module,python3-venv)

$(BIN)/uv: | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check uv==$(UV_VERSION)

$(READY): pyproject.toml requirements-dev.txt | $(BIN)/uv
	$(UV_INSTALL) --require-hashes -r requirements-dev.txt
	$(UV_INSTALL) --no-deps --editable .
	@touch $@

# Where they cannot be compiled, the modules run as they are written.
$(COMPILED): compile_modules.py $(wildcard src/mneme/engine/*.py src/mneme/server/*.py src/mneme/games/*/words.py) src/mneme/bots/runner.py $(READY)
	$(BIN)/python compile_modules.py 2>&1 | { grep -v 'Treating generator comprehension as list' || true; }
	@touch $@

.PHONY: compiler
compiler:
	@echo '#include <Python.h>' | cc -E -xc $$($(PYTHON) -c 'import sysconfig; print("-I" + sysconfig.get_path("include"))') - \
		>/dev/null 2>&1 || $(MAKE) --no-print-directory system-compiler

.PHONY: system-compiler
system-compiler:
	$(call install,What is compiled is tested too and that takes a C compiler,gcc libc6-dev python3-dev)
	rm -f $(COMPILED)

.PHONY: play
play: setup $(PAGE) ## Open a table in your browser.
	$(BIN)/mneme serve --open

.PHONY: terminal
terminal: setup ## Play Schizonauts at this terminal.
	$(BIN)/mneme play schizonauts

.PHONY: web
web: $(PAGE) ## Build the browser client into the package.

$(PAGE): $(NODE_READY) $(PAGE_SOURCES)
	cd web && npm run build
	@touch $@

$(NODE_READY): web/package.json web/package-lock.json
	@command -v npm >/dev/null || { echo "The browser client is built with Node, 20.19 or newer, and npm;" \
		"install them (the packages nodejs and npm), then run make again." >&2; exit 1; }
	cd web && npm ci --no-fund --no-audit --engine-strict
	@touch $@

.PHONY: types
types: setup $(NODE_READY) ## Tell the browser client what the server says now.
	$(BIN)/python -m mneme.server.schema > web/schema.json
	cd web && npm run types

.PHONY: wheel
wheel: $(PAGE) | $(BIN)/uv ## Build the package, with the browser client in it.
	$(BIN)/uv build --quiet --python $(BIN)/python

# All tests that can run on the modules as they are played, compiled, do. Before them the two halves of the project are
# made ready side by side, since one core would mostly wait.
.PHONY: test
test: compiler $(BIN)/python ## Check the code, run every test, and see that every rule has one.
	@$(MAKE) --no-print-directory --jobs 2 --output-sync=target check-python test-web chromium
	$(BIN)/python -m pytest -n 2 $(PATCHING) tests/engine tests/conformance/test_playthroughs.py
	MNEME_COMPILED=1 $(BIN)/python -m pytest -n 2 --ignore=tests/browser $(addprefix --ignore=,$(PATCHING))
	MNEME_COMPILED=1 $(BIN)/python -m pytest -n 2 --maxschedchunk 1 tests/browser
	@for game in schizonauts know-thyself utopolis lost-days; do $(BIN)/mneme rules $$game --check || exit 1; done

.PHONY: screens
screens: setup $(PAGE) chromium ## Take a picture of every main screen, into the folder screens.
	$(BIN)/python -m tests.browser.screens

.PHONY: chromium
chromium:
	@command -v chromium >/dev/null || $(MAKE) --no-print-directory system-chromium

.PHONY: system-chromium
system-chromium:
	$(call install,The browser tests need Chromium,chromium fonts-dejavu-core)

.PHONY: check
check: check-python check-web ## Lint, formatting and strict types, of the server and of the client.

.PHONY: check-python
check-python: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

.PHONY: check-web
check-web: $(NODE_READY)
	cd web && npm run types -- --check
	cd web && npm run check

.PHONY: test-web
test-web: check-web $(PAGE)
	cd web && npm test

.PHONY: format
format: setup ## Put the code in the house format.
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

.PHONY: bench
bench: setup ## Measure; one JSON line a figure.
	$(BIN)/python -m bench

.PHONY: playthroughs
playthroughs: setup ## Record the playthrough transcripts again; read the diff before you commit it.
	$(BIN)/python -m tests.conformance.record

.PHONY: lock
lock: $(BIN)/uv ## Pin the newest versions that pyproject.toml allows.
	$(UV_COMPILE) pyproject.toml -o requirements.txt
	$(UV_COMPILE) pyproject.toml --group dev -o requirements-dev.txt

.PHONY: clean
clean: ## Remove everything that make can make again.
	rm -rf $(VENV) web/node_modules src/mneme/web build dist screens .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find src -name '*.so' -o -name '*.pyd' | xargs rm -f
	find src tests bench -name __pycache__ -type d -prune -exec rm -rf {} + 2>/dev/null || true
