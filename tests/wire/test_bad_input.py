"""Bad input of every kind gets a private sentence, changes nothing, and mentions nobody."""

import random
from collections.abc import Sequence
from dataclasses import replace

import pytest

from bot.games.registry import GAMES
from db.storage import open_storage
from tests.wire.bad_input import NASTY, BadInput, Nonsense
from tests.wire.evening import Evening
from tests.wire.person import Person
from tests.wire.screen import Screen
from tests.wire.stand_in import Interaction
from tests.wire.stand_in.interactions import Answer, Deed
from tests.wire.stand_in.messages import pinged
from tests.wire.stand_in.tape import Said

OUR_FAULT = ("Something went wrong", "Traceback", "Error", "Exception", "object at 0x")


async def test_bad_input_changes_nothing(evening: Evening, bad_inputs: int) -> None:
    host, guest, stranger = (evening.person(name) for name in ("Ann", "Ben", "Eve"))
    others = [evening.person(name) for name in ("Cleo", "Dan")]
    boards: list[Screen] = []
    for number, game in enumerate(GAMES):  # Nobody may sit at more than three tables.
        boards += await _match(evening, game, *([host, guest] if number < 2 else others))
    await host.slash("play", game="kapow")
    await host.discord.until(lambda: host.sees("Join"))
    nonsense = Nonsense(1, stranger, host, [*boards, host.board])
    before = await _logs(evening)

    for _ in range(bad_inputs):
        sent = nonsense.one()
        _check(sent, await _send(sent))

    assert await _logs(evening) == before
    players = {str(person.user.id) for person in (host, guest, *others)}
    assert {name for said in evening.discord.tape.said for name in _pinged(said)} <= players
    await host.click("Join", host.board)  # It is still there for those who behave.


@pytest.mark.parametrize(
    "start", [0, *(pytest.param(n, marks=pytest.mark.thorough) for n in range(3, 18, 3))]
)
async def test_a_name_is_only_a_name(evening: Evening, start: int) -> None:
    """People with strange names play: nobody is pinged by them, and they format nothing."""
    names = [text[:32] for text in NASTY if text.strip()][start : start + 3]
    guests = [evening.person(name) for name in names]
    await evening.start(*guests, rounds=1, cards=9)
    assert await evening.play(guests, random.Random(3), 5000) < 5000
    people = {str(guest.user.id) for guest in guests}
    for message in evening.discord.messages(evening.channel):
        assert set(message.mentions) <= people
        assert not {"**bold**", "`code`", "# title", "\u202e"} & {*_words(Screen(message).text)}


async def _match(evening: Evening, game: str, *people: Person) -> Sequence[Screen]:
    """Begin a match in a channel of its own; return its message and all hands."""
    place = evening.discord.add_channel(evening.channel.guild, game)
    seated = [replace(person, channel=place) for person in people]
    await evening.start(*seated, game=game)
    return [seated[0].board, *[await person.open_hand() for person in seated]]


async def _send(sent: BadInput) -> Interaction:
    person, channel = sent.person, sent.on.channel if sent.on else sent.person.channel
    made = person.discord.begin(person.user, channel, sent.deed, sent.data, sent.on)
    return await (await person.discord.send(made)).settled()


def _check(sent: BadInput, got: Interaction) -> None:
    if sent.deed is Deed.AUTOCOMPLETE:
        assert len(got.choices) <= 25
        return
    assert got.answer is not Answer.DEFERRED_UPDATE, sent
    message = got.original
    assert message is not None, sent
    assert message.reader == sent.person.user.id, sent
    told = Screen(message).text
    assert told, sent
    assert not any(word in told for word in OUR_FAULT), (sent, told)


def _pinged(said: Said) -> Sequence[str]:
    if not isinstance(said.body, dict) or said.method != "POST":
        return ()
    return pinged(said.body.get("data") or said.body)


def _words(text: str) -> Sequence[str]:
    return text.split()


async def _logs(evening: Evening) -> dict[str, int]:
    """Return how many entries each table's log has."""
    async with open_storage(evening.bot.database_url) as storage:
        listed = await storage.store.listings()
        return {found.table: len(await storage.store.load(found.table)) for found in listed}
