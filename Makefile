# The commands people type. Each sets itself up: a virtual environment in .venv, from the hashed lock for development:
# what the service needs (requirements.lock, all that the image installs) and the tools to test it.
# CONTAINER_PYTHON names a Python of the image's version; then the second run of the tests is by that one.
PYTHON ?= python3
BIN := .venv/bin
STAMP := .venv/.installed
LOCK := config/dev.lock
COMPILE := --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header --quiet
TESTS_OF_SQL := tests/games/core tests/games/clocks tests/games/desk tests/games/test_admin.py \
	tests/games/test_health.py tests/games/test_readiness.py tests/games/test_rebuilding.py \
	tests/games/api/test_used_keys.py tests/games/web/test_lists_by_page.py tests/games/web/test_talk.py
TESTS_OF_PYTHON := tests/accounts tests/games/mail tests/pirates/test_dice.py tests/pirates/test_events.py \
	tests/pirates/test_frozen.py tests/pirates/test_kernel.py
CONTAINER_PYTHON ?=
CONTAINER_VENV := .venv-3.13
CONTAINER_BIN := $(CONTAINER_VENV)/bin
CONTAINER_STAMP := $(CONTAINER_VENV)/.installed
SECOND_BIN := $(if $(CONTAINER_PYTHON),$(CONTAINER_BIN),$(BIN))
CATALOGS := $(wildcard */locale/*/LC_MESSAGES/django.po)

.DEFAULT_GOAL := help
.PHONY: help setup play test check bench screenshots messages format lock

help: ## List the commands
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/'

setup: $(STAMP) $(CATALOGS:.po=.mo) ## Install everything into .venv, and compile the languages

$(STAMP): $(LOCK)
	$(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes --requirement $(LOCK)
	@touch $@

%.mo: %.po | $(STAMP)
	$(BIN)/pybabel --quiet compile --input-file $< --output-file $@

play: setup ## Run the whole service at http://127.0.0.1:8000 with demo players
	$(BIN)/python manage.py play

test: setup $(if $(CONTAINER_PYTHON),$(CONTAINER_STAMP)) ## Run all tests, on PostgreSQL where it answers; then those of SQL, locks, time zones, mail and accounts on SQLite
	$(BIN)/python -m pytest -n 3 --dist loadgroup
	@if $(BIN)/python -c "import sys; from tests.machine import HAS_POSTGRES; sys.exit(not HAS_POSTGRES)"; then \
		DATABASE_URL=sqlite:///var/test.sqlite3 $(SECOND_BIN)/python -m pytest $(TESTS_OF_SQL) $(TESTS_OF_PYTHON) \
			-n 3 --dist loadgroup -m "not slow and not browser and not postgres and not redis"; \
	fi

$(CONTAINER_STAMP): $(LOCK)
	$(CONTAINER_PYTHON) -m venv $(CONTAINER_VENV)
	$(CONTAINER_BIN)/pip install --quiet --disable-pip-version-check --require-hashes --requirement $(LOCK)
	@touch $@

check: setup ## Lint, types, layers, templates, migrations
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy .
	$(BIN)/lint-imports
	$(BIN)/djlint --lint --quiet games/templates accounts/templates
	$(BIN)/python manage.py makemigrations --check --dry-run

bench: setup ## Run the benchmarks and print their ratios
	$(BIN)/python -m pytest tests/bench --override-ini addopts= -p tests.machine -p no:logging --import-mode=importlib -q -s

screenshots: setup ## Take a picture of every page at three widths into var/screenshots
	$(BIN)/python -m pytest tests/e2e/take_screenshots.py -q --timeout 1800

messages: setup ## Bring the catalogs of the other languages in step with the sources (needs GNU gettext)
	$(BIN)/python manage.py makemessages

format: setup ## Write the code in the house format
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

lock: setup ## Renew both locks from pyproject.toml: the service's, and the one for development around it
	$(BIN)/pip install --quiet --disable-pip-version-check uv
	$(BIN)/uv pip compile pyproject.toml $(COMPILE) --output-file requirements.lock
	$(BIN)/uv pip compile pyproject.toml $(COMPILE) --all-extras --constraint requirements.lock --output-file $(LOCK)
