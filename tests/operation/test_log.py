"""The log: format, context, and what is kept out of it, also in a match on real sockets."""

import asyncio
import io
import json
import logging
import random
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from datetime import datetime
from itertools import chain

import pytest
from pydantic import SecretStr

from bot.commands.run import introduction, secrets_of
from bot.games.registry import GAMES
from bot.operation.log import OURS, ErrorCount, Form, log_handler, log_uncaught, set_up
from bot.operation.metrics import Metrics
from bot.settings import Settings
from bot.tables.loading import current_log_context, log_context
from cogs.core.answers import logger as answers
from tests.operation.scrape import Scraper
from tests.wire.evening import Evening
from tests.wire.process import BotProcess
from tests.wire.stand_in.server import TOKEN as REAL_TOKEN
from tests.wire.stand_in.world import Json

TOKEN = "MTIzNDU2Nzg5MDEyMzQ1Njc4OQ.GexAmp.lE-not-a-real-token-but-shaped-like-one"
HELD = "the drawn card is 7"


@pytest.fixture(params=["text", "json"])
def form(request: pytest.FixtureRequest) -> Form:
    found: Form = request.param
    return found


@contextmanager
def logged_to(form: Form, secrets: tuple[str, ...] = ()) -> Iterator[io.StringIO]:
    """Let one of our loggers write to a stream, as the bot's do."""
    stream = io.StringIO()
    handler = log_handler(form, secrets, stream)
    ours = logging.getLogger("bot")
    ours.addHandler(handler)
    try:
        yield stream
    finally:
        ours.removeHandler(handler)


def written(form: Form, text: str, *secrets: str) -> str:
    with logged_to(form, secrets) as stream:
        logging.getLogger("bot.somewhere").warning("%s", text)
    return stream.getvalue()


def test_a_json_line_has_time_level_logger_message_and_log_context() -> None:
    with logged_to("json") as stream, log_context(guild=7), log_context(table="0123456789"):
        logging.getLogger("bot.somewhere").warning("%d things, “so” to say", 3)
    line = json.loads(stream.getvalue())
    assert datetime.fromisoformat(line.pop("time")).tzinfo is not None
    assert line == {
        "level": "WARNING",
        "logger": "bot.somewhere",
        "message": "3 things, “so” to say",
        "guild": "7",
        "table": "0123456789",
    }


def test_a_line_of_text_ends_with_the_table() -> None:
    with logged_to("text") as stream, log_context(table="0123456789"):
        logging.getLogger("bot.somewhere").warning("something")
    assert stream.getvalue().endswith("bot.somewhere: something [table=0123456789]\n")


async def test_the_log_context_lasts_as_long_as_its_task() -> None:
    async def look() -> object:
        return current_log_context().get("table")

    with log_context(table="one"):
        task = asyncio.create_task(look())
    assert current_log_context().get("table") is None
    assert await task == "one"


def _fail() -> None:
    try:
        _ = dict[str, str]()[HELD]
    except KeyError as error:
        raise ValueError(HELD) from error


def test_errors_are_logged_without_their_messages(form: Form) -> None:
    with logged_to(form) as stream:
        try:
            _fail()
        except ValueError:
            logging.getLogger("bot.somewhere").exception("it failed")
    line = stream.getvalue()
    assert "builtins.ValueError" in line
    assert "caused by builtins.KeyError" in line
    assert "test_log.py" in line
    assert HELD not in line


def test_another_handler_s_cached_traceback_is_not_written(form: Form) -> None:
    ours = logging.getLogger("bot.somewhere")
    with logged_to(form) as stream:
        record = ours.makeRecord(ours.name, logging.ERROR, "here", 1, "it failed", (), None)
        record.exc_text = HELD
        ours.handle(record)
    assert "it failed" in stream.getvalue()
    assert HELD not in stream.getvalue()


@pytest.mark.parametrize(
    ("text", "secret"),
    [
        (f"logging in with {TOKEN}", TOKEN),
        ("POST http://host/api/v10/interactions/12/aW50ZXJhY3Rpb246MTI6abc/callback", "aW50"),
        ("PATCH http://host/api/v10/webhooks/12/c2VjcmV0/messages/@original", "c2VjcmV0"),
        ("{'id': '12', 'token': 'c2VjcmV0', 'type': 3}", "c2VjcmV0"),
        ('{"token": "c2VjcmV0"}', "c2VjcmV0"),
        ("postgresql+asyncpg://cards:hush-hush@db/cards", "hush-hush"),
        ("secret " + "0f" * 32, "0f0f"),
        ("the key is swordfish", "swordfish"),
    ],
)
def test_what_looks_like_a_secret_is_redacted(form: Form, text: str, secret: str) -> None:
    line = written(form, text, "swordfish")
    assert secret not in line
    assert "***" in line


def test_other_words_are_left_alone(form: Form) -> None:
    words = "table 0123456789: GET http://host/api/v10/gateway/bot has returned 200, token accepted"
    assert words in written(form, words, "")


@pytest.mark.parametrize("library", ["discord.http", "discord.gateway", "aiosqlite", "asyncio"])
def test_debug_lines_of_libraries_are_kept_out_whatever_their_level(library: str) -> None:
    stream = io.StringIO()
    handler = log_handler("text", (), stream)
    for level, name in ((logging.DEBUG, library), (logging.INFO, library), (10, "cogs.client")):
        record = logging.LogRecord(name, level, "", 0, f"{level} of {name}", (), None)
        if handler.filter(record):
            handler.emit(record)
    lines = [line.rpartition(": ")[2] for line in stream.getvalue().splitlines()]
    assert lines == [f"20 of {library}", "10 of cogs.client"]


@pytest.fixture
def restored_loggers() -> Iterator[None]:
    root = logging.getLogger()
    names = ["", "sqlalchemy", "aiosqlite", *OURS]
    handlers, levels = root.handlers[:], {name: logging.getLogger(name).level for name in names}
    yield
    root.handlers[:] = handlers
    for name, level in levels.items():
        logging.getLogger(name).setLevel(level)


@pytest.mark.usefixtures("restored_loggers")
def test_debug_is_for_our_own_parts() -> None:
    stream = io.StringIO()
    set_up("DEBUG", "text", (), stream)
    assert logging.getLogger("bot.tables.table").isEnabledFor(logging.DEBUG)
    assert not logging.getLogger("discord.http").isEnabledFor(logging.DEBUG)
    assert not logging.getLogger("sqlalchemy.engine").isEnabledFor(logging.INFO)
    logging.getLogger("db.engine.writer").debug("once")
    assert stream.getvalue().count("once") == 1


async def test_uncaught_errors_are_logged_without_their_messages() -> None:
    async def fail() -> None:
        raise ValueError(HELD)

    with logged_to("text") as stream:
        task = asyncio.create_task(fail(), name="alarm 0123456789")
        await asyncio.wait([task])
        context = {"message": "never retrieved", "exception": task.exception(), "future": task}
        log_uncaught(asyncio.get_running_loop(), context)
    assert "alarm 0123456789: never retrieved" in stream.getvalue()
    assert HELD not in stream.getvalue()


def test_the_first_line_says_what_starts_and_no_secret() -> None:
    url = "postgresql+asyncpg://cards:hush%40hush@db/cards"
    settings = Settings.model_construct(database_url=SecretStr(url), token=SecretStr(TOKEN))
    assert list(secrets_of(settings)) == [TOKEN, "hush%40hush", "hush@hush"]
    line = introduction(settings)
    assert f"games {', '.join(GAMES)}; database postgresql" in line
    assert not any(secret in line for secret in secrets_of(settings))


@pytest.mark.parametrize(
    ("logger", "part"),
    [(answers.name, "cogs.answers"), ("db.engine.writer", "db.engine"), ("x.y", "libraries")],
)
def test_errors_are_counted_by_the_part_that_noticed_them(logger: str, part: str) -> None:
    metrics = Metrics("tests")
    root, counting = logging.getLogger(), ErrorCount(metrics.errors)
    root.addHandler(counting)
    try:
        logging.getLogger(logger).warning("not one")
        logging.getLogger(logger).error("one")
    finally:
        root.removeHandler(counting)
    assert metrics.registry.get_sample_value("cards_errors_total", {"part": part}) == 1


async def test_no_hand_secret_or_token_is_in_the_log(evening: Evening, scraper: Scraper) -> None:
    bot, people = evening.bot, [evening.person(name) for name in ("Ann", "Ben")]
    await evening.start(*people, rounds=1, cards=9, kai=1)
    assert await evening.play(people, random.Random(3), 3000) < 3000
    metrics = (await scraper.metrics()).text
    await bot.crash()

    secrets = dict(_secrets(bot))
    lines = [json.loads(line) for line in bot.log.splitlines()]
    assert [line for line in lines if line["level"] == "ERROR"] == []
    assert lines[0]["message"].startswith("Card Night")
    of_the_table = [line["message"] for line in lines if line.get("table") in secrets]
    assert "a match of kapow began: 3 seats" in of_the_table
    assert "the table was closed: finished" in of_the_table
    assert len(of_the_table) > 20

    tokens, private = _tokens(evening), _private_words(evening)
    assert (len(tokens) > 20, len(private) > 50, len(secrets)) == (True, True, 1)
    kept = chain((REAL_TOKEN,), tokens, private, secrets.values())
    # The names of migrations are the same for everyone; one begins with the word of a button.
    told = [line for line in bot.log.splitlines() if '"alembic.' not in line]
    assert [word for word in kept if word in "\n".join((*told, metrics))] == []


def _tokens(evening: Evening) -> Sequence[str]:
    return list(evening.discord.state.interactions)


def _private_words(evening: Evening) -> list[str]:
    """Return every line of text that one person was shown, and never everyone."""
    lines: dict[bool, set[str]] = {True: set(), False: set()}
    for said in evening.discord.tape.said:
        told = (line for text in _texts(said.body) for line in text.splitlines())
        lines[said.reader.isdigit()].update(told)
    return sorted(line for line in lines[True] - lines[False] if len(line) > 3)


def _texts(part: Json) -> Iterator[str]:
    """Yield what can be read in a message, at any depth: words, labels, lines of menus."""
    if isinstance(part, dict):
        for name, value in part.items():
            if name in {"content", "label", "description", "value"} and isinstance(value, str):
                yield value
            else:
                yield from _texts(value)
    elif isinstance(part, list):
        for value in part:
            yield from _texts(value)


def _secrets(bot: BotProcess) -> Iterator[tuple[str, str]]:
    file = bot.database_url.partition(":///")[2]
    with closing(sqlite3.connect(file)) as connection:
        query = "SELECT table_id, body FROM log WHERE kind = 'opened'"
        for table, body in connection.execute(query).fetchall():
            yield table, json.loads(body)["secret"]
