"""Attached files: bad ones are refused in a sentence, and none delays others."""

import asyncio
import re
from dataclasses import replace
from pathlib import Path
from typing import Final

import pytest

from bot.games.chowpow.rules.options import default_deck
from cogs.core.arguments import LARGEST_FILE
from cogs.core.click import read_address
from tests.games.chowpow.rules.at import write_deck_file
from tests.wire.evening import Evening
from tests.wire.held import holding
from tests.wire.person import Person
from tests.wire.screen import Screen
from tests.wire.stand_in import Interaction
from tests.wire.stand_in.world import Attached

pytestmark = pytest.mark.bot(command="held", settings={"CARDS_COSTLY_PER_PERSON": "0"})

DECK: Final = write_deck_file(default_deck())

DECKS: Final = {
    "a dotted key": b"a." * (LARGEST_FILE // 2 - 1) + b"a",
    "many dotted keys": b"\n".join(b"a" + b".a" * 90 + b"=1" for _ in range(85)),
    "deep brackets": b"x = " + b"[" * (LARGEST_FILE - 4),
    "deep brackets, line by line": b"x = [\n" + b"[\n" * 4000,
    "deep braces": b"x = " + b"{a = " * 3000,
    "a huge number": b"x = " + b"7" * (LARGEST_FILE - 4),
    "quotes": b'"' * LARGEST_FILE,
    "NUL": b"\0" * LARGEST_FILE,
    "old line ends": DECK.encode().replace(b"\n", b"\r"),
    "empty": b"",
}
"""Deck files of at most 16 KiB, which took seconds before they were bounded, or meant nothing."""

UNREADABLE: Final = {"no text": b"\xff\xfe\x00", "too large": b"#" * (LARGEST_FILE + 1)}


def told(asked: Interaction) -> str:
    assert asked.original is not None
    assert asked.original.reader == asked.user.id
    return Screen(asked.original).text


USED: Final = "The table now uses your file."


async def with_lobby(evening: Evening) -> Person:
    """Return someone who has opened a table of Chow Pow!."""
    eve = evening.person("Eve")
    await eve.play("chowpow")
    await eve.discord.until(lambda: eve.sees("Join"))
    return eve


async def test_a_costly_deck_is_refused_in_private(evening: Evening) -> None:
    eve = await with_lobby(evening)
    for name, content in DECKS.items():
        text = told(await eve.slash("table file", file=content))
        assert text.startswith("Deck: Line "), (name, text)
        assert not any(word in text for word in ("rror", "recursion", "integer", "column")), text
    for name, content in UNREADABLE.items():
        text = told(await eve.slash("table file", file=content))
        assert "deck file" in text, (name, text)
    assert "from a file" not in eve.board.text


async def test_a_file_is_read_no_further_than_its_bound(evening: Evening) -> None:
    """Whatever Discord says that it has; packed content is not unpacked."""
    eve = await with_lobby(evening)
    endless = Attached(b"#" * 4096, size=100, endless=True)
    for sent, asked in (
        (endless, eve.slash("table file", file=endless)),
        (again := replace(endless, left=asyncio.Event()), eve.slash("match verify", file=again)),
    ):
        assert re.search("A (deck file|record) can have up to [0-9]+ KiB", told(await asked))
        await asyncio.wait_for(sent.left.wait(), 10)
    assert "from a file" not in eve.board.text


async def test_a_file_that_cannot_be_fetched_can_be_sent_again(evening: Evening) -> None:
    eve = await with_lobby(evening)
    gone = Attached(DECK.encode(), status=404)
    text = told(await eve.slash("table file", file=gone))
    assert text == "The file couldn't be downloaded. Please attach it again."


async def test_decks_saved_by_common_editors_are_read(evening: Evening) -> None:
    eve = await with_lobby(evening)
    windows = b"\xef\xbb\xbf" + DECK.encode().replace(b"\n", b"\r\n")
    assert USED in told(await eve.slash("table file", file=windows))


async def test_clicks_are_answered_while_a_file_is_read(evening: Evening, hold: Path) -> None:
    ann, ben = (evening.person(name) for name in ("Ann", "Ben"))
    await evening.start(ann, ben, rounds=1, cards=9)
    eve = await with_lobby(evening)
    table = read_address(eve.board.ids[0]).table
    with holding(hold):
        reading = await eve.ask("table file", file=DECK.encode(), table=table)
        verifying = await eve.ask("match verify", file=b"card night record 1\n" + b"0 x\n" * 60_000)
        for person in (ann, ben):
            assert (await person.open_hand()).buttons
        await reading.wait()
        assert not reading.shown.is_set()
        assert not verifying.shown.is_set()
    assert USED in told(await reading.settled())
    assert told(await verifying.settled()).startswith("**Not proved.** ")


async def test_a_person_has_one_record_checked_at_a_time(evening: Evening, hold: Path) -> None:
    eve, ben = evening.person("Eve"), evening.person("Ben")
    record = b"card night record 1\n"
    with holding(hold):
        others = await ben.ask("match verify", file=record)
        twice = [asyncio.create_task(eve.slash("match verify", file=record)) for _ in range(2)]
        # Which of them comes first is up to the sockets.
        (refused,), (waits,) = await asyncio.wait(twice, return_when=asyncio.FIRST_COMPLETED)
        sentence = "You've already asked for this. Please wait until it's done."
        assert told(refused.result()) == sentence
        assert not others.shown.is_set()
    for asked in (
        await others.settled(),
        await waits,
        await eve.slash("match verify", file=record),
    ):
        assert told(asked).startswith("**Not proved.** ")
