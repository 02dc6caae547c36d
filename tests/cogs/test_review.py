"""The review of a match, asked for by clicks and by ``/match review``."""

import asyncio
import re
from collections.abc import Sequence

import pytest
from simcord import InteractionResult

from bot import machine_code
from bot.games.kapow.kai.players import EasyKapow
from bot.kai.advice import CHANCE, POINTS
from bot.review import face as sentences
from bot.review.review import EvaluatedChoice, Review
from bot.tables.entries import TableSetup
from cogs.review_page import by_how_much, is_ahead, name_of, shuffled
from lab.arena.known import RandomPlayer
from tests.cogs import forge
from tests.cogs.forge import forger
from tests.cogs.guest import Guest, words
from tests.cogs.shown import Shown
from tests.cogs.stored import TOY_MATCH, finish, people
from tests.cogs.world import World
from tests.helpers import PATIENCE, not_none

KABOBO = TableSetup(game="kabobo", options={"max_rounds": 2})
KAPOW = TableSetup(game="kapow", options={"rounds": 1, "cards": 9})


async def reviewed(world: World, table: str) -> None:
    """Wait until a review is finished and shown."""
    async with asyncio.timeout(PATIENCE):
        while world.bot.services.reviewing.progress(table):
            await asyncio.sleep(0.05)
            await world.pass_time(1)
    await world.pass_time(1)


async def stored(world: World, table: str) -> Review:
    return not_none(await world.bot.services.reviewing.find(await world.state(table)))


def answer(result: InteractionResult) -> Shown:
    """The private message that a click or a command was answered with, as it is now."""
    assert result.ephemeral
    found = [message for message in (result.response, *result.followups) if message]
    return Shown(found[-1].message)


async def ask(guest: Guest, **options: str) -> InteractionResult:
    return await guest.slash("match review", **options)


async def test_asked_for_by_command_it_is_made_and_then_shown(world: World) -> None:
    mina, sam = world.guest("Mina"), world.guest("Sam *")
    table = await finish(world, [mina.person, sam.person], KAPOW, RandomPlayer(3))
    asked = await ask(mina)
    assert "I'm reviewing this match" in answer(asked).text
    await reviewed(world, table)
    shown = answer(asked)
    assert "## Kapow! · review" in shown.text
    assert "Mina" in shown.alt
    assert re.search(r"\*\*You (played .* well|gave away .*)\. .* decided it\.\*\*\n", shown.text)
    await mina.actor.click(shown.message, label="More")
    assert "Sam \\*" in answer(asked).text
    assert "round by round" not in answer(asked).text, "the match had one round"
    await mina.actor.click(shown.message, label=sentences.BACK)
    assert "**Mina** · **The costliest turns**" in shown.text
    again = answer(await ask(sam))
    assert "**Sam \\*** · **The costliest turns**" in again.text
    # Anyone on the server may ask, as for a record.
    eve = answer(await ask(world.guest("Eve"), match=table))
    assert "## Kapow! · review" in eve.text


async def test_while_kai_warms_up_it_says_that_it_takes_longer(world: World, mina: Guest) -> None:
    await finish(world, [mina.person, world.guest("Sam").person], KAPOW, RandomPlayer(3))
    machine_code.use_only([])
    try:
        asked = await ask(mina)
    finally:
        machine_code.use_only(None)
    assert "I've just started, so it takes a little longer." in answer(asked).text


SUM = (
    r"(?:Level|([\d.]+)(?: (?:ahead|(behind))[a-z' ]*|% (?:gained|(lost)))): luck (\S+), "
    r"(?:own|your) play (\S+), opponents' mistakes ([^ .]+(?:\.\d)?)"
)


def figures(line: str) -> Sequence[float]:
    """Return by how many points or percent of chance someone was ahead, and its parts."""
    found = re.search(SUM, line)
    assert found is not None, line
    against, behind, lost, *parts = found.groups()
    luck, own, others = (float(text.replace("\N{MINUS SIGN}", "-")) for text in parts)
    return float(against or 0) * (-1 if behind or lost else 1), luck, own, others


async def test_the_figures_add_up_as_they_are_read(world: World) -> None:
    guests = [world.guest(name) for name in ("Ann", "Bob", "Cem")]
    setup = TableSetup(game="kapow", options={"rounds": 3, "cards": 9})
    table = await finish(world, [guest.person for guest in guests], setup, EasyKapow())
    asked = await ask(guests[0])
    await reviewed(world, table)
    (told,) = [line for line in answer(asked).text.splitlines() if ": luck" in line]
    await guests[0].actor.click(answer(asked).message, label="More")
    lines = [line for line in answer(asked).text.splitlines() if ": luck" in line]
    assert len(lines) == 3 + 3
    for line in lines:
        against, luck, own, others = figures(line)
        assert luck + own + others == pytest.approx(against, abs=1e-6)
        assert own <= 0 <= others
    (whole,) = [figures(line) for line in lines[:3] if "Ann" in line]
    assert figures(told) == pytest.approx(whole)
    rounds = zip(*map(figures, lines[3:]), strict=True)
    assert [sum(column) for column in rounds] == pytest.approx(whole, abs=1e-6)


def weighed(points: float, field: float, chance: float) -> EvaluatedChoice:
    return EvaluatedChoice(action="end", points=points, field=field, chance=chance)


def test_how_much_better_a_choice_is_can_be_reckoned_from_what_is_shown() -> None:
    """3.96 and 8.04 are shown as 4.0 and 8.0: so they are 0.8 ahead of 4.94 and 8.06."""
    best = weighed(3.96, 8.04, 0.504)
    assert by_how_much(POINTS, best, weighed(4.96, 8.04, 0.496)) == "by 1.0 points"
    assert by_how_much(POINTS, best, weighed(4.94, 8.06, 0.494)) == (
        "by 0.8 points, and 1 more win in 100 matches"
    )
    assert by_how_much(POINTS, best, weighed(3.94, 8.06, 0.444)).startswith("6 more wins")
    assert not is_ahead(POINTS, best, weighed(3.99, 8.01, 0.501))
    assert is_ahead(POINTS, best, weighed(3.96, 7.94, 0.504))


def test_where_the_highest_points_are_best_the_lead_is_turned_round() -> None:
    best = EvaluatedChoice(action="a", points=8.04, field=3.96, chance=0.5, lowest=False)
    other = EvaluatedChoice(action="b", points=7.04, field=3.96, chance=0.5, lowest=False)
    assert [best.margin, other.margin] == pytest.approx([4.08, 3.08])
    assert by_how_much(POINTS, best, other) == "by 1.0 points"
    assert is_ahead(POINTS, best, other)
    assert not is_ahead(POINTS, other, best)


def test_where_points_mean_little_the_chance_is_told() -> None:
    best, other = weighed(3.0, 8.0, 0.504), weighed(9.0, 8.0, 0.497)
    assert by_how_much(CHANCE, best, other) == ("0.7 more wins in 100 matches")
    assert is_ahead(CHANCE, best, other)
    assert not is_ahead(CHANCE, best, weighed(9.0, 8.0, 0.5))


async def test_a_match_without_totals_is_told_by_the_chance_to_win(world: World) -> None:
    mina, sam = world.guest("Mina"), world.guest("Sam *")
    table = await finish(world, [mina.person, sam.person], KABOBO, RandomPlayer(5))
    asked = await ask(mina)
    await reviewed(world, table)
    text = answer(asked).text
    assert "## Kabobo! · review" in text
    assert re.search(r"urn \d+: .* Cost [\d.]+%\.", text)
    await mina.actor.click(answer(asked).message, label="More")
    text = answer(asked).text
    assert "All in % of the chance to win" in text
    lines = [line for line in text.splitlines() if ": luck" in line]
    assert len(lines) == 2 + 2
    for line in lines:
        assert sum(figures(line)[1:]) == pytest.approx(figures(line)[0], abs=1e-6)
    assert sorted(round(figures(line)[0]) for line in lines[:2]) in ([-50, 50], [0, 0])
    await mina.actor.click(answer(asked).message, label=sentences.BACK)
    review, state = await stored(world, table), await world.state(table)
    assert review.by_chance
    await mina.actor.click(answer(asked).message, label="Try 1")
    puzzle = answer(asked)
    assert puzzle.files == ["table.png"]
    slip = review.slips[0][0]
    assert len(puzzle.buttons) == len(slip.choices) + 1
    assert not any("**" in label or "\\" in label for label in puzzle.buttons)
    at = shuffled(state, slip).index(slip.taken)
    pressed = f"k1:{table}:solve:0:0:{at}:{name_of(state, slip)}"
    told = words(await forger(mina).send(*forge.button(pressed)))
    assert "in 100 matches)." in told
    assert "Best chance first" in told


async def test_it_survives_a_restart(world: World, mina: Guest, sam: Guest) -> None:
    table = await finish(world, [mina.person, sam.person], KAPOW)
    asked = await ask(mina)
    waiting = answer(asked)
    await world.restart()
    await reviewed(world, table)
    await mina.actor.click(waiting.message, label=sentences.AGAIN)
    assert "## Kapow! · review" in answer(asked).text
    assert await stored(world, table)


async def test_another_player_and_their_puzzles(world: World, mina: Guest, sam: Guest) -> None:
    table = await finish(world, [mina.person, sam.person], KAPOW, RandomPlayer(4))
    asked = await ask(mina)
    await reviewed(world, table)
    review, state = await stored(world, table), await world.state(table)
    await mina.actor.click(answer(asked).message, label="More")
    page = answer(asked)
    (menu,) = page.menus
    await mina.choose(page, "1", menu)
    page = answer(asked)
    assert "**Sam** · **The costliest turns**" in page.text
    slip = review.slips[1][0]
    await mina.actor.click(page.message, label="Try 1")
    puzzle = answer(asked)
    assert f"round {slip.round}, own turn {slip.own_turn}" in puzzle.text
    assert puzzle.files == ["table.png"]
    assert len(puzzle.buttons) == len(slip.choices) + 1
    assert "chose" not in puzzle.text
    assert not re.search(rf"^\W*{re.escape(slip.chosen)}\W*$", puzzle.text, re.MULTILINE)
    order = shuffled(state, slip)
    for choice, said in ((slip.best, "the best choice"), (slip.taken, "Better: ")):
        button = f"k1:{table}:solve:1:0:{order.index(choice)}:{name_of(state, slip)}"
        await forger(mina).send(*forge.button(button))
        result = await forger(mina).send(*forge.button(button))
        told = words(result)
        assert said in told
        assert "In the match, **Sam** chose" in told
        marks = ("your choice", "in the match") if choice == slip.taken else ("your choice",)
        assert f"** ({', '.join(marks)}): " in told
    page = answer(asked := await ask(mina, match=table))
    await mina.actor.click(page.message, label="More")
    await mina.choose(page, "1", menu)
    await mina.actor.click(page.message, label="Try 1")
    await mina.actor.click(page.message, label=next(iter(puzzle.buttons)))
    solved = answer(asked)
    assert "expected score" in solved.text
    await mina.actor.click(solved.message, label=sentences.BACK)
    assert "**Sam** · **The costliest turns**" in answer(asked).text


FORGED = (
    *("puzzle", "puzzle:0", "puzzle:9:0", "puzzle:0:9", "puzzle:0:0:0", "puzzle:-1:0"),
    *("solve:0:0", "solve:0:0:99", "solve:0:0:0:0:0", "solve:9:0:0", "solve:x:0:0", "review:7"),
    *("review:7:1", "review:0:1:2", "review:x"),
)


async def test_what_is_forged_is_refused(world: World, mina: Guest) -> None:
    table = await finish(world, [mina.person, *people("Bob")], KAPOW)
    await ask(mina)
    await reviewed(world, table)
    for control in FORGED:
        told = words(await forger(mina).send(*forge.button(f"k1:{table}:{control}")))
        assert told == sentences.NO_SUCH_PUZZLE, control


async def test_an_answer_to_an_older_puzzle_says_so(world: World, mina: Guest, sam: Guest) -> None:
    """A review that is made again may have other puzzles, or other choices in their places."""
    table = await finish(world, [mina.person, sam.person], KAPOW, RandomPlayer(4))
    asked = await ask(mina)
    await reviewed(world, table)
    await mina.actor.click(answer(asked).message, label="Try 1")
    puzzle, review = answer(asked), await stored(world, table)
    slip, *others = review.slips[0]
    pressed = puzzle.ids[: len(slip.choices)]
    from_before_it_was_named = pressed[0].rpartition(":")[0]
    told = words(await forger(mina).send(*forge.button(from_before_it_was_named)))
    assert told == sentences.MADE_AGAIN
    fewer = slip.model_copy(update={"choices": slip.choices[:-1]})
    later = slip.model_copy(update={"ply": slip.ply + 1})
    for slips in ((fewer, *others), (later, *others), tuple(others), ()):
        again = review.model_copy(update={"slips": (slips, *review.slips[1:])})
        new = "UPDATE reviews SET body = ? WHERE table_id = ?"
        assert world.sql(new, again.model_dump_json(), table) == 1
        for button in pressed:
            told = words(await forger(mina).send(*forge.button(button)))
            assert told == sentences.MADE_AGAIN


async def test_what_cannot_be_reviewed_says_why(world: World, mina: Guest) -> None:
    assert words(await ask(mina)) == sentences.NO_SUCH_MATCH
    toy = await finish(world, [mina.person, *people("Bob")], TOY_MATCH)
    assert words(await ask(mina)) == sentences.NO_SUCH_MATCH
    assert "can't be reviewed yet" in words(await ask(mina, match=toy))
    assert "no such match" in words(await ask(mina, match="0123456789"))
    assert await mina.actor.autocomplete(world.channel, "match review", "match", "") == []
    table = await finish(world, [mina.person, *people("Bob")], KAPOW)
    (offered,) = await mina.actor.autocomplete(world.channel, "match review", "match", "")
    assert offered["value"] == table


async def test_a_running_match_tells_nothing(world: World) -> None:
    guests = await world.sit("Mina", "Sam", rounds=1)
    table = world.table_id()
    for control in ("review", "puzzle:0:0", "solve:0:0:0"):
        sent = forge.button(f"k1:{table}:{control}")
        told = words(await forger(guests[0]).send(*sent))
        assert told == "You can review a match once it's over."


async def test_puzzles_of_an_older_version_say_that_they_are_made_again(world: World) -> None:
    mina, sam = world.guest("Mina"), world.guest("Sam")
    table = await finish(world, [mina.person, sam.person], KAPOW, RandomPlayer(4))
    await ask(mina)
    await reviewed(world, table)
    for control in ("puzzle:1:0", "solve:1:0:0"):
        old = "UPDATE reviews SET version = '0.old' WHERE table_id = ?"
        assert world.sql(old, table) == 1
        result = await forger(mina).send(*forge.button(f"k1:{table}:{control}"))
        assert sentences.OLD in words(result)
        assert "I'm reviewing this match" in words(result)
        await reviewed(world, table)
        assert "**Sam** · **The costliest turns**" in answer(result).text
        assert sentences.OLD not in answer(result).text
    assert await stored(world, table)
