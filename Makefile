PYTHON ?= python3

.PHONY: check format lint tidy types directions test tables bench bench-quick bench-compiling bench-options bench-readme sanitized cross fuzz docs site vsix page page-check page-test play-all

CLANG_FORMAT = $(PYTHON) -c "from clang_format import clang_format; clang_format()"

# The kernel's files that are new, or differ from the branch `main`; `make tidy TIDIED="puzzledsl/kernel/native/*.?pp"` takes minutes.
SINCE = $(shell git merge-base HEAD main 2>/dev/null || echo HEAD)
KERNEL = -- 'puzzledsl/kernel/native/*.?pp'
TIDIED ?= $(shell git diff --name-only --diff-filter=d $(SINCE) $(KERNEL); git ls-files --others $(KERNEL))
CLANG_TIDY = $(PYTHON) -c "from clang_tidy import clang_tidy; clang_tidy()"

check: lint tidy types directions page-test

format:
	$(PYTHON) -m ruff format .
	$(PYTHON) -m ruff check --fix .
	$(CLANG_FORMAT) -i puzzledsl/kernel/native/*.?pp

lint:
	$(PYTHON) -m ruff format --check .
	$(PYTHON) -m ruff check .
	$(CLANG_FORMAT) --dry-run -Werror puzzledsl/kernel/native/*.?pp

tidy:
	$(if $(TIDIED),$(CLANG_TIDY) --quiet $(TIDIED) -- -x c++ -std=c++20 -Wno-pragma-once-outside-header)

types:
	$(PYTHON) -m mypy

directions:
	$(PYTHON) -c "from importlinter.cli import lint_imports_command; lint_imports_command()"

# Options for all tests: the slow ones, too, and each law with all of its examples.
ALL = -m "" --hypothesis-profile=full

test:
	$(PYTHON) -m pytest $(ALL)

# The parse tables and the lexicon, as an editable install writes them. Without them each start takes half a second more, and
# each import of a link a quarter.
tables:
	$(PYTHON) -m puzzledsl.reading.construction
	$(PYTHON) -m puzzledsl.formats.prose.lexicon

# Options of the benchmark: make bench BENCH="--classics solved.tsv --python peers/bin/python"
BENCH ?=

bench:
	$(PYTHON) benchmarks/bench.py $(BENCH)

bench-quick:
	$(PYTHON) benchmarks/bench.py --quick --json benchmarks/quick.json $(BENCH)

bench-compiling:
	$(PYTHON) benchmarks/compiling.py --readme

# What HiGHS' options are worth: one taken away or added at a time. Some minutes.
bench-options:
	$(PYTHON) benchmarks/options.py $(BENCH)

# Tables and plot in benchmarks/README.md from the raw figures; PLOT_PYTHON has matplotlib.
PLOT_PYTHON ?= $(PYTHON)

bench-readme:
	$(PYTHON) benchmarks/report.py benchmarks/figures.json
	$(PLOT_PYTHON) benchmarks/plot.py benchmarks/figures.json benchmarks/figures.png

# The laws of the kernel with a library that looks for bad memory accesses and undefined arithmetic.
SANITIZERS = -Werror -O1 -fsanitize=address,undefined -fno-sanitize-recover=undefined -g
sanitized:
	$(PYTHON) -m puzzledsl.kernel.building $(SANITIZERS)
	LD_PRELOAD="$$(c++ -print-file-name=libasan.so) $$(c++ -print-file-name=libstdc++.so)" ASAN_OPTIONS=detect_leaks=0:quarantine_size_mb=1 \
		$(PYTHON) -m pytest tests/kernel tests/presolve tests/primitives tests/search tests/fuzz/test_numbers.py; \
		status=$$?; rm -f puzzledsl/kernel/kernel.so; exit $$status

# The kernel compiled for systems that are not at hand, by `ziglang`; nothing runs there. Some minutes.
cross:
	mkdir -p build/kernel
	for platform in x86_64-windows-gnu x86_64-macos aarch64-macos; do \
		$(PYTHON) -m puzzledsl.kernel.building --for $$platform build/kernel/$$platform || exit 1; \
	done

fuzz:
	PUZZLEDSL_FUZZ=2000 $(PYTHON) -m pytest -m "" tests/fuzz
	$(PYTHON) -m tests.fuzz.links 10000
	$(PYTHON) -m tests.fuzz.models 20000

docs:
	$(PYTHON) docs/make_rules.py
	$(PYTHON) docs/make_pictures.py
	$(PYTHON) docs/make_notebooks.py
	$(PYTHON) editors/make_grammar.py

# The documentation site, in build/site. Needs the extra `site`.
site:
	$(PYTHON) docs/website/build.py

# The extension for VS Code: editors/vscode/puzzledsl.vsix. Needs node 20.
vsix:
	cd editors/vscode && npm ci --no-audit --no-fund && npm run package

# The page of `puzzledsl edit`, from web/ into puzzledsl/web/assets, which is under version control: users need no node.
page: web/node_modules
	cd web && npm run --silent types && npm run --silent build

# Whether the built page is what its sources give.
page-check: web/node_modules
	cd web && npm run --silent types && npm run --silent compare

# The example of each genre, or of GENRES="masyu hashi", played in Chromium by clicks, drags and keys. A quarter of an hour.
play-all:
	$(PYTHON) -m tests.web.player $(GENRES)

# Its tests that need no browser, where node is.
NPM = $(shell command -v npm)
page-test: $(if $(NPM),web/node_modules)
	$(if $(NPM),cd web && npm run --silent test)

web/node_modules: web/package-lock.json
	cd web && npm ci --silent --no-audit --no-fund
	touch web/node_modules
