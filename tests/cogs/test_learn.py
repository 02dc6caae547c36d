"""``/learn``: each lesson played by its marked buttons, on the real bot."""

import re
from collections.abc import Iterable, Iterator
from typing import Any, Final, NamedTuple

import discord
import pytest

from bot.face.hint_path import SIGN
from bot.games.registry import GAMES
from bot.lesson import course_of, lesson_of
from cogs.core.click import LONGEST, read_hand_address
from cogs.learn import CHANGED, NOT_NOW
from tests.cogs import forge
from tests.cogs.forge import forger
from tests.cogs.guest import Guest, Private, words
from tests.cogs.shown import Shown, shown
from tests.cogs.world import World, in_one_world
from tests.helpers import not_none

TAUGHT: Final = [name for name in GAMES if lesson_of(name)]
MOST_COMPONENTS: Final = 40
MOST_CLICKS: Final = 14


class Learner(Private):
    """Someone with a lesson on the screen."""

    @property
    def controls(self) -> list["Control"]:
        """All that can be clicked or chosen."""
        return [*_controls(self.page)]

    @property
    def is_over(self) -> bool:
        return "You can play" in self.page.text

    async def follow(self) -> None:
        """Do what is marked; nothing else may be."""
        [control] = [each for each in self.controls if each.marked]
        await self.use(control)

    async def use(self, control: "Control") -> None:
        message, where = self.page.message, control.id
        if control.value is None:
            await self.guest.actor.click(message, custom_id=where)
        else:
            await self.guest.actor.select(message, [control.value], custom_id=where)

    async def follow_to(self, step: int) -> None:
        """Follow what is marked until a step, counted from 1."""
        while f"step {step} of" not in self.page.text:
            await self.follow()


def _parts(parts: Iterable[Any]) -> Iterator[Any]:
    for part in parts:
        yield part
        yield from _parts(getattr(part, "children", ()))


class Control(NamedTuple):
    """A button, or a line of a menu, which has a value."""

    label: str
    id: str
    value: str | None = None

    @property
    def marked(self) -> bool:
        return self.label.startswith(SIGN)

    @property
    def acts(self) -> bool:
        """Whether it does a move of the game."""
        return ":a:" in self.id or (self.value or "").startswith("a:")


def _controls(shown: Shown) -> Iterator[Control]:
    for part in _parts(shown.message.components):
        if isinstance(part, discord.Button) and not part.disabled:
            yield Control(part.label or "", part.custom_id or "")
        elif isinstance(part, discord.SelectMenu):
            yield from (Control(line.label, part.custom_id, line.value) for line in part.options)


async def learn(world: World, game: str, name: str = "Mina") -> Learner:
    guest = world.guest(name)
    return Learner(guest, await guest.slash("learn", game=game))


@pytest.mark.parametrize("game", TAUGHT)
async def test_a_lesson_is_played_by_what_is_marked(world: World, game: str) -> None:
    learner, clicks = await learn(world, game), 0
    before = len(world.messages())
    while not learner.is_over:
        page = learner.page
        assert page.message.flags.ephemeral
        assert len([*_parts(page.message.components)]) <= MOST_COMPONENTS
        assert all(len(each) <= LONGEST for each in (*page.ids, *page.menus))
        assert [name.startswith("hand-") for name in page.files] == [True]
        assert page.alt
        [said] = [line for line in page.text.splitlines() if "**" in line]
        assert re.fullmatch(r"\*\*[^*]+[.!]\*\*", said)
        await learner.follow()
        clicks += 1
    assert 7 <= clicks <= MOST_CLICKS
    assert learner.page.files
    assert len(world.messages()) == before
    course = not_none(course_of(game))
    assert course.lesson.ending.score in learner.page.text


@pytest.mark.parametrize("game", TAUGHT)
async def test_what_is_not_marked_changes_nothing(world: World, game: str) -> None:
    learner = await learn(world, game)
    await learner.follow_to(2)
    told = []
    for control in learner.controls:
        if control.acts and not control.marked:
            await learner.use(control)
            assert "step 2 of" in learner.page.text
            told.append(next(line for line in learner.page.text.splitlines() if NOT_NOW in line))
    assert told
    assert all(line.endswith((".", "!")) for line in told)
    await learner.follow()
    assert NOT_NOW not in learner.page.text


async def test_who_wants_hands_as_text_learns_in_words(world: World) -> None:
    learner = await learn(world, "kabobo")
    await world.bot.services.storage.people.choose_text(learner.guest.id, wanted=True)
    await learner.follow_to(2)
    assert not learner.page.files
    assert "not known" in learner.page.text


async def test_the_steps_can_be_gone_back_and_begun_again(world: World) -> None:
    learner = await learn(world, "kapow")
    assert {"One step back", "Start over"} <= set(learner.page.dead)
    await learner.follow_to(3)
    await learner.press("One step back")
    assert "step 2 of" in learner.page.text
    await learner.press("Start over")
    assert "step 1 of" in learner.page.text


async def test_a_lesson_goes_on_after_a_restart(world: World) -> None:
    learner = await learn(world, "kabobo")
    await learner.follow_to(4)
    await world.restart()
    await learner.follow()
    assert "step 5 of" in learner.page.text


async def test_a_half_made_choice_can_be_made_in_another_order(world: World) -> None:
    learner = await learn(world, "kapow")
    for place in ("1t", "2t"):
        custom_id = next(each for each in learner.page.ids if each.endswith(place))
        await learner.guest.actor.click(learner.page.message, custom_id=custom_id)
    assert "step 2 of" in learner.page.text


async def test_a_half_made_choice_that_leads_elsewhere_is_explained(world: World) -> None:
    learner = await learn(world, "kapow")
    custom_id = next(each for each in learner.page.ids if each.endswith("3m"))
    await learner.guest.actor.click(learner.page.message, custom_id=custom_id)
    assert "For this hand, take the marked ones." in learner.page.text
    assert "step 1 of" in learner.page.text


async def test_the_sorting_of_a_hand_outlasts_a_move(world: World) -> None:
    learner = await learn(world, "capit")
    await learner.press("Sort")
    await learner.follow()
    assert "=suit" not in learner.page.buttons["Sort"]
    assert "step 2 of" in learner.page.text


@pytest.mark.parametrize("game", TAUGHT)
async def test_a_round_with_kai_follows(world: World, game: str) -> None:
    learner = await learn(world, game)
    while not learner.is_over:
        await learner.follow()
    result = await learner.guest.actor.click(learner.page.message, label="Play a round with Kai")
    assert "is open in" in words(result)
    state = await world.state()
    course = not_none(course_of(game))
    assert state.game.name == game
    assert state.host.id == learner.guest.id
    assert len(state.kai) == min(state.game.seats) - 1
    assert course.lesson.options.items() <= state.setup.options.items()
    await learner.guest.click("Start")
    assert (await world.state()).seats


@pytest.mark.house(tables_per_person=1)
async def test_a_round_with_kai_keeps_to_the_limits_of_tables(world: World) -> None:
    learner = await learn(world, "kapow")
    await learner.guest.play()
    sent = forge.button("learn:kapow:play")
    before = len(world.messages())
    assert "table" in words(await forger(learner.guest).send(*sent))
    shown = [message for message in world.messages()[before:] if message.buttons]
    assert [each for each in shown if "Start" in each.buttons] == []


async def test_the_lobby_and_the_rules_lead_to_the_lesson(world: World, mina: Guest) -> None:
    await mina.play(game="chowpow")
    assert world.board.buttons["How to play"] == "learn:chowpow"
    assert "Learn Chow Pow!" in await mina.told("How to play")
    rules = await mina.click("Rules")
    shown = Shown(not_none(rules.response).message)
    assert shown.buttons["Learn by playing"] == "learn:chowpow"
    opened = await mina.actor.click(shown.message, label="Learn by playing")
    assert "Learn Chow Pow!" in words(opened)
    assert "goal" in shown.text.casefold()


async def test_the_end_leads_to_the_rules(world: World) -> None:
    learner = await learn(world, "capit")
    while not learner.is_over:
        await learner.follow()
    opened = await learner.guest.actor.click(learner.page.message, label="Rules")
    rules = shown(opened)
    assert "CAP-IT" in rules.text
    [menu] = rules.menus
    await learner.guest.choose(rules, rules.menus[menu][1], menu)
    assert shown(opened).text != rules.text


async def test_a_game_without_a_lesson_says_so(world: World, mina: Guest) -> None:
    await mina.play(game="toy")
    assert "How to play" not in world.board.buttons
    who = forger(mina)
    assert "no lesson for High Card yet" in words(await who.send(*forge.button("learn:toy")))
    told = words(await mina.slash("learn"))
    assert "no lesson for High Card yet" in told


NOT_OFFERED = (
    *("step:99", "step:-1", "step:\N{ARABIC-INDIC DIGIT ONE}", "step:", "nosuch", "h:"),
    *("h:1:0:0:a:reveal 1t 1b", "h:0:0:0:n", "h:0:0:0:a:end"),
    *("h:0:0:0:a:no such move", "h:0:9:0:a:end", "h:0:999999:0:a:end"),
)


@in_one_world("control", NOT_OFFERED)
async def test_what_no_lesson_offers_is_refused(world: World, control: str) -> None:
    mina = world.guest("Mina")
    assert words(await forger(mina).send(*forge.button(f"learn:kapow:{control}"))) == CHANGED


@in_one_world("game", ["", "poker", "kapow\n"])
async def test_a_lesson_of_no_game_is_refused(world: World, game: str) -> None:
    mina = world.guest("Mina")
    assert "no such game" in words(await forger(mina).send(*forge.button(f"learn:{game}")))


def test_a_control_says_what_it_does() -> None:
    pressed = read_hand_address("0:3:1:a:take draw")
    assert (pressed.revision, pressed.words) == (3, "take draw")
