"""Whole evenings, watched: with Kai, with people who leave and return, with faults and crashes.

``pytest tests/wire/watch --thorough --evenings 50`` watches this many of each game.
"""

import random
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

import pytest

from bot.game.contract import AnyGame
from bot.games.kabobo.rules.game import KABOBO
from bot.games.kapow.rules.game import KAPOW
from cogs.play.coaching import BACK
from cogs.play.table import MORE
from tests.short import few_rounds, kapow_first
from tests.wire.evening import Evening
from tests.wire.party import Party
from tests.wire.person import WHY, Person
from tests.wire.process import Nursery
from tests.wire.verdict import assert_right
from tests.wire.watch.watcher import watching
from tests.wire.whims import leave_and_return, look_on

ROUNDS: Final[Mapping[str, int]] = {KAPOW.name: 1}
"""Rounds of a match in which all this happens; a round of Kapow! is longer than others."""

USUAL_ROUNDS: Final = 5

OPTIONS: Final[Mapping[str, Sequence[Mapping[str, bool]]]] = {
    KABOBO.name: ({"memory_aid": True}, {"memory_aid": False})
}
"""Options that matter for what a hand shows, for one evening after the other."""


@pytest.mark.parametrize("number", [0, pytest.param(1, marks=pytest.mark.thorough)])
@pytest.mark.parametrize("game", kapow_first(), ids=lambda game: game.name)
async def test_nobody_is_told_of_a_card_too_early(
    bots: Nursery, tmp_path: Path, game: AnyGame, number: int, evenings: int
) -> None:
    async with watching(bots, tmp_path) as watcher:
        for count in range(number, evenings, 2):
            await _evening(watcher.evening, game, count)
        assert await watcher.judge() == []
    assert min(watcher.found[kind] for kind in ("public", "hand", "text", "sentence", "kai")) > 0


async def _evening(evening: Evening, game: AnyGame, count: int) -> None:
    """Play a match in which everything happens that people and machines do."""
    source, people = random.Random(count), 2 + count % 3
    different = OPTIONS.get(game.name, ({},))
    options = {
        **few_rounds(game, ROUNDS.get(game.name, USUAL_ROUNDS)),
        **different[(count + count // 2) % len(different)],  # With Kai, and without.
    }
    names = ("Ann", "Ben", "Cleo", "Dan")
    seated = [evening.person(name) for name in names[:people]]
    stranger = evening.person("Mallory")
    await evening.start(*seated, game=game.name, kai=count % 2, hints=True, **options)
    faults = ("PATCH /webhooks", "PATCH /channels", "POST /channels", "/callback")

    async def look_around(party: Party) -> None:
        for person in (*seated, stranger):
            await look_on(person)(party)

    async def fail(_: Party) -> None:
        fault = source.choice(faults)
        evening.discord.order(fault, status=503, body={"message": "503", "code": 0})
        evening.discord.order(fault, hang_up=True, done=True)

    async def crash(_: Party) -> None:
        await evening.bot.crash()
        await evening.bot.start()

    happenings = [look_around, leave_and_return, fail, crash]
    source.shuffle(happenings)
    for happens in happenings:
        await evening.play(seated, source, 25)
        await happens(Party(seated, game, source))
        for person in seated:
            await _learn(person)
    if people > 2:
        await seated[0].slash("table kick", player=f"<@{seated[1].user.id}>")
    assert await evening.play(seated, source, 6000) < 6000
    await assert_right(evening)
    for person in seated:
        await person.click("As text")
        await _learn(person)


async def _learn(person: Person) -> None:
    """Ask Kai for whatever it teaches just now."""
    if person.sees(MORE):
        more = await person.more()
        if WHY in more.buttons:
            await person.click(WHY, more)
    for label in ("Hint", "Why?", BACK):
        if person.hand is not None and label in person.screen.buttons:
            await person.click(label, person.screen)
            await person.discord.quiet(0.1)  # A hand that Kai has to think for is changed later.
