"""The Chow: flipping slots, matching, and taking a pile (section 2 of the rules)."""

from collections.abc import Sequence
from dataclasses import replace

from bot.game.contract import IllegalActionError, Seat, Step
from bot.games.chowpow.rules.actions import Flip, Pair, Take
from bot.games.chowpow.rules.cards import Grid, Slot, pairs, put, takeable, top, turned_up
from bot.games.chowpow.rules.events import Flipped, Matched, Missed, Took
from bot.games.chowpow.rules.hand import Held
from bot.games.chowpow.rules.state import State, pair_of, with_hand
from bot.games.chowpow.rules.turns import refill, to_battle
from bot.games.chowpow.rules.view import Phase


def verify_flip(state: State, _seat: Seat, action: Flip) -> None:
    """Raise :class:`IllegalActionError` unless a slot can be flipped (P2.1, P2.3)."""
    verify_flippable(state.grid, state.up, action.slot, "P2.1")


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
    return step if len(after.up) < state.due else step.then(_all_flipped)


def verify_flippable(grid: Grid, flipped: Sequence[Slot], slot: Slot, rule: str) -> None:
    """Raise :class:`IllegalActionError` unless a slot holds a card and was not flipped yet.

    ``rule`` is the number of the rule against flipping a slot twice.
    """
    if not grid[slot.place]:
        raise IllegalActionError("P2.3", f"There's no card left in {slot}.")
    if slot in flipped:
        raise IllegalActionError(rule, f"The card in {slot} is already flipped.")


def verify_pair(state: State, _seat: Seat, action: Pair) -> None:
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


def verify_take(state: State, _seat: Seat, action: Take) -> None:
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
        return Step(state, (Missed(state.to_move),)).then(to_battle)
    if len(found) > 1:
        return Step(replace(state, phase=Phase.PAIR), ())
    return _matched(state, state.to_move, found[0])


def _matched(state: State, seat: Seat, matched: tuple[Slot, Slot]) -> Step[State]:
    """Let the seat take a slot; if there is none, only cover the match (P2.3, P7.2)."""
    step = Step(replace(state, phase=Phase.TAKE, pair=matched), (Matched(seat, matched),))
    if takeable(state.grid, matched):
        return step
    return _cover(Step(step.state, (*step.events, Took(seat, None, 0))), matched)


def _cover(step: Step[State], slots: Sequence[Slot]) -> Step[State]:
    """Refill slots in order, and continue with the battle (P2.3, P2.5)."""
    return step.then(lambda state: refill(state, slots)).then(to_battle)
