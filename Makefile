# The newcomer's two commands are `make play` and `make test`; everything installs itself.

PYTHON ?= python3
BIN := .venv/bin
TO_PLAY := .venv/play
TO_DEVELOP := .venv/develop
COMPILED := .venv/compiled

.PHONY: play run test thorough check bench format hooks docs lock env pack pictures clean help

play: $(COMPILED)  # Play in the browser, on a simulated Discord; GAME=kabobo opens a table, KEEP=folder keeps it.
	$(BIN)/python -m bot local$(if $(GAME), --game "$(GAME)")$(if $(KEEP), --keep "$(KEEP)")

run: $(COMPILED)  # Run the bot on Discord, with the settings of .env.
	$(BIN)/python -m bot run

# A file's tests stay together: they share what was expensive to make. Two processes for each core
# would be idle half of the time where bots are waited for.
# They share compiled modules, too: where these are not kept, each process compiles all of them, and
# the bots that it starts do so again.
PYTEST := env -u PYTHONDONTWRITEBYTECODE \
	$(BIN)/python -m pytest --numprocesses 4 --dist loadfile --no-loadscope-reorder

test: $(TO_DEVELOP) $(COMPILED)  # Run the tests, in a few minutes.
	$(PYTEST)

thorough: $(TO_DEVELOP) $(COMPILED)  # Run the tests that take their time, and more of others.
	$(PYTEST) --thorough -m "thorough or counted"

check: $(TO_DEVELOP)  # Check style, types, imports and documents, and run the tests.
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(MAKE) docs
	$(MAKE) test

bench: $(TO_DEVELOP) $(COMPILED)  # Measure this machine and print the figures.
	$(BIN)/python -m lab bench

$(TO_PLAY): requirements/play.lock
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r $<
	touch $@

$(TO_DEVELOP): requirements/develop.lock $(TO_PLAY)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r $<
	touch $@

# Kai's machine code: so nobody waits for it at a table, nor several tests at once.
$(COMPILED): $(TO_PLAY) $(shell find bot/kai bot/games/*/kai bot/games/*/rules -name '*.py')
	$(BIN)/python -m bot compile
	touch $@

format: $(TO_DEVELOP)  # Put all code into the house's format.
	$(BIN)/ruff format
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

hooks: $(TO_DEVELOP)  # Let git check style before a commit, and types before a push.
	$(BIN)/pre-commit install

# Not with --quiet: it would not count the warnings either.
docs: $(TO_DEVELOP)  # Build the documents as a site, in site/.
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict

env: $(TO_PLAY)  # Write .env.example from the settings.
	$(BIN)/python -m bot settings > .env.example

PICTURES := docs/pictures

pictures: $(TO_PLAY) $(PICTURES)/kapow-review.json  # Draw the tables and the review of the README, from their records.
	for table in $(PICTURES)/*-table.txt; do \
		$(BIN)/python -m bot record show $$table --picture $${table%.txt}.png || exit 1; \
	done
	$(BIN)/python -m bot record review $(PICTURES)/kapow-review.txt \
		--made $(PICTURES)/kapow-review.json --picture $(PICTURES)/kapow-review.png
	$(BIN)/python -m tests.face.league.samples $(PICTURES)

$(PICTURES)/kapow-review.json: $(PICTURES)/kapow-review.txt | $(TO_PLAY)  # Takes minutes.
	$(BIN)/python -m bot.review.making < $< | tail -n 1 > $@

COMPILE := uv pip compile --quiet --universal --python-version 3.11 --upgrade \
	--generate-hashes --no-emit-index-url --no-header --no-annotate

pack:  # Make docs/check_deal.pyz, the check of deals as one file.
	$(PYTHON) .ci/pack.py

lock:  # Choose versions anew; needs uv.
	$(COMPILE) --extra local --extra postgres --extra kai --output-file requirements/play.lock pyproject.toml
	$(COMPILE) --extra postgres --extra kai --constraint requirements/play.lock \
		--output-file requirements/run.lock pyproject.toml
	$(COMPILE) --all-extras --constraint requirements/play.lock \
		--output-file requirements/develop.lock pyproject.toml

help:  # Tell what can be made.
	@sed -n 's/^\([a-z]*\):.*  # \(.*\)/make \1\t\2/p' Makefile | expand -t 16

clean:  # Remove what was installed and cached.
	rm -rf .venv site .compiled .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
