"""Learning from Kai: why it moved as it did, a sentence first and the figures behind a button."""

import asyncio
import re
from collections.abc import Iterator

import pytest

from bot import machine_code
from bot.face.face import Scene, SeatSign
from bot.face.hint_path import SIGN
from bot.game.contract import AnyGame
from bot.game.deck import Chance
from bot.games.explaining import Explained
from bot.games.faces import face_of
from bot.games.kapow.rules.actions import Pile, Take
from bot.games.kapow.rules.game import KAPOW
from bot.kai.advice import EvaluatedAction, Prospect
from bot.kai.words import words_of
from bot.tables.command import RefusedError
from bot.tables.entries import Acted
from bot.tables.history import must_be_over
from bot.tables.loading import as_of
from cogs.core.click import Address, HandAddress
from cogs.play.coaching import hint_made
from cogs.play.table import MORE, why_row
from tests.cogs.figures import numbers
from tests.cogs.guest import Guest, words
from tests.cogs.shown import Shown, shown
from tests.cogs.wire import late_click, send
from tests.cogs.world import World
from tests.helpers import PATIENCE, not_none
from tests.short import kapow_first

WHY = "Ask Kai why"
BEHIND = ("Figures", "Each choice")


async def my_turn(world: World) -> Guest:
    """Sit down with Kai, and play until Kai has had a turn and the person is to move."""
    (mina,) = await world.sit("Mina", kai=1, rounds=1, cards=9)
    while not why_row(await world.state()) or not (await mina.sight()).legal:
        action = not_none(await mina.think(world.table_id()))
        await mina.act(action)
    return mina


async def do_something(world: World, guest: Guest) -> None:
    """Act by a button of one's own making: hands need not offer all that Kai would do."""
    state = (await world.table()).state
    action, seat = await guest.think(state.id), state.seat_of(guest.id)
    assert action is not None
    assert seat is not None
    words = str(HandAddress(seat, state.since[seat], 0, "a", action))
    label = next(iter(guest.hand.buttons))
    await send(late_click(guest, guest.hand, label, str(Address(state.id, "h", words))))


async def test_kai_s_turn_is_explained_to_those_who_ask_and_to_nobody_else(world: World) -> None:
    await my_turn(world)
    eve, edits, posts = world.guest("Eve"), len(world.edits), len(world.posts)
    asked = await eve.click(WHY)
    assert shown(asked).message.flags.ephemeral
    text = words(asked)
    assert text.startswith("## Kai's move")
    assert "**Kai**" in text
    assert (len(world.edits), len(world.posts)) == (edits, posts)


async def test_a_turn_is_told_in_a_few_lines_with_one_reason(world: World) -> None:
    mina = await my_turn(world)
    text = await mina.told(WHY)
    assert len(text.splitlines()) <= 6
    assert len(text) < 500
    assert text.count("**Why?** ") == 1
    assert numbers(text) == []


async def test_the_figures_are_behind_a_button_in_the_same_message(world: World) -> None:
    mina = await my_turn(world)
    asked = await mina.click(WHY)
    short = words(asked)
    assert asked.response is not None
    message = asked.response.message
    more = await mina.actor.click(message, label="Figures")
    assert more.response is None or more.response.message.id == message.id
    assert not more.followups
    texts = []
    while (text := Shown(asked.response.message).text) not in texts:
        texts.append(text)
        lines = numbers(text)
        assert len(lines) >= 2
        assert all(0 <= chance <= 100 for _, chance in lines)
        assert text.count("(Kai's choice)") == 1
        await mina.actor.click(asked.response.message, label="Next choice")
    assert len(texts) >= 2
    await mina.actor.click(asked.response.message, label="Less")
    assert Shown(asked.response.message).text == short


async def test_where_hands_stay_hidden_no_choice_of_kai_s_has_figures(world: World) -> None:
    """Everyone may ask; Kai's cards are face down."""
    (mina,) = await world.sit("Mina", kai=1, game="kabobo")
    sentences = {each["text"] for each in words_of("kabobo").sentences.values()}
    told = 0
    while told < 3:
        assert await mina.think(world.table_id()) is not None
        await do_something(world, mina)
        if not why_row(await world.state()):
            continue
        eve = world.guest("Eve")
        asked = await eve.click(WHY)
        assert asked.response is not None
        texts = [words(asked)]
        page = Shown(asked.response.message)
        for label in {*BEHIND} & {*page.buttons}:
            await eve.actor.click(page.message, label=label)
            texts.append(Shown(asked.response.message).text)
        for text in texts:
            assert "%" not in text
            assert "(Kai's choice)" not in text
            reasons = re.findall(r"^(?:\*\*Why\?\*\* )?([A-Z][^*\n]*)\.$", text, re.MULTILINE)
            assert reasons
            assert {*reasons} <= sentences
        told += 1


async def test_it_survives_a_restart_and_leads_back_to_earlier_turns(world: World) -> None:
    mina = await my_turn(world)
    first = await mina.told(WHY)
    table = world.table_id()
    turn = (await world.state(table)).stage
    while (await world.state(table)).stage == turn or not (await mina.sight(table)).legal:
        action = not_none(await mina.think(table))
        await mina.act(action)
    await world.restart()
    asked = await mina.click(WHY)
    assert asked.response is not None
    page = Shown(asked.response.message)
    later = page.text
    assert later != first
    await mina.actor.click(page.message, label="Kai's move before")
    assert Shown(asked.response.message).text == first


async def test_a_button_that_leads_nowhere_is_answered_in_a_sentence(world: World) -> None:
    mina = await my_turn(world)
    table = await world.state()
    for wrong in ("999999", "999999:more", "x", "x:more", ""):
        address = f"k1:{table.id}:why:{wrong}".removesuffix(":")
        (told,) = await send(late_click(mina, world.board, MORE, address))
        assert words(told) == "Kai didn't make that move."


async def test_nothing_is_told_of_a_turn_that_is_not_over(world: World) -> None:
    """What Kai has drawn is hidden until it has played it."""
    await my_turn(world)
    state, host = await world.state(), world.bot.services.host
    entries = await host.log(state.id)
    first = next(
        at for at, entry in enumerate(entries) if isinstance(entry, Acted) and entry.by == "kai"
    )
    during = await as_of(world.bot.services.storage.store, host.games, state, first + 1)
    moved = not_none(during.kai_moved)
    assert why_row(during) == ()
    assert why_row(state) != ()
    with pytest.raises(RefusedError, match="hasn't finished this turn"):
        must_be_over(during, moved.turn)
    must_be_over(state, moved.turn)


@pytest.mark.parametrize("game", kapow_first(), ids=lambda game: game.name)
async def test_kai_explains_itself_with_what_is_public(world: World, game: AnyGame) -> None:
    (mina,) = await world.sit("Mina", game=game.name, kai=game.seats[0] - 1)
    known = {each["text"].partition("{")[0] for each in words_of(game.name).sentences.values()}
    told: set[str] = set()
    for _ in range(12):
        state = await world.state()
        if state.closed is not None:
            break
        if why_row(state):
            text = await mina.told(WHY)
            assert text.startswith("## Kai's move")
            assert any(sentence in text for sentence in known)
            told.add(text)
        await do_something(world, mina)
    assert len(told) > 1


async def test_a_late_person_s_turn_is_explained_as_kai_s_for_them(world: World) -> None:
    first, second = await world.sit("Mina", "Sam", clock="30 seconds a turn")
    await world.pass_time(31)
    text = await second.told(WHY)
    assert f"Kai for **{first.actor.name}**" in text


@pytest.fixture
def warming_up() -> Iterator[None]:
    """As right after a start, until all machine code is made."""
    machine_code.use_only([])
    yield
    machine_code.use_only(None)


def says_weaker(world: World) -> list[bool]:
    return ["Kai is weaker" in shown.text for shown in world.messages()]


@pytest.mark.usefixtures("warming_up")
async def test_a_table_says_while_kai_is_weaker(world: World, mina: Guest, sam: Guest) -> None:
    """Only where Kai's level is one that waits; and nobody has to move for it to go."""
    await mina.play(game="kapow", level="hard", rounds=1, cards=9)
    assert says_weaker(world) == [True]
    await mina.click("Start")
    assert says_weaker(world) == [True], "the lobby has become the table"
    await sam.play(game="kapow", level="easy")
    assert says_weaker(world) == [True, False]
    (menu,) = world.board.menus
    await sam.choose(world.board, "expert", menu)
    assert says_weaker(world) == [True, True]

    posts, edits = len(world.posts), len(world.edits)
    machine_code.use_only(None)
    world.bot.services.surface.warmed_up()
    async with asyncio.timeout(PATIENCE):  # Its picture is painted in a thread.
        while any(says_weaker(world)):
            await world.pass_time(1)
    assert (len(world.posts), len(world.edits)) == (posts, edits + 2)


@pytest.mark.usefixtures("warming_up")
async def test_a_hint_says_that_kai_is_not_ready_yet(world: World) -> None:
    mina, _ = await world.sit("Mina", "Sam", hints=True)
    refused = await mina.actor.click(mina.hand.message, label="Hint")
    assert "Kai isn't at full strength yet" in words(refused)
    machine_code.use_only(None)
    assert "**Hint:**" in (await mina.press("Hint")).text


@pytest.mark.parametrize(
    ("points", "chance", "told"),
    [
        (5.4, 0.49, "It's a little better."),
        (9.0, 0.49, "It's clearly the best."),
        (5.4, 0.47, "It's clearly the best."),
    ],
)
def test_a_hint_says_how_far_ahead_it_is(points: float, chance: float, told: str) -> None:
    state = KAPOW.new(KAPOW.options(), 2, Chance(bytes(32))).state
    scene = Scene(KAPOW.view(state, state.to_move), (SeatSign("Mina"), SeatSign("Sam")))
    draw, take = Take(Pile.DRAW), Take(Pile.DISCARD)
    considered = (
        EvaluatedAction(draw, Prospect(5.0, 6.0, 0.5)),
        EvaluatedAction(take, Prospect(points, 6.0, chance)),
    )
    explained = Explained(draw, "So.", "Do.", considered)
    hint = hint_made(face_of(KAPOW), scene, [draw], explained)
    assert hint.sentence == f"{SIGN} **Hint:** Draw a card. {told}"
