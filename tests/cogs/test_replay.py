"""The replay of a match, opened by a click or by ``/match replay``, and stepped through."""

import re
from collections.abc import Sequence
from dataclasses import replace

import pytest
from simcord import InteractionResult

from bot.game.contract import AnyGame
from bot.games.faces import face_of
from bot.tables.command import RefusedError
from bot.tables.entries import TableSetup
from bot.tables.history import MatchStep, find_step, step_begins
from bot.tables.sight import look
from cogs.replay import LONGEST, NO_SUCH_STEP, check_replayable
from lab.arena.known import RandomPlayer
from tests.cogs import forge
from tests.cogs.forge import forger
from tests.cogs.guest import Guest, words
from tests.cogs.shown import Shown, shown
from tests.cogs.stored import finish, people
from tests.cogs.world import PLAYED, World
from tests.short import kapow_first, short

HEADING = re.compile(r"^Step (\d+) of (\d+) · round (\d+) of (\d+)$", re.MULTILINE)


async def ask(world: World, guest: Guest, **options: str) -> InteractionResult:
    return await guest.actor.slash(world.channel, "match replay", **options)


async def press(guest: Guest, table: str, step: str) -> InteractionResult:
    """Press a button of a replay, wherever it comes from."""
    return await forger(guest).send(*forge.button(f"k1:{table}:replay:{step}"))


def answer(result: InteractionResult) -> Shown:
    """The private message that a click or a command was answered with, as it is now."""
    assert result.ephemeral
    return shown(result)


def where(shown: Shown) -> Sequence[int]:
    """Return what the heading says: the step, of how many; the round, of how many."""
    found = HEADING.search(shown.text)
    assert found is not None, shown.text
    return tuple(map(int, found.groups()))


async def step_of(world: World, table: str, number: int) -> MatchStep:
    entries = await world.bot.services.storage.store.load(table)
    return find_step(table, entries, PLAYED, step_begins(number))


@pytest.mark.parametrize("game", kapow_first(), ids=lambda game: game.name)
async def test_every_game_can_be_stepped_through(world: World, game: AnyGame) -> None:
    seated = people("Ann", "Bob *", "Cem", "Dee")[: game.seats[0]]
    setup = TableSetup(game=game.name, options=dict(short(game)))
    table = await finish(world, seated, setup, RandomPlayer(3))
    eve = world.guest("Eve")
    asked = await ask(world, eve, match=table)
    face, (at, steps, number, rounds) = face_of(game), where(answer(asked))
    assert (at, number) == (1, 1)
    assert rounds == len(game.outcome((await world.state(table)).position).rounds)  # type: ignore[union-attr]
    assert answer(asked).dead == ["First", "Back"]
    for label, there in (
        ("Next", 2),
        ("Next", 3),
        ("Back", 2),
        ("Last", steps),
        ("Back", steps - 1),
    ):
        await eve.actor.click(answer(asked).message, label=label)
        shown, step = answer(asked), await step_of(world, table, there)
        scene = look(step.table).scene
        assert where(shown)[:2] == (there, steps)
        assert shown.alt == face.alt(scene)
        assert shown.files == ["table.png"]
        (sent,) = [await file.read() for file in shown.message.attachments]
        assert sent == face.picture(scene)
        said = [line for event in step.events if (line := face.say(event, scene.seats))]
        assert [line[2:] for line in shown.text.splitlines() if line.startswith("> ")] == said
    await eve.actor.click(answer(asked).message, label="First")
    assert where(answer(asked)) == (1, steps, 1, rounds)
    await eve.actor.click(answer(asked).message, label="Show all cards")
    await eve.actor.click(answer(asked).message, label="Next")
    assert where(answer(asked))[0] == 2
    opened, step = answer(asked), await step_of(world, table, 2)
    revealed = replace(step.table, position=game.revealed(step.table.position))
    assert (opened.alt, opened.files) == (face.alt(look(revealed).scene), ["table.png"])
    await eve.actor.click(answer(asked).message, label="Hide cards")
    assert (where(answer(asked))[0], answer(asked).files) == (2, ["table.png"])


async def test_a_round_is_chosen_from_a_menu(world: World) -> None:
    await finish(world, people("Ann", "Bob"))
    eve = world.guest("Eve")
    asked = await ask(world, eve)
    ((menu, rounds),) = answer(asked).menus.items()
    assert rounds == ["1", "2"]
    await eve.choose(answer(asked), "2", menu)
    (at, _, number, of), second = where(answer(asked)), answer(asked)
    assert (number, of) == (2, 2)
    await eve.actor.click(second.message, label="Back")
    assert where(answer(asked))[0::2] == (at - 1, 1)
    assert "round 1" in answer(asked).text
    (menu,) = answer(asked).menus
    await eve.choose(answer(asked), "1", menu)
    assert where(answer(asked))[0] == 1


async def test_the_same_round_can_be_chosen_again(world: World) -> None:
    """A menu that keeps its custom id shows what was chosen, and that cannot be chosen again."""
    await finish(world, people("Ann", "Bob"))
    eve = world.guest("Eve")
    asked, menus, places = await ask(world, eve), [], []
    for _ in range(2):
        (menu,) = answer(asked).menus
        await eve.choose(answer(asked), "2", menu)
        places.append(where(answer(asked)))
        await eve.actor.click(answer(asked).message, label="Next")
        menus.append(menu)
    assert places[0] == places[1]
    assert menus[0] != menus[1]


async def test_a_match_of_one_round_has_no_menu(world: World) -> None:
    await finish(world, people("Ann", "Bob"), TableSetup(game="toy", options={"rounds": 1}))
    assert not answer(await ask(world, world.guest("Eve"))).menus


async def test_the_button_opens_it_in_private_and_leaves_the_message_alone(world: World) -> None:
    guests = await world.sit("Mina", "Sam", game="toy", rounds=1)
    await world.play(guests)
    board, before = world.board, world.board.text
    asked = await guests[0].click("Replay")
    other = await world.guest("Eve").click("Replay")
    await guests[0].actor.click(answer(asked).message, label="Next")
    assert where(answer(asked))[0] == 2
    assert where(answer(other))[0] == 1
    assert world.board.text == before
    assert world.board.files == board.files


async def test_a_step_out_of_range_is_the_nearest(world: World) -> None:
    table = await finish(world, people("Ann", "Bob"))
    mina = world.guest("Mina")
    steps = where(answer(await press(mina, table, "last")))[1]
    for words_of, there in (("0", 1), (str(steps + 1), steps), ("999999", steps), ("first", 1)):
        assert where(answer(await press(mina, table, words_of)))[0] == there
    who = forger(mina)
    for number, there in (("0", 1), ("99", steps)):
        sent = await who.send(*forge.menu(f"k1:{table}:replay:round:1", [number]))
        assert where(answer(sent))[0] == there


FORGED = (
    *("x", "-1", "01", "1.5", "1:2", "1000000", "first ", "1\n", "\N{ARABIC-INDIC DIGIT ONE}"),
    *("round", "round:", "round:x", "round:1:2", "=", "1==", "=1"),
)


async def test_what_is_forged_is_refused(world: World) -> None:
    table = await finish(world, people("Ann", "Bob"))
    mina = world.guest("Mina")
    for step in FORGED:
        assert words(await press(mina, table, step)) == NO_SUCH_STEP, step
    assert words(await press(mina, table, "round:1")) == "Please choose one line from the menu."
    who = forger(mina)
    for values, told in (
        (["x"], NO_SUCH_STEP),
        (["1", "2"], "Please choose one line from the menu."),
        (["1" * 101], "That text can't be used. Please type up to 100 ordinary characters."),
    ):
        sent = await who.send(*forge.menu(f"k1:{table}:replay:round:1", values))
        assert words(sent) == told


async def test_a_match_that_goes_on_or_has_no_end_is_not_replayed(world: World) -> None:
    first, second = await world.sit("Mina", "Sam", rounds=1)
    table = world.table_id()
    host = first if (await world.state()).host.id == first.id else second
    for step in ("1", "1=", "last="):
        assert words(await press(first, table, step)) == "You can replay a match once it's over."
    assert "no such finished match" in words(await ask(world, first, match=table))
    await host.actor.slash(world.channel, "table end")
    assert "Replay" not in world.board.buttons
    told = words(await press(first, table, "1"))
    assert told == "You can replay only matches that were played to the end."


@pytest.mark.house(keep_logs_days=0.02)
async def test_a_match_whose_log_is_deleted_says_so(world: World) -> None:
    old, mina = await finish(world, people("Ann", "Bob")), world.guest("Mina")
    await world.pass_time(2 * 3600)
    told = "The record of this match is gone. Its result stays. Records are kept for 29 minutes."
    assert words(await ask(world, mina, match=old)) == told
    assert words(await press(mina, old, "2")) == told


@pytest.mark.house(costly_per_person=3)
async def test_each_step_counts_as_something_costly(world: World) -> None:
    await finish(world, people("Ann", "Bob"))
    eve = world.guest("Eve")
    asked = await ask(world, eve)
    for _ in range(2):
        await eve.actor.click(answer(asked).message, label="Next")
    told = words(await eve.actor.click(answer(asked).message, label="Next"))
    assert "That's a lot at once." in told
    assert where(answer(asked))[0] == 3


async def test_a_match_of_very_many_entries_is_refused(world: World) -> None:
    state = await world.state(await finish(world, people("Ann", "Bob")))
    check_replayable(replace(state, seq=LONGEST))
    with pytest.raises(RefusedError, match="too long to replay"):
        check_replayable(replace(state, seq=LONGEST + 1))
