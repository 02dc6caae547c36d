"""Learning from Kai: why it moved as it did, and hints for one's own move."""

import re
from decimal import Decimal
from itertools import islice
from typing import Any

import pytest

from bot.face import screen as shown
from bot.face.face import Scene, SeatSign
from bot.game.deck import Chance
from bot.games.explaining import Explained
from bot.games.faces import face_of
from bot.games.kapow.rules.actions import Pile, Take
from bot.games.kapow.rules.game import KAPOW
from bot.games.registry import GAMES
from bot.kai.advice import EvaluatedAction, Prospect
from bot.kai.words import words_of
from bot.tables.core.entries import Acted
from bot.tables.core.errors import RefusedError
from bot.tables.core.turns import must_be_over
from bot.tables.hosting.reading import as_of
from cogs.layouts.address import Address, HandAddress, read_address
from cogs.layouts.kai import hint_page
from cogs.layouts.page import Text
from cogs.layouts.table import why_row
from tests.cogs.guest import Guest, words
from tests.cogs.shown import Shown
from tests.cogs.wire import late_click, send
from tests.cogs.world import World
from tests.face.moments import moments
from tests.face.screens import walk

MINUS = "\N{MINUS SIGN}"
WHY = "Understand Kai's move"
LINE = re.compile(
    r"\d+\. .*: (\S+) points, others (\S+): (\d+\.\d) (ahead|behind); win (\d+)(?:\.\d)? %"
)


async def my_turn(world: World) -> Guest:
    """Sit down with Kai, and play until Kai has had a turn and the person is to move."""
    (mina,) = await world.sit("Mina", kai=1, rounds=1, cards=9)
    while not why_row(await world.state()) or not (await mina.sight()).legal:
        action = await mina.think(world.table_id())
        assert action is not None
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


def board(world: World) -> Shown:
    """The newest message with the button."""
    return next(shown for shown in reversed(world.messages()) if WHY in shown.buttons)


def numbers(text: str) -> list[tuple[Decimal, Decimal, Decimal, int]]:
    """Return points, the field's, the margin and the chance of each line."""
    found = []
    for points, field, margin, side, chance in LINE.findall(text):
        own, others = (Decimal(each.replace(MINUS, "-")) for each in (points, field))
        found.append((own, others, Decimal(margin) * (1 if side == "ahead" else -1), int(chance)))
    return found


async def test_kai_s_turn_is_explained_to_whoever_asks_and_to_nobody_else(world: World) -> None:
    await my_turn(world)
    eve, edits, posts = world.guest("Eve"), len(world.edits), len(world.posts)
    asked = await eve.click(WHY)
    assert asked.ephemeral
    text = words(asked)
    assert text.startswith("## Kai's move")
    assert "**Kai (normal)**" in text
    assert (len(world.edits), len(world.posts)) == (edits, posts)


async def test_every_decision_of_the_turn_is_told_with_its_reason_and_numbers_that_add_up(
    world: World,
) -> None:
    mina = await my_turn(world)
    text = await mina.told(WHY)
    assert re.search(
        r"\S \*\*Kai \(normal\)\*\* (drew a card|took the .* from the discard pile)", text
    )
    assert re.search(r"\S \*\*Kai \(normal\)\*\* (discarded|replaced|put) ", text)
    sentences = [line for line in text.splitlines() if re.match(r"[A-Z].*\.$", line)]
    assert len(sentences) >= 2
    lines = numbers(text)
    assert len(lines) >= 4
    for points, field, margin, chance in lines:
        assert margin == field - points
        assert 0 <= chance <= 100
    assert 1 <= text.count("(Kai's choice)") <= len(sentences)


async def test_it_survives_a_restart_and_leads_back_to_earlier_turns(world: World) -> None:
    mina = await my_turn(world)
    first = await mina.told(WHY)
    table = world.table_id()
    turn = (await world.state(table)).stage
    while (await world.state(table)).stage == turn or not (await mina.sight(table)).legal:
        action = await mina.think(table)
        assert action is not None
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
    for wrong in ("999999", "x", ""):
        address = f"k1:{table.id}:why:{wrong}".removesuffix(":")
        (told,) = await send(late_click(mina, world.board, WHY, address))
        assert words(told) == "Kai made no such move at this table."


async def test_nothing_is_told_of_a_turn_that_is_not_over(world: World) -> None:
    """What Kai has drawn is hidden until it has played it."""
    await my_turn(world)
    state, host = await world.state(), world.bot.services.host
    entries = await host.log(state.id)
    first = next(
        at for at, entry in enumerate(entries) if isinstance(entry, Acted) and entry.by == "kai"
    )
    during = await as_of(world.bot.services.store, host.games, state, first + 1)
    moved = during.kai_moved
    assert moved is not None
    assert why_row(during) == ()
    assert why_row(state) != ()
    with pytest.raises(RefusedError, match="has not finished this turn yet"):
        must_be_over(during, moved.turn)
    must_be_over(state, moved.turn)


@pytest.mark.parametrize("game", GAMES)
async def test_kai_explains_itself_in_every_game_with_what_is_public(
    world: World, game: str
) -> None:
    (mina,) = await world.sit("Mina", game=game, kai=GAMES[game].seats[0] - 1)
    known = {each["text"].partition("{")[0] for each in words_of(game).sentences.values()}
    told: set[str] = set()
    for _ in range(12):
        state = await world.state()
        if state.closed is not None:
            break
        if why_row(state):
            text = await mina.told(WHY, board(world))
            assert text.startswith("## Kai's move")
            assert any(sentence in text for sentence in known)
            told.add(text)
        await do_something(world, mina)
    assert len(told) > 1


async def test_a_late_person_s_turn_is_explained_as_kai_s_for_them(world: World) -> None:
    first, second = await world.sit("Mina", "Sam", clock="30 seconds a turn")
    await world.pass_time(31)
    text = await second.told(WHY, board(world))
    assert f"Kai for **{first.actor.name}**" in text


# Hints.


async def hint(guest: Guest) -> str:
    asked = await guest.actor.click(guest.hand.message, label="Hint")
    assert asked.ephemeral
    return words(asked)


@pytest.mark.parametrize("game", GAMES)
async def test_a_hint_is_a_choice_a_reason_and_the_tip_it_follows(world: World, game: str) -> None:
    seats = GAMES[game].seats[0]
    names = ["Mina", "Sam", "Ada", "Bob", "Eve", "Zoe"][:seats]
    first, *others = await world.sit(*names, game=game)
    before, edits = first.hand.text, len(world.edits)
    public = [message.text for message in world.messages()]
    text = await hint(first)
    legal = (await first.sight()).legal
    scene = (await first.sight()).scene
    face = face_of(GAMES[game])
    assert any(f"### Hint: {face.proposal(scene, action)}\n" in text for action in legal)
    tips = set(words_of(game).tips.values())
    assert any(f"**Tip:** {tip}" in text for tip in tips)
    assert first.hand.text == before
    assert (len(world.edits), [message.text for message in world.messages()]) == (edits, public)
    log = await world.bot.services.host.log(world.table_id())
    assert not any(isinstance(entry, Acted) for entry in log)
    assert others


async def test_a_hint_with_numbers_that_add_up(world: World) -> None:
    first, _ = await world.sit("Mina", "Sam")
    await first.act("reveal 1t 1m")
    text = await hint(first)
    lines = numbers(text)
    assert len(lines) == 2
    assert text.count("(the hint)") == 1
    assert all(margin == field - points for points, field, margin, _ in lines)


@pytest.mark.parametrize(
    "options", [{"ranked": True}, {"game": "capit", "ante": 0, "ranked": True}]
)
async def test_there_are_no_hints_where_a_match_counts(
    world: World, options: dict[str, Any]
) -> None:
    names = ["Mina", "Sam", "Ada", "Bob"] if "game" in options else ["Mina", "Sam"]
    first, *_ = await world.sit(*names, **options)
    assert "Hint" not in first.hand.buttons
    state = await world.state()
    label = next(iter(first.hand.buttons))
    address = f"k1:{state.id}:hint:{state.seat_of(first.id)}:0"
    (told,) = await send(late_click(first, first.hand, label, address))
    assert words(told) == "There are no hints at this table."


async def test_the_host_can_switch_hints_off(world: World) -> None:
    mina, sam = world.guest("Mina"), world.guest("Sam")
    await mina.play(rounds=1)
    await sam.click("Join")
    assert "hints" not in world.board.text
    opened = await mina.click("Options")
    assert opened.response is not None
    form = Shown(opened.response.message)
    menu = next(each for each in form.menus if read_address(each).verb == "hints")
    await mina.choose(form, "false", menu)
    assert "no hints" in world.board.text
    await mina.click("Start")
    for guest in (mina, sam):
        await guest.open_hand()
        assert "Hint" not in guest.hand.buttons
    assert not (await world.state()).setup.gives_hints


async def test_a_hint_is_for_the_moment_and_the_seat_that_it_was_offered_to(world: World) -> None:
    first, second = await world.sit("Mina", "Sam")
    old = first.hand
    stolen = late_click(second, first.hand, "Hint")
    late = late_click(first, old, "Hint")
    await first.act("reveal 1t 1m")
    (told,) = await send(late)
    assert words(told).startswith("The table has moved on since that hint was offered.")
    (told,) = await send(stolen)
    assert words(told) == "These buttons belong to another player's hand."
    assert "Hint" not in second.hand.buttons


async def test_a_hint_survives_a_restart(world: World) -> None:
    first, _ = await world.sit("Mina", "Sam")
    await first.act("reveal 1t 1m")
    before = await hint(first)
    await world.restart()
    assert await hint(first) == before


def test_numbers_add_up_as_they_are_shown() -> None:
    """1.04 and 2.06 are 1.02 apart, and shown as 1.0 and 2.1, which are 1.1 apart."""
    state = KAPOW.new(KAPOW.options(), 2, Chance(bytes(32))).state
    scene = Scene(KAPOW.view(state, state.to_move), (SeatSign("Mina"), SeatSign("Sam")))
    draw, take = Take(Pile.DRAW), Take(Pile.DISCARD)
    considered = (
        EvaluatedAction(draw, Prospect(1.04, 2.06, 0.004)),
        EvaluatedAction(take, Prospect(-0.34, -12.06, 1.0)),
    )
    explained = Explained(take, "So it is.", "Take care.", considered)
    text = "\n".join(
        part.text
        for part in hint_page(face_of(KAPOW), scene, explained).parts
        if isinstance(part, Text)
    )
    assert "1. Draw a card: 1.0 points, others 2.1: 1.1 ahead; win 0 %" in text
    assert f"(the hint): {MINUS}0.3 points, others {MINUS}12.1: 11.8 behind; win 100 %" in text


def test_chances_are_told_to_a_tenth_where_they_decide() -> None:
    """The second one is 0.3 points better, and would seem to be the best."""
    state = KAPOW.new(KAPOW.options(), 2, Chance(bytes(32))).state
    scene = Scene(KAPOW.view(state, state.to_move), (SeatSign("Mina"), SeatSign("Sam")))
    draw, take = Take(Pile.DRAW), Take(Pile.DISCARD)
    for chance, told in ((0.2741, ("27.4", "26.8")), (0.2841, ("28", "27"))):
        considered = (
            EvaluatedAction(draw, Prospect(11.8, 1.0, chance)),
            EvaluatedAction(take, Prospect(11.5, 1.0, 0.2681)),
        )
        page = hint_page(face_of(KAPOW), scene, Explained(draw, "So.", "Do.", considered))
        text = "\n".join(part.text for part in page.parts if isinstance(part, Text))
        assert re.findall(r"win (\S+) %", text) == list(told)


@pytest.mark.parametrize("game", GAMES)
def test_the_largest_hand_has_room_for_a_hint(game: str) -> None:
    """Discord takes 40 components in a message, those within others counted."""
    played = GAMES[game]
    face, most = face_of(played), 0
    for moment in moments(played, played.seats[-1], 3, played.options()):
        for seat in played.to_act(moment.state):
            legal = played.legal(moment.state, seat)
            for screen, _ in islice(walk(face, moment.scene(seat), legal), 12):
                most = max(most, sum(map(components, screen.rows)))
    around = 1 + len(("notice", "line", "note", "text", "footer"))
    assert most + components((shown.Button("Hint"),)) + around <= 40


def components(row: shown.Row) -> int:
    return 2 if isinstance(row, shown.Menu) else 1 + len(row)
