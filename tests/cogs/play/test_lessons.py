"""What would have been better in one's own turn: a button in the hand, with the reasons."""

import re
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import pytest

from bot.games.faces import face_of
from bot.games.kabobo.kai.expert import ExpertKabobo
from bot.games.kapow.kai.players import HardKapow
from bot.games.registry import GAMES
from bot.tables.command import RefusedError
from bot.tables.entries import Acted, Closed, Entry
from bot.tables.history import Decision, own_turn
from bot.tables.loading import state_from
from bot.tables.state import TableState
from cogs.core.click import Address
from cogs.play import teaching
from cogs.play.coaching import BACK, Coaching
from cogs.play.hand import BETTER, hand
from cogs.play.kai import FIGURES
from cogs.play.teaching import AT_ONCE, PATIENCE
from tests.cogs.figures import numbers
from tests.cogs.guest import Guest, words
from tests.cogs.wire import late_click, send
from tests.cogs.world import World
from tests.helpers import not_none, until


def told(guest: Guest) -> bool:
    """Whether a hand offers to say what was better."""
    return BETTER in guest.hand.buttons


async def worst_turn(guest: Guest) -> None:
    """Play a turn as badly as the adviser knows."""
    while (await guest.sight()).legal:
        await worst_choice(guest)


async def worst_choice(guest: Guest) -> None:
    sight, ply = await guest.sight(), (await guest.world.state()).ply
    found = HardKapow().consider(sight.scene.view, sight.legal, sight.legal)
    await guest.act(str(found[-1].action))
    assert (await guest.world.state()).ply > ply


async def best_turn(guest: Guest) -> None:
    while (sight := await guest.sight()).legal:
        await guest.act(str(HardKapow().consider(sight.scene.view, sight.legal)[0].action))


async def logged(world: World, seq: int | None = None) -> tuple[TableState, Sequence[Entry]]:
    host, table = world.bot.services.host, world.table_id()
    entries = (await host.log(table))[:seq]
    return state_from(table, entries, host.games), entries


def cost(entries: Sequence[Entry], state: TableState, seat: int, ply: int) -> float:
    """Reckon what a turn cost, in points, from the adviser's figures alone."""
    total = 0.0
    for each in own_turn(state.id, entries, GAMES, seat, ply):
        game, position = each.before.game, each.before.position
        legal = game.legal(position, seat)
        if len(legal) > 1:
            found = HardKapow().consider(game.view(position, seat), legal, (each.action,))
            made = next(one for one in found if one.action == each.action)
            total += max(0.0, found[0].prospect.margin - made.prospect.margin)
    return total


async def test_a_costly_turn_has_a_button_and_a_good_one_has_not(world: World) -> None:
    first, second = await world.sit("Mina", "Sam", hints=True)
    count = 0
    for number in range(4):
        for guest, bad in ((first, number % 2 == 1), (second, number % 2 == 0)):
            seat = not_none((await world.state()).seat_of(guest.id))
            await (worst_turn(guest) if bad else best_turn(guest))
            state, entries = await logged(world)
            lost = cost(entries, state, seat, state.ply)
            assert told(guest) == (lost > 1), lost
            count += told(guest)
    assert 2 <= count <= 6


async def test_it_tells_nothing_to_others_and_changes_nothing(world: World) -> None:
    first, second = await world.sit("Mina", "Sam", hints=True)
    before = len(world.channel.history(viewer=second.actor))
    for _ in range(2):
        await best_turn(first)
        await worst_turn(second)
    assert told(second)
    assert not told(first)
    assert all(BETTER not in message.buttons for message in world.messages())
    assert len(world.channel.history(viewer=second.actor)) == before


async def told_off(world: World) -> tuple[Guest, Guest]:
    """Let the second of two people have a turn that could have been better."""
    first, second = await world.sit("Mina", "Sam", hints=True)
    await best_turn(first)
    await best_turn(second)
    await best_turn(first)
    await worst_turn(second)
    assert told(second)
    return first, second


async def test_whom_kai_plays_for_and_who_has_finished_is_taught_nothing(world: World) -> None:
    _, sam = await told_off(world)
    state = await world.state()
    seat = not_none(state.seat_of(sam.id))
    taught = Coaching(lesson=state.ply)
    shown = hand(state, face_of(state.game), seat, coaching=taught)
    assert BETTER in str(shown.parts)
    held = replace(state.seats[seat], held="left")
    seats = (*state.seats[:seat], held, *state.seats[seat + 1 :])
    for other in (
        replace(state, seats=seats),
        replace(state, closed=Closed(because="finished", at=0)),
    ):
        shown = hand(other, face_of(state.game), seat, coaching=taught)
        assert BETTER not in str(shown.parts)


async def test_it_is_told_in_the_hand_s_place_and_leads_back(world: World) -> None:
    _, sam = await told_off(world)
    before = sam.hand
    text = (await sam.press(BETTER)).text
    assert text.startswith("### Better: ")
    assert "You chose: " in text
    assert numbers(text) == []
    text = (await sam.press("Figures")).text
    assert 2 <= len(numbers(text)) <= 4
    assert text.count("(your choice)") == 1
    assert "(your choice)" not in text.partition("\n1. ")[2].partition("\n")[0]
    await sam.press(BACK)
    assert sam.hand.text == before.text
    assert sam.hand.message.id == before.message.id


async def test_the_button_works_after_a_restart(world: World) -> None:
    _, sam = await told_off(world)
    asked = late_click(sam, sam.hand, BETTER)
    text = (await sam.press(BETTER)).text
    await sam.press(BACK)
    await world.restart()
    await send(asked)
    assert sam.hand.text == text
    await sam.press(BACK)
    assert "Hint" not in sam.hand.buttons
    assert not sam.hand.text.startswith("### ")


async def test_the_button_stays_until_the_next_turn_of_one_s_own(world: World) -> None:
    first, sam = await told_off(world)
    await best_turn(first)
    assert {"Hint", BETTER} <= set(sam.hand.buttons)
    await sam.press("Hint")
    assert not told(sam)
    await sam.open_hand()
    assert told(sam)
    sight = await sam.sight()
    await sam.act(str(sight.legal[0]))
    assert not told(sam)


@pytest.mark.parametrize("options", [{"ranked": True}, {"hints": False}])
async def test_without_hints_nothing_is_said(world: World, options: dict[str, Any]) -> None:
    first, second = await world.sit("Mina", "Sam", **{"hints": True, **options})
    for _ in range(2):
        for guest in (first, second):
            await worst_turn(guest)
            assert not told(guest)


async def kabobo_told_off(world: World) -> tuple[Guest, Guest]:
    """Let two people play Kabobo! as badly as the adviser knows, until one is told of a turn."""
    guests = await world.sit("Mina", "Sam", game="kabobo", hints=True)
    for _ in range(40):
        state = await world.state()
        guest = next(each for each in guests if state.seat_of(each.id) in state.to_act)
        sight = await guest.sight()
        worst = ExpertKabobo().consider(sight.scene.view, sight.legal, sight.legal)[-1]
        await guest.act(str(worst.action))
        if told(guest):
            other = next(each for each in guests if each is not guest)
            return guest, other
    raise AssertionError("nothing was bad enough")


async def test_where_hands_stay_hidden_only_the_owner_is_told_in_chance(world: World) -> None:
    guest, other = await kabobo_told_off(world)
    assert not told(other)
    assert all(BETTER not in message.buttons for message in world.messages())
    text = (await guest.press(BETTER)).text
    assert "You chose: " in text
    text = (await guest.press(FIGURES)).text
    chances = [float(found) for found in re.findall(r": win (\d+(?:\.\d)?)%, ", text)]
    assert 2 <= len(chances) <= 4
    assert chances == sorted(chances, reverse=True)
    assert text.count("(your choice)") == 1
    await guest.press(BACK)
    assert told(guest)


async def test_a_lesson_of_a_hidden_hand_depends_on_what_its_owner_saw(world: World) -> None:
    guest, _ = await kabobo_told_off(world)
    assert any(await judged_with_other_hidden_cards(world, guest))


async def test_it_is_for_the_owner_of_the_seat_and_of_the_turn(world: World) -> None:
    first, sam = await told_off(world)
    state = await world.state()
    seat = not_none(state.seat_of(sam.id))
    stolen = late_click(first, sam.hand, BETTER)
    (told,) = await send(stolen)
    assert words(told) == "These buttons belong to another player's hand."
    for wrong in ("0", "1", "999999"):
        address = str(Address(state.id, "better", f"{seat}:{wrong}"))
        (told,) = await send(late_click(sam, sam.hand, BETTER, address))
        assert words(told) in ("You didn't make that move.", "Nothing was better in that turn.")


async def test_what_kai_played_for_someone_is_not_theirs(world: World) -> None:
    """Mina's time runs out, and Kai plays her turn."""
    first, _ = await world.sit("Mina", "Sam", clock="30 seconds a turn", hints=True)
    await world.pass_time(31)
    assert not told(first)
    state, entries = await logged(world)
    seat = not_none(state.seat_of(first.id))
    by_kai = [each for each in entries if isinstance(each, Acted) and each.by == "kai"]
    assert by_kai
    with pytest.raises(RefusedError, match="You didn't make that move"):
        own_turn(state.id, entries, GAMES, seat, len(by_kai))


async def test_a_lesson_depends_on_what_the_person_saw_alone(world: World) -> None:
    _, sam = await told_off(world)
    differs = await judged_with_other_hidden_cards(world, sam)
    assert len(differs) >= 2
    assert all(differs)


async def judged_with_other_hidden_cards(world: World, guest: Guest) -> list[bool]:
    """Let hidden cards change places: it's the same lesson, for the same reasons.

    Return which of the turn's decisions were made in another position then.
    """
    state, entries = await logged(world)
    seat = not_none(state.seat_of(guest.id))
    decisions = own_turn(state.id, entries, GAMES, seat, state.ply)
    twins = [twin(each) for each in decisions]
    found = not_none(teaching.judge(decisions))
    assert teaching.judge(twins) == found
    assert found.is_dear == told(guest)
    pairs = zip(decisions, twins, strict=True)
    return [other.before.position != one.before.position for one, other in pairs]


def twin(decision: Decision) -> Decision:
    """Return a decision at a table that differs in hidden cards only."""
    before, seat = decision.before, decision.seat
    other = before.game.permute_unknown(before.position, seat, lambda cards: cards[::-1])
    return replace(decision, before=replace(before, position=other))


@contextmanager
def held(world: World) -> Iterator[None]:
    """Keep all threads busy in which Kai thinks, until a turn has waited longer than it may."""
    gate, lessons = threading.Event(), world.bot.services.surface.lessons
    for _ in range(world.settings.worker_threads):
        world.bot.services.executor.submit(gate.wait)

    def open_late() -> None:
        while not lessons.under_way:
            time.sleep(0.01)
        time.sleep(PATIENCE + 0.2)
        gate.set()

    threading.Thread(target=open_late, daemon=True).start()
    yield


async def test_a_busy_house_says_nothing(world: World) -> None:
    first, sam = await told_off(world)
    await best_turn(first)
    await worst_choice(sam)
    with held(world):
        await worst_choice(sam)
        await until(lambda: not world.bot.services.surface.lessons.under_way)
    assert not (await sam.sight()).legal
    assert not told(sam)


async def test_no_more_turns_are_looked_into_at_once_than_may_be(world: World) -> None:
    guests = await world.sit("Mina", "Sam", "Ada", hints=True)
    table = await world.table()
    await best_turn(guests[0])
    lessons = world.bot.services.surface.lessons
    with held(world):
        for guest in (*guests, *guests):
            lessons.look(table, table.state, guest.id)
        assert lessons.under_way == AT_ONCE < len(guests)
        await until(lambda: not lessons.under_way)
