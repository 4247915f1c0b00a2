# Two commands do everything: `make play` and `make test`. Each sets up what it needs by itself.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check -q

# The editable install knows the Python files that were there when it was made, so its stamp is
# named after their list: a new file installs again, a changed one does not.
FILES := $(shell find src -name '*.py' | LC_ALL=C sort | cksum | cut -d' ' -f1)
STAMP := $(VENV)/.stamp
NATIVE := CMakeLists.txt $(shell find native -type f)
MACHINE := -Ccmake.define.TENGEN_MACHINE=ON
TOOL := build/tool/tengen-tool
SANITIZED := build/sanitize/tengen-tool
SOURCES := src tests benchmarks
# The rules come first: they need no time to collect, and nothing else matters if they are wrong.
FIRST := tests/unit/core
# Playwright keeps an event loop running in its process, so nothing else is tested there.
BROWSER := tests/browser
# One more than there are cores, because many tests wait for a process, a browser or a clock.
WORKERS := $(shell expr $$(getconf _NPROCESSORS_ONLN) + 1)

.PHONY: play test check soak bench sanitize engine-at screens clean help

help:
	@echo "make play       install, build and play"
	@echo "make test       install, build and run every test"
	@echo "make check      ruff, mypy and clang-format only (part of make test)"
	@echo "make sanitize   the native tests under the address and undefined-behaviour sanitizers"
	@echo "make soak       the long tests, for hours (POSITIONS=n sets how long the native one is)"
	@echo "make bench      how fast the board is"
	@echo "make engine-at REV=…   an older tengen, built beside this one for matches"
	@echo "make screens    pictures of every page in build/screens, to be looked at"
	@echo "make clean      remove everything that was built"

play: $(STAMP)-play-$(FILES)
	@$(BIN)/tengen

test: $(STAMP)-test-$(FILES) $(TOOL) system
	$(BIN)/python -m pytest -q $(FIRST)
	$(BIN)/python -m pytest -q -n $(WORKERS) --dist worksteal $(BROWSER)
	$(BIN)/python -m pytest -q -n $(WORKERS) --dist worksteal $(addprefix --ignore=,$(FIRST) $(BROWSER))
	$(MAKE) --no-print-directory check

check: $(STAMP)-test-$(FILES)
	$(BIN)/ruff check $(SOURCES)
	$(BIN)/ruff format --check $(SOURCES)
	$(BIN)/clang-format --dry-run --Werror $(shell find native -name '*.cpp' -o -name '*.h')
	$(BIN)/mypy

soak: $(STAMP)-test-$(FILES) $(TOOL) system
	$(TOOL) soak $(or $(POSITIONS),100000000)
	$(BIN)/python -m pytest -m soak -n auto

bench: $(STAMP)-play-$(FILES)
	$(BIN)/python benchmarks/board.py $(if $(RAPFI),--rapfi $(RAPFI))

screens: $(STAMP)-test-$(FILES) system
	$(BIN)/python tests/browser/screens.py build/screens

sanitize: $(SANITIZED)
	$(SANITIZED) tables
	$(SANITIZED) soak 3000
	$(SANITIZED) perft renju 6 3
	$(SANITIZED) network renju 500 src/tengen/engine/weights/renju.bin
	for rule in freestyle standard renju caro caro-open; do \
	  $(SANITIZED) search $$rule 15 h8i9i7h10j8 30000 && $(SANITIZED) search $$rule 6 c3d4 30000 && \
	  $(SANITIZED) search $$rule 15 h8i9i7h10j8 30000 src/tengen/engine/weights/$$rule.bin || exit 1; \
	done

# PostgreSQL proves that the store speaks it, Chromium that the pages work, and Xvfb the window;
# without them those tests say why they are skipped.
.PHONY: system
system:
	@if ! ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 && command -v apt-get >/dev/null \
	    && [ "$$(id -u)" = 0 ]; then \
	  echo "installing PostgreSQL for the store's tests"; \
	  (apt-get update -qq && apt-get install -y -qq postgresql) >/dev/null 2>&1 || true; \
	fi
	@if ! command -v chromium >/dev/null && command -v apt-get >/dev/null && [ "$$(id -u)" = 0 ]; then \
	  echo "installing Chromium for the browser tests"; \
	  (apt-get update -qq && apt-get install -y -qq chromium fonts-noto-cjk) >/dev/null 2>&1 || true; \
	fi
	@if ! command -v Xvfb >/dev/null && command -v apt-get >/dev/null && [ "$$(id -u)" = 0 ]; then \
	  echo "installing Xvfb and xdotool for the window's tests"; \
	  (apt-get update -qq && apt-get install -y -qq xvfb xdotool) >/dev/null 2>&1 || true; \
	fi

# An older revision in its own folder and environment, both named after its commit.
AT = build/at/$(shell git rev-parse --short --verify --quiet "$(REV)^{commit}")
engine-at:
	@test "$(AT)" != build/at/ || { echo "say which revision: make engine-at REV=v0.1.0"; exit 2; }
	@test -d $(AT)/tree || { mkdir -p $(AT) && git archive $(REV) --prefix=tree/ | tar x -C $(AT); }
	@test -x $(AT)/bin/pbrain-tengen || { $(PYTHON) -m venv $(AT) && \
	  $(AT)/bin/python -m pip --disable-pip-version-check -q install $(MACHINE) $(AT)/tree; }
	@echo "$(AT)/bin/pbrain-tengen"

clean:
	rm -rf build $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis

$(VENV)/bin/python:
	$(PYTHON) -c 'import sys; sys.exit("tengen needs Python 3.11 or newer" if sys.version_info < (3, 11) else 0)'
	$(PYTHON) -m venv $(VENV)
	$(PIP) install "scikit-build-core>=1.0" "nanobind>=3.0" cmake ninja

$(STAMP)-play-$(FILES): $(VENV)/bin/python pyproject.toml $(NATIVE)
	$(PIP) install --no-build-isolation $(MACHINE) -e ".[all]"
	@rm -f $(STAMP)-*
	@touch $@

$(STAMP)-test-$(FILES): $(VENV)/bin/python pyproject.toml $(NATIVE)
	$(PIP) install --no-build-isolation $(MACHINE) -e ".[test]"
	@rm -f $(STAMP)-*
	@touch $@ $(STAMP)-play-$(FILES)

$(TOOL): $(VENV)/bin/python $(NATIVE)
	@$(BIN)/cmake -S . -B build/tool -DTENGEN_MODULE=OFF -DTENGEN_TOOL=ON -DTENGEN_MACHINE=ON >/dev/null
	@$(BIN)/cmake --build build/tool --parallel >/dev/null
	@touch $@

$(SANITIZED): $(VENV)/bin/python $(NATIVE)
	@$(BIN)/cmake -S . -B build/sanitize -DTENGEN_MODULE=OFF -DTENGEN_TOOL=ON -DTENGEN_SANITIZE=ON >/dev/null
	@$(BIN)/cmake --build build/sanitize --parallel >/dev/null
	@touch $@
