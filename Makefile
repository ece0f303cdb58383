# make demo   the packaged example, end to end
# make test   format, lint, types and tests
# Both do all their own set-up in .venv; they need Python 3.11 or newer and make.

PYTHON ?= $(firstword $(foreach p,python3 python3.14 python3.13 python3.12 python3.11,$(if \
	$(shell $(p) -c 'import sys; sys.version_info < (3, 11) or print(1)' 2>/dev/null),$(p))) python3)
VENV := .venv
BIN := $(VENV)/bin

.PHONY: demo test lint format clean

demo: $(VENV)/.installed
	$(BIN)/ragstrata demo

test: lint
	$(BIN)/python -m pytest -q -n auto

lint: $(VENV)/.installed-dev
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy

format: $(VENV)/.installed-dev
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

$(VENV)/.python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
		|| { echo "ragstrata needs Python 3.11 or newer; name one: make PYTHON=/path/to/python3.11 …" >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null \
		|| { echo "$(PYTHON) cannot make an environment: install its venv module (Debian, Ubuntu: apt-get install python3-venv)" >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)
	@touch $@

$(VENV)/.installed: $(VENV)/.python pyproject.toml constraints.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e .
	@touch $@

$(VENV)/.installed-dev: $(VENV)/.installed requirements-dev.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -r requirements-dev.txt
	@touch $@

clean:
	rm -rf $(VENV) build dist runs .pytest_cache .mypy_cache .ruff_cache .hypothesis
