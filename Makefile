# `make run` and `make test` do everything, installing what they need into .venv.
PYTHON ?= python3
PORT ?= 8000
POSTGRES_HOST ?= 127.0.0.1
POSTGRES_PORT ?= 5432
KILLS ?= 200
BIN := .venv/bin
POSTGRES := $(POSTGRES_HOST):$(POSTGRES_PORT)
POSTGRES_URL := postgres://postgres@$(POSTGRES)/postgres
POSTGRES_ANSWERS = $(BIN)/python -c 'import socket; socket.create_connection(("$(POSTGRES_HOST)", $(POSTGRES_PORT)), 5)' 2>/dev/null
POSTGRES_INSTALLED = $(BIN)/pip install --quiet --disable-pip-version-check --requirement requirements-postgres.txt

.DEFAULT_GOAL := help
.PHONY: help run demo test test-slow test-hostile test-fast coverage test-browser test-postgres faults browser check audit format bench requirements clean access-matrix

help:
	@echo "make run      serve ofcscore here and to the phones on this network (PORT=8000)"
	@echo "make test     install what the tests need, a browser too, and run them (test-fast, test-browser: a part)"
	@echo "make test-slow  the exhaustive tests, of tens of seconds each"
	@echo "make test-hostile  of these, more than 100,000 inputs that nobody means to send, counted"
	@echo "make faults   kill a server 200 times in the middle of its work, on SQLite and on PostgreSQL where one answers"
	@echo "make check    format, lint, types, migrations, deployment settings, templates, known faults of pinned packages"
	@echo "make audit    ask the services for advisories about the pinned packages; wants the internet"
	@echo "make bench    measure the engine against its peers, pages as they are served, a full evening, and a tap"

run: .venv/installed .env
	@umask 077 && PLAIN_HTTP=$${PLAIN_HTTP:-true} $(BIN)/python manage.py serve --port $(PORT)

demo: .venv/installed .env
	@umask 077 && $(BIN)/python manage.py migrate --verbosity 0
	@umask 077 && $(BIN)/python manage.py demo

test: browser
	$(BIN)/pytest -n 2 -m "not browser and not slow"
	$(BIN)/pytest -m "browser and not slow"

# Twice as slow, so apart.
coverage: .venv/installed-dev
	$(BIN)/pytest -n 2 -m "not browser and not slow" --cov --cov-report=term:skip-covered

test-slow: browser
	$(BIN)/pytest -n 2 -m "slow and not browser"
	$(BIN)/pytest -m "slow and browser"

test-hostile: .venv/installed-dev
	$(BIN)/pytest -n 2 -v -m slow tests/hostile

test-fast: .venv/installed-dev
	$(BIN)/pytest -n 2 -m "not slow and not browser"

test-browser: browser
	$(BIN)/pytest -m browser tests/browser

# The tests on PostgreSQL, where there is one, in databases of their own; the engine's ask none.
test-postgres: browser
	@$(POSTGRES_ANSWERS) || { echo "No PostgreSQL answers at $(POSTGRES), so its tests did not run."; exit 0; } && \
	$(POSTGRES_INSTALLED) && export TEST_DATABASE_URL=$(POSTGRES_URL) && \
	$(BIN)/pytest -n 2 -m "not slow" tests/ledger tests/faults tests/test_worked_evening.py && \
	$(BIN)/pytest -m slow tests/faults tests/ledger/test_at_once.py && \
	$(BIN)/pytest -m "browser and not slow"

# Several minutes on each database.
faults: .venv/installed-dev
	@$(BIN)/python -m tests.faults --kills $(KILLS)
	@$(POSTGRES_ANSWERS) || { echo "No PostgreSQL answers at $(POSTGRES), so nothing was killed on one."; exit 0; } && \
	$(POSTGRES_INSTALLED) && $(BIN)/python -m tests.faults --kills $(KILLS) --postgresql $(POSTGRES_URL)

browser: .venv/installed-dev
	@$(BIN)/python -m tests.browser.chromium

check: .venv/installed-dev
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/djade --check --target-version 5.2 $$(git ls-files 'templates/*.html')
	DJANGO_SETTINGS_MODULE=tests.settings $(BIN)/python manage.py makemigrations --check --dry-run
	env SECRET_KEY=$$($(BIN)/python -c 'import secrets; print(secrets.token_urlsafe(50))') PLAIN_HTTP=false \
		ALLOWED_HOSTS=ofcscore.example $(BIN)/python manage.py check --deploy --fail-level WARNING
	$(BIN)/python contrib/audit.py requirements.txt requirements-dev.txt requirements-postgres.txt

# Strict, since a package that the service does not know would count as harmless otherwise.
audit: .venv/installed-dev
	$(BIN)/uv tool run pip-audit --strict --no-deps --disable-pip --progress-spinner off \
		--requirement requirements-dev.txt --requirement requirements-postgres.txt

format: .venv/installed-dev
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .
	$(BIN)/djade --target-version 5.2 $$(git ls-files 'templates/*.html')

access-matrix: .venv/installed-dev
	@DJANGO_SETTINGS_MODULE=tests.settings $(BIN)/python -m tests.ledger.access_matrix

bench: browser
	$(BIN)/python -m tests.bench.engine
	$(BIN)/python -m tests.bench.pages
	$(BIN)/python -m tests.bench.served
	$(BIN)/python -m tests.bench.load
	$(BIN)/python -m tests.bench.taps

requirements: .venv/installed-dev
	$(BIN)/uv pip compile --quiet --universal --python-version 3.11 --no-header --no-annotate --no-emit-index-url \
		pyproject.toml --output-file requirements.txt
	$(BIN)/uv pip compile --quiet --universal --python-version 3.11 --no-header --no-annotate --no-emit-index-url \
		--extra dev pyproject.toml --output-file requirements-dev.txt
	$(BIN)/uv pip compile --quiet --universal --python-version 3.11 --no-header --no-annotate --no-emit-index-url \
		--extra postgres pyproject.toml --output-file requirements-postgres.txt

clean:
	rm -rf .venv staticfiles .mypy_cache .ruff_cache .pytest_cache .hypothesis .coverage

.venv/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
		echo "ofcscore needs Python 3.11 or newer. Name one, as in: make run PYTHON=python3.12"; exit 1; }
	@$(PYTHON) -m venv .venv || { \
		echo "Python has no venv here. On Debian: apt-get install python3-venv, then try again."; rm -rf .venv; exit 1; }

.venv/installed: .venv/bin/python requirements.txt
	@echo "Installing what ofcscore needs (once)"
	@$(BIN)/pip install --quiet --disable-pip-version-check --requirement requirements.txt
	@touch $@

.venv/installed-dev: .venv/installed requirements-dev.txt
	@echo "Installing what the tests need (once)"
	@$(BIN)/pip install --quiet --disable-pip-version-check --requirement requirements-dev.txt
	@touch $@

.env:
	@umask 077 && echo "SECRET_KEY=$$($(BIN)/python -c 'import secrets; print(secrets.token_urlsafe(50))')" > .env
