# Two commands do everything on a machine that has Python, make and Node:  make demo   make test
PYTHON ?= python3
BIN := .venv/bin
OUT ?= out
COMPILER := $(shell cc --version >/dev/null 2>&1 || echo ,compiler)
PAGE := src/supple/render/player.html
CHECKED := tests/dynamics tests/kernels src/supple/dynamics src/supple/kernels
WEB_SOURCES := $(shell find web src/supple/render/shaders -path web/node_modules -prune -o -type f -print 2>/dev/null)

.DEFAULT_GOAL := help
.PHONY: help setup page graphics browser demo test lint types imports web unit package checked gallery bench docs \
  constraints clean

help:  ## what can be made
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14

setup: .venv/installed page  ## the virtual environment and the player page

.venv/installed: pyproject.toml constraints.txt
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt pip
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable '.[all$(COMPILER)]' --group dev --group docs
	@touch $@

page: $(PAGE)

web/node_modules/installed: web/package-lock.json
	cd web && npm ci --no-audit --no-fund --loglevel=error
	@touch $@

$(PAGE): web/node_modules/installed $(WEB_SOURCES)
	cd web && npm run --silent build
	@touch $@

graphics:
	@.ci/system graphics

browser: graphics
	@.ci/system browser

demo: setup graphics  ## run the hero demos and open an index page of them
	$(BIN)/supple demo --all -o $(OUT)/demo

test: setup browser lint types imports web unit package  ## style, types, imports, tests, browser, package; demos in their short forms

lint:
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types:
	$(BIN)/mypy

imports:
	$(BIN)/lint-imports

web: web/node_modules/installed
	cd web && npm run --silent check && npm run --silent lint

.venv/ziglang: .venv/installed
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt ziglang
	@touch $@

unit: setup .venv/ziglang
	$(BIN)/pytest -n 2 -m "not package and not gallery"

package: setup
	$(BIN)/pytest -m package

checked: setup  ## the tests of dynamics and kernels, every subscript of compiled kernels checked
	SUPPLE_CHECK=1 $(BIN)/pytest -n 2 $(CHECKED)

gallery: setup browser  ## all demos in full, with all that they leave and all that they show, then the documentation
	$(BIN)/pytest -n 2 -m gallery tests/demos
	@$(MAKE) docs

bench: setup  ## measure, side by side with peers, into out/bench.json
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --group bench
	-$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --group peers
	$(BIN)/python -m benchmarks $(OUT)/bench.json

docs: setup graphics  ## the documentation, gallery included, into docs/_build/html
	$(BIN)/sphinx-build -W --keep-going -q docs docs/_build/html
	@echo "docs/_build/html/index.html"

constraints: .venv/installed .venv/ziglang  ## pin what is installed now
	$(BIN)/python -m pip freeze --all --exclude-editable | grep -v -e ' @ ' -e setuptools > constraints.txt

clean:  ## remove what was made here
	rm -rf .venv web/node_modules $(PAGE) $(OUT) dist docs/_build docs/gallery
