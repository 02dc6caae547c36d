"""Hints: a sentence in the hand, the control that leads to it marked, the figures behind *Why?*."""

import random
import re
from itertools import islice
from typing import Any

import pytest

from bot.face import face as shown
from bot.face.face import Scene, SeatSign
from bot.face.hint_path import SIGN
from bot.game.contract import AnyGame
from bot.game.deck import Chance
from bot.games.explaining import Explained
from bot.games.faces import face_of
from bot.games.kapow.rules.actions import Pile, Reveal, Take
from bot.games.kapow.rules.cards import Place
from bot.games.kapow.rules.game import KAPOW
from bot.games.registry import GAMES, player_for
from bot.kai.advice import EvaluatedAction, Prospect
from bot.kai.player import USUAL_LEVEL
from bot.kai.words import words_of
from bot.tables.entries import Acted
from bot.tables.state import TableState
from cogs.core.click import Address, HandAddress, read_address, read_hand_address
from cogs.core.page import Text
from cogs.play import teaching
from cogs.play.coaching import BACK, Hint, hint_made
from cogs.play.hand import WHY
from tests.cogs.figures import numbers
from tests.cogs.guest import Guest, Private, words
from tests.cogs.shown import Shown
from tests.cogs.wire import late_click, send
from tests.cogs.world import World
from tests.face.moments import moments
from tests.face.screens import walk
from tests.helpers import not_none

NAMES = {name: ["Mina", "Sam", "Ada"][: game.seats[0]] for name, game in GAMES.items()}
# Hints that are followed: in the quick run and in the thorough one.
DECISIONS = {"kapow": (3, 10), "kabobo": (3, 10), "capit": (12, 12), "chowpow": (4, 20)}
USUAL = (8, 40)
"""Of a game that has none of its own."""


def lead(hand: Shown) -> str:
    """Return the line of a hand that gives a hint; empty if there is none."""
    return next((line for line in hand.text.splitlines() if line.startswith(f"{SIGN} ")), "")


def by_seat(guests: list[Guest], state: TableState) -> dict[int | None, Guest]:
    return {state.seat_of(guest.id): guest for guest in guests}


async def follow(guest: Guest) -> str:
    """Click what is marked, and then what is marked next, until something is done; return it."""
    before = await guest.sight()
    for _ in range(12):
        choice = await click_marked(guest)
        if (await guest.sight()).revision != before.revision:
            kind, _, action = choice.partition(":")
            assert kind == "a"
            return action.partition(" & ")[0]
    raise AssertionError("the hints lead nowhere")


async def click_marked(guest: Guest) -> str:
    """Click the one control of an open hand that is marked; return its kind and words."""
    hand = guest.hand
    labels = [label for label in hand.buttons if label.startswith(f"{SIGN} ")]
    items = [(menu, each.value) for menu, each in hand.items if each.label.startswith(f"{SIGN} ")]
    assert len(labels) + len(items) == 1, (hand.buttons, hand.menus)
    assert hand.green == labels
    if items:
        menu, value = items[0]
        await guest.choose(hand, value, menu)
        return value
    pressed = read_hand_address(read_address(hand.buttons[labels[0]]).words)
    await guest.press(labels[0])
    return f"{pressed.kind}:{pressed.words}"


async def do_anything(world: World, guest: Guest, wheel: random.Random) -> None:
    """Do something at random; not by clicks, which for many cards at once are many."""
    state, sight = await world.state(), await guest.sight()
    seat = not_none(state.seat_of(guest.id))
    done = HandAddress(seat, sight.revision, 0, "a", str(wheel.choice(sight.legal)))
    label = next(iter(guest.hand.buttons))
    await send(late_click(guest, guest.hand, label, str(Address(state.id, "h", str(done)))))


async def advised(world: World, guest: Guest) -> Hint:
    state = await world.state()
    seat = not_none(state.seat_of(guest.id))
    return teaching.hint(state, seat)


@pytest.mark.parametrize("game", GAMES)
async def test_marks_lead_to_what_is_advised(world: World, game: str, *, thorough: bool) -> None:
    """A walk through a match at random, in which some choices are made by following a hint."""
    wheel = random.Random(7)
    guests = await world.sit(*NAMES[game], game=game, hints=True)
    wanted, followed, steps = DECISIONS.get(game, USUAL)[thorough], 0, set()
    while followed < wanted and (state := await world.state()).closed is None:
        guest = by_seat(guests, state)[min(state.to_act)]
        if state.stage is None or state.stage.paused or wheel.random() < 0.3:
            await do_anything(world, guest, wheel)
            continue
        await guest.press("Hint")
        hint = not_none(world.bot.services.surface.hints.known(state, min(state.to_act)))
        assert lead(guest.hand) == hint.sentence
        assert await follow(guest) == hint.action
        assert lead(guest.hand) == ""
        followed += 1
        steps.add(len(hint.way))
    assert followed == wanted
    assert len(steps) > 1 or game not in DECISIONS


@pytest.mark.parametrize("game", GAMES)
def test_every_kind_of_choice_has_a_way(game: str) -> None:
    """Any action that is offered can be led to, not only those that Kai would advise."""
    played = GAMES[game]
    face, wheel = face_of(played), random.Random(3)
    kinds, least = set(), {"kapow": 5, "kabobo": 6, "chowpow": 5}.get(game, 4)
    for seed in range(3):
        for moment in islice(moments(played, played.seats[0], seed, played.options()), 250):
            for seat in played.to_act(moment.state):
                scene, legal = moment.scene(seat), played.legal(moment.state, seat)
                action = wheel.choice(legal)
                explained = Explained(action, "So.", "Do.")
                made = hint_made(face, scene, legal, explained)
                assert made.way[:1] == ("",), action
                kinds.add(type(action))
    assert len(kinds) >= least


async def test_a_hint_changes_the_hand_alone_and_says_one_sentence(world: World) -> None:
    first, _ = await world.sit("Mina", "Sam", hints=True)
    edits, public = len(world.edits), [message.text for message in world.messages()]
    before = first.hand
    await first.press("Hint")
    assert first.hand.message.id == before.message.id
    added = [line for line in first.hand.text.splitlines() if line not in before.text]
    assert added == [lead(first.hand)]
    assert "Hint" not in first.hand.buttons
    assert (len(world.edits), [message.text for message in world.messages()]) == (edits, public)
    log = await world.bot.services.host.log(world.table_id())
    assert not any(isinstance(entry, Acted) for entry in log)


async def test_asking_twice_leaves_one_message(world: World) -> None:
    first, _ = await world.sit("Mina", "Sam", hints=True)
    before = len(world.channel.history(viewer=first.actor))
    again = late_click(first, first.hand, "Hint")
    await first.press("Hint")
    once = first.hand.text
    (answer,) = await send(again)
    assert not answer.followups
    assert first.hand.text == once
    assert len(world.channel.history(viewer=first.actor)) == before


@pytest.mark.parametrize("game", GAMES)
async def test_the_reason_is_behind_a_button_that_leads_back(world: World, game: str) -> None:
    first, *_ = await world.sit(*NAMES[game], game=game, hints=True)
    await first.press("Hint")
    hinted = first.hand
    text = (await first.press(WHY)).text
    sight, face = await first.sight(), face_of(GAMES[game])
    proposals = [face.proposal(sight.scene, action) for action in sight.legal]
    assert any(f"### Hint: {proposal}\n" in text for proposal in proposals)
    assert any(f"**Tip:** {tip}" in text for tip in words_of(game).tips.values())
    await first.press(BACK)
    assert first.hand.text == hinted.text
    assert first.hand.ids == hinted.ids
    assert first.hand.message.id == hinted.message.id


async def test_what_others_do_leaves_the_reasons_alone(world: World) -> None:
    """Mina reads on while Sam, who is to move, moves on: her way back is still there."""
    first, second = await world.sit("Mina", "Sam", hints=True)
    await first.press("Hint")
    text = (await first.press(WHY)).text
    table = await world.table()
    with world.env.as_bot():
        world.bot.services.surface.changed(table.state)
    await world.env.settle()
    assert first.hand.text == text
    assert second.hand.text


async def test_the_figures_of_a_hint_are_behind_another_button(world: World) -> None:
    first, _ = await world.sit("Mina", "Sam", hints=True)
    await first.act("reveal 1t 1m")
    await first.press("Hint")
    assert numbers(first.hand.text) == []
    reasons = (await first.press(WHY)).text
    assert numbers(reasons) == []
    text = (await first.press("Figures")).text
    assert len(numbers(text)) == 2
    assert text.count("(the hint)") == 1
    assert (await first.press("Less")).text == reasons


async def test_a_hint_survives_a_restart_step_by_step(world: World) -> None:
    first, _ = await world.sit("Mina", "Sam", hints=True)
    advice = await advised(world, first)
    await first.press("Hint")
    await world.restart()
    said = await click_marked(first)
    assert said.startswith("f:")
    assert lead(first.hand) == advice.sentence
    await world.restart()
    text = (await first.press(WHY)).text
    assert text.startswith("### Hint: ")
    await world.restart()
    await first.press(BACK)
    assert await follow(first) == advice.action


async def test_someone_who_strays_is_led_back(world: World) -> None:
    first, _ = await world.sit("Mina", "Sam", hints=True)
    advice = await advised(world, first)
    await first.press("Hint")
    wrong = next(
        custom_id
        for custom_id in first.hand.ids
        if (pressed := hand_words(custom_id)) and pressed.kind == "f"
        if pressed.words not in advice.way and pressed.words not in advice.action
    )
    await first.press_id(wrong)
    assert lead(first.hand) == advice.sentence
    assert await follow(first) == advice.action


def hand_words(custom_id: str) -> HandAddress | None:
    address = read_address(custom_id)
    return read_hand_address(address.words) if address.verb == "h" else None


async def test_a_hint_keeps_the_cards_sorted_as_they_were(world: World) -> None:
    first, *_ = await world.sit(*NAMES["capit"], game="capit", hints=True)
    await first.press("Sort")
    await first.press("Hint")
    assert "=suit" not in first.hand.buttons["Sort"]
    await first.press(WHY)
    await first.press(BACK)
    assert "=suit" not in first.hand.buttons["Sort"]
    assert lead(first.hand)


@pytest.mark.parametrize(
    "options", [{"ranked": True}, {"game": "capit", "ante": 0, "ranked": True}]
)
async def test_there_are_no_hints_if_a_match_counts(world: World, options: dict[str, Any]) -> None:
    names = ["Mina", "Sam", "Ada", "Bob"] if "game" in options else ["Mina", "Sam"]
    first, *_ = await world.sit(*names, hints=True, **options)
    assert "Hint" not in first.hand.buttons
    state = await world.state()
    label = next(iter(first.hand.buttons))
    seat = state.seat_of(first.id)
    for verb in ("hint", "reasons", "better"):
        address = f"k1:{state.id}:{verb}:{seat}:0"
        (told,) = await send(late_click(first, first.hand, label, address))
        assert words(told) == "There are no hints at this table."
    before = first.hand.text
    assert seat is not None
    forged = HandAddress(seat, state.since[seat], 0, "f", hinted=True)
    await send(late_click(first, first.hand, label, str(Address(state.id, "h", str(forged)))))
    assert first.hand.text == before


async def test_the_host_can_switch_hints_off(world: World, mina: Guest, sam: Guest) -> None:
    await mina.play(rounds=1)
    await sam.click("Join")
    assert "hints" not in world.board.text
    form = Private(mina, await mina.click("Options")).page
    menu = next(each for each in form.menus if read_address(each).verb == "hints")
    await mina.choose(form, "false", menu)
    assert "no hints" in world.board.text
    await mina.click("Start")
    for guest in (mina, sam):
        await guest.open_hand()
        assert "Hint" not in guest.hand.buttons
    assert not (await world.state()).setup.gives_hints


async def test_a_hint_is_for_the_moment_and_the_seat_that_it_was_offered_to(world: World) -> None:
    first, second = await world.sit("Mina", "Sam", hints=True)
    old = first.hand
    stolen = late_click(second, first.hand, "Hint")
    late = late_click(first, old, "Hint")
    await first.act("reveal 1t 1m")
    (told,) = await send(late)
    assert words(told).startswith("That hint is out of date.")
    (told,) = await send(stolen)
    assert words(told) == "These buttons belong to another player's hand."
    assert "Hint" not in second.hand.buttons


# What is said.


def kapow_scene() -> tuple[Scene[Any], AnyGame]:
    state = KAPOW.new(KAPOW.options(), 2, Chance(bytes(32))).state
    return Scene(KAPOW.view(state, state.to_move), (SeatSign("Mina"), SeatSign("Sam"))), KAPOW


def said(explained: Explained) -> Hint:
    scene, game = kapow_scene()
    return hint_made(face_of(game), scene, [explained.action], explained)


def text_of(hint: Hint) -> str:
    return "\n".join(part.text for part in hint.figures if isinstance(part, Text))


def test_figures_are_what_choices_promise() -> None:
    draw, take = Take(Pile.DRAW), Take(Pile.DISCARD)
    considered = (
        EvaluatedAction(draw, Prospect(1.04, 2.06, 0.004)),
        EvaluatedAction(take, Prospect(-0.34, -12.06, 1.0)),
    )
    text = text_of(said(Explained(take, "So it is.", "Take care.", considered)))
    assert "1. Draw a card: 1.0 ahead, win 0%" in text
    assert "(the hint): 11.7 behind, win 100%" in text


def test_chances_are_told_to_a_tenth_where_they_decide() -> None:
    """The second one is 0.3 points better, and would seem to be the best."""
    draw, take = Take(Pile.DRAW), Take(Pile.DISCARD)
    for chance, told in ((0.2741, ("27.4", "26.8")), (0.2841, ("28", "27"))):
        considered = (
            EvaluatedAction(draw, Prospect(11.8, 1.0, chance)),
            EvaluatedAction(take, Prospect(11.5, 1.0, 0.2681)),
        )
        text = text_of(said(Explained(draw, "So.", "Do.", considered)))
        assert re.findall(r"win (\S+)%", text) == list(told)


def test_choices_that_are_about_as_good_are_called_so() -> None:
    draw, take = Take(Pile.DRAW), Take(Pile.DISCARD)
    other = Reveal(Place(0, 0), Place(1, 1))
    alone = said(Explained(draw, "So.", "Do."))
    both = said(Explained(draw, "So.", "Do.", equals=(take,)))
    more = said(Explained(draw, "So.", "Do.", equals=(take, other)))
    assert alone.sentence == f"{SIGN} **Hint:** Draw a card."
    assert both.sentence.startswith(f"{SIGN} **Hint:** Draw a card. About as good: take the ")
    assert more.sentence == (f"{SIGN} **Hint:** Draw a card. Other choices are about as good.")


@pytest.mark.parametrize("game", GAMES)
def test_the_largest_hand_has_room_for_what_kai_teaches(game: str, *, thorough: bool) -> None:
    """Discord takes 40 components in a message, those within others counted."""
    played, step = GAMES[game], 1 if thorough else 5
    face, most = face_of(played), 0
    for moment in islice(moments(played, played.seats[-1], 3, played.options()), 0, None, step):
        for seat in played.to_act(moment.state):
            legal = played.legal(moment.state, seat)
            for screen, _ in islice(walk(face, moment.scene(seat), legal), 12):
                most = max(most, sum(map(components, screen.rows)))
    around = 1 + len(("notice", "line", "taught", "note", "text", "time", "footer"))
    last = (shown.Button("Hint"), shown.Button(WHY))
    assert most + components(last) + around <= 40


def components(row: shown.Row) -> int:
    return 2 if isinstance(row, shown.Menu) else 1 + len(row)


@pytest.mark.parametrize("game", GAMES)
def test_a_hint_depends_on_what_the_seat_sees_alone(game: str) -> None:
    """Hidden cards changed places: the same sentence, the same way, the same reasons."""
    played = GAMES[game]
    face, player = face_of(played), player_for(game, USUAL_LEVEL)
    told = 0
    for moment in islice(moments(played, played.seats[0], 5, played.options()), 0, 60, 6):
        for seat in played.to_act(moment.state):
            legal = played.legal(moment.state, seat)
            other = played.permute_unknown(moment.state, seat, lambda cards: cards[::-1])
            made = []
            for state in (moment.state, other):
                view = played.view(state, seat)
                explained = Explained(player.choose(view, legal).action, "So.", "Do.")
                scene = Scene(view, moment.scene(seat).seats, "", moment.events)
                made.append(hint_made(face, scene, played.legal(state, seat), explained))
            assert made[0] == made[1]
            told += 1
    assert told >= 5
