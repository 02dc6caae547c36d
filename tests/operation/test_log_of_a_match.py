"""The DEBUG log of a match on real sockets contains no secrets."""

import json
import random
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing
from itertools import chain

from tests.operation.scrape import Scraper
from tests.wire.evening import Evening
from tests.wire.process import BotProcess
from tests.wire.stand_in.server import TOKEN
from tests.wire.stand_in.world import Json


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
    kept = chain((TOKEN,), tokens, private, secrets.values())
    assert [word for word in kept if word in bot.log + metrics] == []


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
    """Yield the tables' ids and secrets."""
    file = bot.database_url.partition(":///")[2]
    with closing(sqlite3.connect(file)) as connection:
        query = "SELECT table_id, body FROM log WHERE kind = 'opened'"
        for table, body in connection.execute(query).fetchall():
            yield table, json.loads(body)["secret"]
