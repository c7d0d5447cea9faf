# `make` lists the targets. Each target makes what it needs: uv in .uv, the locked packages in .venv.
PYTHON ?= python3
UV := .uv/bin/uv
BIN := .venv/bin
LOCK := $(UV) pip compile --quiet --universal --generate-hashes --no-header
GAME ?= emile
EDITOR := src/ludotheque/web/static/editor
GAMES = $(patsubst src/ludotheque/games/%/rules.py,%,$(wildcard src/ludotheque/games/*/rules.py))
PARALLEL := -n auto --dist worksteal
# A busy machine can let a browser miss a click. What failed is run once more, alone; both results are printed.
AGAIN = echo "Once more, alone, what has failed:" && $(BIN)/pytest -q --last-failed --last-failed-no-failures none
export UV_SYSTEM_CERTS ?= 1
unexport PYTHONDONTWRITEBYTECODE # every process of the tests would translate every module anew

.DEFAULT_GOAL := help
.PHONY: help setup run play test quick compile check fmt laws gpu bench soak screens contest-sim attacks cluster-test site notebook nets editor docs wheel chroot lock clean

help: ## list the targets
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1\t\2/p' $(MAKEFILE_LIST) | expand -t 16

setup: .venv/ready ## make .venv with everything that the tests need

run: .venv/ready ## open the web page at http://127.0.0.1:8000
	@$(BIN)/ludotheque serve

play: .venv/ready ## play in the terminal: make play GAME=emile
	@$(BIN)/ludotheque play $(GAME)

test: .venv/ready ## check style and types, run all tests; exactly what CI runs
	@$(MAKE) --no-print-directory --jobs=2 check compile
	$(BIN)/pytest -q $(PARALLEL) -m "not clock" || { $(AGAIN) -m "not clock"; }
	$(BIN)/pytest -q -m clock || { $(AGAIN) -m clock; }

quick: .venv/ready ## run the tests that need no browser, no server and little time (a minute)
	LUDOTHEQUE_LAWS=7 $(BIN)/pytest -q $(PARALLEL) -m "not browser and not server and not clock and not slow"

compile: .venv/ready ## compile all games and their bots into the cache, so that no test waits for it
	@printf '%s\n' $(GAMES) | xargs -n 1 -P $$(getconf _NPROCESSORS_ONLN) \
		$(BIN)/python -m ludotheque.web.precompile >/dev/null

check: .venv/ready ## check style and types
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

fmt: .venv/ready ## format the code
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

laws: .venv/ready ## check the laws over thousands of matches of every game (minutes)
	LUDOTHEQUE_LAWS=2000 $(BIN)/pytest -q tests/test_laws.py

gpu: $(if $(GPU_PYTHON),,.venv/ready) ## compare every game on the GPU with the CPU, and measure it, if there is a GPU
	@if [ -z "$(GPU_PYTHON)" ] && command -v nvidia-smi >/dev/null; then \
		$(UV) pip install --quiet --python .venv --require-hashes -r requirements/gpu.txt; fi
	@PYTHONPATH=src:$$PYTHONPATH $(or $(GPU_PYTHON),$(BIN)/python) bench/gpu.py

bench: .venv/ready ## measure the speed of games, the start and the bots
	$(BIN)/python bench/playouts.py
	$(BIN)/python bench/start.py
	$(BIN)/python bench/strength.py $(GAME)

cluster-test: .venv/ready ## play on a real Ray cluster of two nodes, and kill a worker and a node (minutes; installs Ray)
	$(UV) pip install --quiet --python .venv --require-hashes -r requirements/cluster.txt
	$(BIN)/pytest -q tests/arena/two_nodes.py

site: .venv/ready ## build the documentation as a site in site/
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict
	@echo "Open it with: $(BIN)/python -m http.server -d site 8001"

screens: .venv/ready ## play every game by mouse, touch and keyboard, and take pictures in screens/ (ten minutes)
	$(BIN)/python -m tests.web.screens $(if $(filter command line,$(origin GAME)),$(GAME))

soak: .venv/ready ## faults on purpose while people play, 20 minutes: make soak MINUTES=5
	$(BIN)/python -m bench.soak --minutes $(or $(MINUTES),20)

contest-sim: .venv/ready ## simulate a contest of 30 participants; then a smaller one with kill -9 (10 minutes)
	$(BIN)/python -m bench.contest_sim
	$(BIN)/python -m bench.contest_sim --participants 10 --versions 2 --matches 20 --kill 20

attacks: .venv/ready ## attack the sandbox in matches and as uploads to a contest (minutes)
	$(BIN)/python tests/attack_runner.py
	LUDOTHEQUE_ATTACKS=all $(BIN)/pytest -q tests/contest/test_uploaded_attacks.py

notebook: .venv/ready ## run the example notebook
	$(BIN)/jupyter-execute examples/notebook.ipynb

nets: .venv/ready ## train the networks that games ship, and measure them (minutes; needs PyTorch)
	$(BIN)/python bench/nets.py

editor: ## bundle the code editor of contests' pages, with its licences (needs npm)
	cd editor && npm ci --silent --no-audit --no-fund
	cd editor && npx esbuild editor.js --bundle --minify --format=esm --legal-comments=none --log-level=warning --outfile=../$(EDITOR)/editor.js
	@cd editor/node_modules && for file in $$(find @codemirror @lezer @marijn crelt style-mod w3c-keyname -maxdepth 2 -name 'LICENSE*' | sort); do echo "$$(dirname $$file)"; echo; cat $$file; echo; done > ../../$(EDITOR)/LICENSES.txt

docs: .venv/ready ## write the pages of docs/ that are generated from the code
	$(BIN)/python docs/build.py

wheel: .venv/ready $(if $(shell command -v npm),editor) ## build the wheel in dist/, with the code editor if there is npm
	@rm -rf dist
	$(BIN)/python -m hatchling build -t wheel

chroot: wheel ## set up a bare Debian in a folder, and play a move at its server (minutes; root, debootstrap)
	deploy/test-chroot

lock: $(UV) ## renew requirements/ from pyproject.toml
	$(LOCK) --extra web --extra postgres --extra docs --extra mcp --extra rl --extra net --extra openspiel --extra notebook --extra arena --extra tune --extra dev -o requirements/dev.txt pyproject.toml
	$(LOCK) -c requirements/dev.txt --extra cluster -o requirements/cluster.txt pyproject.toml  # beside dev.txt
	$(LOCK) -c requirements/dev.txt --extra gpu -o requirements/gpu.txt pyproject.toml

clean: ## remove what the targets made
	rm -rf .venv .uv dist .mypy_cache .pytest_cache .ruff_cache

$(UV):
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Ludothèque needs Python 3.11 or newer; say which with make PYTHON=…")'
	$(PYTHON) -m venv .uv
	.uv/bin/pip install --quiet --disable-pip-version-check uv

.venv/ready: requirements/dev.txt pyproject.toml | $(UV)
	$(UV) venv --quiet --allow-existing --python $(PYTHON) .venv
	$(UV) pip sync --quiet --python .venv --require-hashes --compile-bytecode requirements/dev.txt
	$(UV) pip install --quiet --python .venv --no-deps --no-build-isolation --editable .
	@touch $@
