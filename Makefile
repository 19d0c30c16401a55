PYTHON ?= python3

.PHONY: check format lint types directions test bench fuzz docs

check: lint types directions

format:
	$(PYTHON) -m ruff format .
	$(PYTHON) -m ruff check --fix .

lint:
	$(PYTHON) -m ruff format --check .
	$(PYTHON) -m ruff check .

types:
	$(PYTHON) -m mypy

directions:
	lint-imports

test:
	$(PYTHON) -m pytest

bench:
	$(PYTHON) benchmarks/bench.py

fuzz:
	PUZZLEDSL_FUZZ=2000 $(PYTHON) -m pytest tests/fuzz

docs:
	$(PYTHON) docs/make_rules.py
