"""Random deals in numbers: all cards of a round, consistent with a View."""

import random
from collections.abc import Sequence
from typing import Final

from bot.game.contract import Seat
from bot.games.kabobo.kai.rounds import HIDDEN, NUMBER_OF, Numbers, Table, score
from bot.games.kabobo.kai.worlds import unseen
from bot.games.kabobo.rules.cards import PLACES
from bot.games.kabobo.rules.state import How, Laid, Phase
from bot.games.kabobo.rules.view import View

__all__ = ["deals"]

PEEKED: Final = 2
"""Cards that each seat looks at first (B1.2)."""

MOST_CHOSEN: Final = 3
"""Of a seat's chosen cards, this many tell that its hand is good."""


def deals(view: View, count: int, number: int = 0) -> Sequence[Table]:
    """Return random tables that may be the one that is seen; the same View gives the same ones.

    ``number`` is that of the dice: another one gives other tables.

    Others keep what is good for them: of several hands that they may have, they have the best one,
    the more of their cards they have chosen. ``ValueError`` for a spectator.
    """
    if view.viewer is None:
        raise ValueError("a spectator has no hand")
    left = [NUMBER_OF[card] for card in unseen(view)]
    seen = [[_number(laid) for laid in hand] for hand in view.hands]
    known = [_known(view, seat) for seat in range(view.seats)]
    tries = [_tries(view, seat) for seat in range(view.seats)]
    turns = view.options.max_turns * view.seats - view.turns + 1
    chance = random.Random(number)  # noqa: S311 - deterministic on purpose
    locked = [[laid.locked for laid in hand] for hand in view.hands]
    found = []
    for _ in range(count):
        deck = chance.sample(left, len(left))
        hands = [_filled(seen[seat], tries[seat], deck, chance) for seat in range(view.seats)]
        own = [
            [card if knows else HIDDEN for card, knows in zip(hand, knowing, strict=True)]
            for hand, knowing in zip(hands, known, strict=True)
        ]
        top = NUMBER_OF[view.discard_pile[0]]
        rest = deck[: view.draw_pile]
        found.append(Table(hands, own, locked, rest, top, view.to_move, turns, view.caller))
    return found


def _number(laid: Laid) -> int:
    return HIDDEN if laid.card is None else NUMBER_OF[laid.card]


def _known(view: View, seat: Seat) -> Sequence[bool]:
    """Return which of its own cards a seat knows: that is public.

    A seat that has still to peek is taken to look at its first two.
    """
    if view.phase is Phase.PEEK:
        return [place < PEEKED for place in PLACES]
    return [laid.face_up or laid.how(seat) is not None for laid in view.hands[seat]]


def _tries(view: View, seat: Seat) -> int:
    """Return from how many hands a seat is taken to have the best one."""
    if seat == view.viewer:
        return 1
    chosen = sum(laid.face_up or laid.how(seat) is How.DRAW for laid in view.hands[seat])
    return 1 << min(chosen, MOST_CHOSEN)


def _filled(seen: Sequence[int], tries: int, deck: Numbers, chance: random.Random) -> Numbers:
    """Take cards for the hidden places of a hand out of the deck."""
    places = [place for place in PLACES if seen[place] == HIDDEN]
    if not places:
        return [*seen]
    best: tuple[float, Numbers, Sequence[int]] | None = None
    for _ in range(tries):
        taken = chance.sample(range(len(deck)), len(places))
        hand = [*seen]
        for place, at in zip(places, taken, strict=True):
            hand[place] = deck[at]
        worth = score(hand)
        if best is None or worth > best[0]:
            best = worth, hand, taken
    if best is None:
        raise ValueError("a hand has at least one try")
    for at in sorted(best[2], reverse=True):
        del deck[at]
    return best[1]
