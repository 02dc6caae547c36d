"""The Chow: flipping slots, matching, and taking a pile (section 2 of the rules)."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations

from bot.game.contract import IllegalActionError, Seat, Step
from bot.games.chowpow.rules.actions import Flip, Pair, Take
from bot.games.chowpow.rules.cards import match
from bot.games.chowpow.rules.events import Flipped, Matched, Missed, Took
from bot.games.chowpow.rules.grid import Grid, Slot, filled, neighbours, put, top
from bot.games.chowpow.rules.hands import with_hand
from bot.games.chowpow.rules.refilling import refill
from bot.games.chowpow.rules.state import Held, Phase, State
from bot.games.chowpow.rules.turns import then, to_battle

__all__ = [
    "check_flip",
    "check_flippable",
    "check_pair",
    "check_take",
    "flip",
    "flippable",
    "pair",
    "pair_of",
    "pairs",
    "take",
    "takeable",
    "turned_up",
]


def flippable(grid: Grid, up: Sequence[Slot]) -> Sequence[Slot]:
    """Return the slots that can be flipped, given those already flipped (P2.1, P2.3)."""
    return [slot for slot in filled(grid) if slot not in up]


def pairs(grid: Grid, up: Sequence[Slot]) -> Sequence[tuple[Slot, Slot]]:
    """Return the flipped pairs that match, in the order flipped (P2.2)."""
    return [(one, two) for one, two in combinations(up, 2) if match(top(grid, one), top(grid, two))]


def takeable(grid: Grid, matched: tuple[Slot, Slot]) -> Sequence[Slot]:
    """Return the filled slots that touch a match but are not part of it, in order (P2.3)."""
    touching = {*neighbours(matched[0]), *neighbours(matched[1])} - {*matched}
    return [slot for slot in filled(grid) if slot in touching]


def turned_up(grid: Grid, slot: Slot) -> Grid:
    """Return the grid after everybody has seen the top card of a slot."""
    first, *rest = grid[slot.place]
    return put(grid, slot, (first._replace(seen=True, shown=True), *rest))


def check_flip(state: State, _seat: Seat, action: Flip) -> None:
    """Raise :class:`IllegalActionError` unless a slot can be flipped (P2.1, P2.3)."""
    check_flippable(state.grid, state.up, action.slot, "P2.1")


def flip(state: State, seat: Seat, action: Flip) -> Step[State]:
    """Flip a slot; after the last flip, look for matches (P2.1, P2.2, P2.5)."""
    flipped = Flipped(seat, action.slot, top(state.grid, action.slot))
    after = replace(
        state,
        grid=turned_up(state.grid, action.slot),
        up=(*state.up, action.slot),
        flips=(*state.flips, flipped),
    )
    step = Step(after, (flipped,))
    return step if len(after.up) < state.due else then(step, _all_flipped(after))


def check_flippable(grid: Grid, flipped: Sequence[Slot], slot: Slot, rule: str) -> None:
    """Raise :class:`IllegalActionError` unless a slot holds a card and was not flipped yet.

    ``rule`` is the number of the rule against flipping a slot twice.
    """
    if not grid[slot.place]:
        raise IllegalActionError("P2.3", f"There's no card left in {slot}.")
    if slot in flipped:
        raise IllegalActionError(rule, f"The card in {slot} is already flipped.")


def check_pair(state: State, _seat: Seat, action: Pair) -> None:
    """Raise :class:`IllegalActionError` unless the two flipped cards match (P2.2)."""
    if not _chosen(state, action):
        raise IllegalActionError("P2.2", "Choose two flipped cards that match.")


def pair(state: State, seat: Seat, action: Pair) -> Step[State]:
    """Choose which pair is the match (P2.2)."""
    return _matched(state, seat, _chosen(state, action)[0])


def _chosen(state: State, action: Pair) -> Sequence[tuple[Slot, Slot]]:
    """Return the matching pair of an action, in the order flipped; empty if they do not match."""
    named = {action.first, action.second}
    return [each for each in pairs(state.grid, state.up) if {*each} == named]


def check_take(state: State, _seat: Seat, action: Take) -> None:
    """Raise :class:`IllegalActionError` unless the slot touches the match (P2.3)."""
    if action.slot not in takeable(state.grid, pair_of(state)):
        raise IllegalActionError("P2.3", "Take a slot next to one of the matching cards.")


def take(state: State, seat: Seat, action: Take) -> Step[State]:
    """Take the pile of a slot, and refill it (P2.3)."""
    matched = pair_of(state)
    pile = state.grid[action.slot.place]
    taken = (Held(lying.card, known=lying.seen, fresh=True) for lying in pile)
    after = with_hand(state, seat, (*state.hands[seat], *taken))
    after = replace(after, grid=put(after.grid, action.slot, ()))
    took = Step(after, (Took(seat, action.slot, len(pile)),))
    return _cover(took, (action.slot, *matched))


def _all_flipped(state: State) -> Step[State]:
    found = pairs(state.grid, state.up)
    if not found:
        return then(Step(state, (Missed(state.to_move),)), to_battle(state))
    if len(found) > 1:
        return Step(replace(state, phase=Phase.PAIR), ())
    return _matched(state, state.to_move, found[0])


def _matched(state: State, seat: Seat, matched: tuple[Slot, Slot]) -> Step[State]:
    """Let the seat take a slot; if there is none, only cover the match (P2.3, P7.2)."""
    step = Step(replace(state, phase=Phase.TAKE, pair=matched), (Matched(seat, matched),))
    if takeable(state.grid, matched):
        return step
    return _cover(then(step, Step(step.state, (Took(seat, None, 0),))), matched)


def _cover(step: Step[State], slots: Sequence[Slot]) -> Step[State]:
    """Refill slots in order, and continue with the battle (P2.3, P2.5)."""
    refilled = then(step, refill(step.state, slots))
    return then(refilled, to_battle(refilled.state))


def pair_of(state: State) -> tuple[Slot, Slot]:
    """Return the match of the current Chow; ``ValueError`` if there is none (P2.3)."""
    if state.pair is None:
        raise ValueError("no match was made")
    return state.pair
