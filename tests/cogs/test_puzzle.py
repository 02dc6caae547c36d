"""``/puzzle``: the daily puzzle, answered by clicks on the real bot."""

import json
import logging
import re

import pytest

from bot.daily.days import DAY
from bot.games.faces import face_of
from bot.games.registry import GAMES
from bot.puzzle.puzzle import Answer, Puzzle, position_of, puzzles_of
from cogs.core.click import too_old
from cogs.core.page import TEXT_LIMIT, Text
from cogs.puzzle import ANSWERED, Asked, answer_page, question_page
from tests.cogs.forge import button, forger
from tests.cogs.guest import Guest, Private, words
from tests.cogs.world import World, in_one_world
from tests.face.grammar import slips

TODAY = 3
"""The day in these tests, so that there are days before it."""


class Solver(Private):
    """Someone with a puzzle on the screen."""

    async def choose(self, puzzle: Puzzle, *, best: bool, day: int = TODAY) -> None:
        """Press the button of the best choice, or of the worst one."""
        wanted = puzzle.choices[0 if best else -1]
        place = puzzle.shuffled.index(wanted)
        await self.press_id(f"puzzle:{day}:{place}")


@pytest.fixture(autouse=True)
def third_day(world: World) -> None:
    world.time.set(world.time.now() + (TODAY - 1) * DAY)


async def solver(world: World, name: str = "Mina", guest: Guest | None = None) -> Solver:
    guest = guest or world.guest(name)
    return Solver(guest, await guest.slash("puzzle"))


async def due(world: World, day: int = TODAY) -> Puzzle:
    return await world.bot.services.puzzles.due(day)


async def answered(world: World, day: int, chosen: dict[int, int]) -> None:
    """Let this many people have made each choice, by its place from the best one on."""
    puzzle, users = await due(world, day), iter(range(1_000, 2_000))
    for place, count in chosen.items():
        for _ in range(count):
            choice = puzzle.choices[place]
            answer = Answer(day, next(users), puzzle.id, choice.action, place == 0, 0)
            assert await world.bot.services.puzzles.answers.add(answer)


async def test_a_puzzle_is_shown_and_answered_in_one_private_message(world: World) -> None:
    puzzle, mina = await due(world), await solver(world)
    assert mina.page.message.flags.ephemeral
    assert mina.page.text.startswith(f"## Puzzle {TODAY} · ")
    position = position_of(puzzle)
    hand = face_of(position.game).screen(position.scene, position.legal).lead
    assert hand in mina.page.text
    assert mina.page.files == ["table.png"]
    places = [each for each in mina.page.ids if each.startswith("puzzle:")]
    assert places == [f"puzzle:{TODAY}:{at}" for at in range(len(puzzle.choices))]
    await mina.choose(puzzle, best=True)
    assert "**That's the best choice**" in mina.page.text
    assert mina.page.files == ["table.png"]
    assert "Solved 1 of 1 daily puzzle. Streak: 1 day." in mina.page.text
    assert "You'll see others' choices <t:" in mina.page.text
    await mina.press("Figures")
    assert "(your choice)" in mina.page.text
    assert "expected score" in mina.page.text
    await mina.press("Less")
    assert "(your choice)" not in mina.page.text
    assert world.messages() == []


async def test_the_first_answer_counts(world: World) -> None:
    puzzle, mina = await due(world), await solver(world)
    other = await solver(world, guest=mina.guest)
    await mina.choose(puzzle, best=False)
    assert "Better: **" in mina.page.text
    assert "Solved 0 of 1 daily puzzle." in mina.page.text
    await other.choose(puzzle, best=True)
    assert ANSWERED in other.page.text
    assert "Solved 0 of 1" in other.page.text
    await world.restart()
    again = await solver(world, guest=mina.guest)
    assert again.page.text == mina.page.text


async def test_the_next_day_tells_what_others_chose(world: World) -> None:
    await answered(world, TODAY - 1, {0: 16, 1: 9})
    puzzle, mina = await due(world), await solver(world)
    assert "Yesterday, 64% of 25 players found the best choice: **" in (mina.page.text)
    await mina.choose(puzzle, best=True)
    await mina.press("Another puzzle")
    before = await due(world, TODAY - 1)
    assert f"## Puzzle {TODAY - 1} · " in mina.page.text
    await mina.choose(before, best=False, day=TODAY - 1)
    assert "**What 25 players chose**\n64% " in mina.page.text
    assert "\n36% " in mina.page.text
    await mina.press("Figures")
    assert "64% of 25" in mina.page.text
    assert "Streak" not in mina.page.text
    await mina.press("Another puzzle")
    assert "isn't kept" in mina.page.text
    first = await due(world, 1)
    await mina.choose(first, best=True, day=1)
    assert "Another puzzle" not in mina.page.buttons
    results = await world.bot.services.puzzles.answers.results(mina.guest.id)
    assert results == [(TODAY, True)]


async def test_others_choices_are_not_told_on_the_same_day(world: World) -> None:
    await answered(world, TODAY, {0: 3, 1: 2})
    puzzle, mina = await due(world), await solver(world)
    await mina.choose(puzzle, best=True)
    assert not re.search(r"\d+.% of \d", mina.page.text)


@in_one_world(
    "words_", ["", "0", "0:1", f"{TODAY + 1}", f"{TODAY + 1}:0", f"{TODAY}:9", "x", f"{TODAY}:0:0"]
)
async def test_bad_buttons_get_a_sentence_and_change_nothing(world: World, words_: str) -> None:
    mina = world.guest("Mina")
    told = words(await forger(mina).send(*button(f"puzzle:{words_}")))
    assert told in (str(too_old("puzzle")), "That day has no puzzle.")
    assert await world.bot.services.puzzles.answers.results(mina.id) == []


async def test_a_place_that_the_puzzle_does_not_have_is_refused(world: World) -> None:
    [day, *_] = [day for day in range(1, 4) if len((await due(world, day)).choices) < 6]
    mina = world.guest("Mina")
    assert "too old" in words(await forger(mina).send(*button(f"puzzle:{day}:5")))


async def test_nothing_tells_what_is_hidden(world: World, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    puzzle, mina = await due(world), await solver(world)
    await mina.choose(puzzle, best=True)
    exported = json.dumps(await world.bot.services.storage.privacy.export(mina.guest.id))
    assert "You:" in mina.page.alt
    assert not slips(mina.page.alt)
    for told in (mina.page.text, mina.page.alt, exported, caplog.text):
        assert puzzle.record.secret.hex() not in told


async def test_deleted_answers_still_count_and_cannot_be_given_again(world: World) -> None:
    """Also on a fresh bot, which has sealed no day before the first answer."""
    assert await world.bot.services.daily.store.deal(TODAY) is None
    puzzle, mina = await due(world), await solver(world)
    await mina.choose(puzzle, best=True)
    answers = world.bot.services.puzzles.answers
    before = await answers.counts(TODAY, puzzle.id, world.guild.id)
    exported = await world.bot.services.storage.privacy.export(mina.guest.id)
    assert [row["best"] for row in exported["puzzles"]] == [True]  # type: ignore[index,union-attr,call-overload]
    await world.bot.services.forgetting.forget(mina.guest.id)
    assert await answers.results(mina.guest.id) == []
    assert await answers.counts(TODAY, puzzle.id, world.guild.id) == before
    again = await solver(world, guest=mina.guest)
    await again.choose(puzzle, best=False)
    assert await answers.counts(TODAY, puzzle.id, world.guild.id) == before


@pytest.mark.thorough
@pytest.mark.parametrize("game", GAMES)
def test_every_shipped_puzzle_fits_a_message_and_a_phone(game: str) -> None:
    for number, puzzle in enumerate(puzzles_of(game), 1):
        counts = {choice.action: 9 for choice in puzzle.choices}
        asked = Asked(puzzle, 1_000 + number, 2_000, counts)
        pages = [question_page(asked, asked)]
        pages += [answer_page(asked, own) for own in (puzzle.best, puzzle.choices[-1])]
        pages.append(answer_page(asked, puzzle.best, figures=True))
        for page in pages:
            texts = [part.text for part in page.parts if isinstance(part, Text)]
            assert sum(map(len, texts)) <= TEXT_LIMIT
            assert not any(text.endswith("…") for text in texts)
            assert len(page.parts) <= 12
