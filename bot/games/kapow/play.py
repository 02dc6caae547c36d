"""The opening, taking a card and playing it (section 3 of the rules)."""

from collections.abc import Mapping
from functools import cache
from typing import Final

from bot.games.game import IllegalActionError, Seat
from bot.games.kapow.actions import (
    SIGNS,
    Discard,
    Pile,
    PlaceAction,
    PutBeneath,
    PutOnTop,
    Replace,
    Reveal,
    Take,
)
from bot.games.kapow.cards import POWER_CARDS, Card, known
from bot.games.kapow.draft import Draft
from bot.games.kapow.events import Discarded, Placed, Replaced, Revealed, Took, UsedUp
from bot.games.kapow.piles import can_draw, discard_triad, discarded, reshuffle
from bot.games.kapow.placing import placed, ways
from bot.games.kapow.positions import FACE_UP, Position
from bot.games.kapow.scores import RoundReason
from bot.games.kapow.state import SEATS, Drawn, Phase, State
from bot.games.kapow.triads import lying
from bot.games.kapow.turns import end_round, settle

__all__ = [
    "check_discard",
    "check_place",
    "check_reveal",
    "check_take",
    "discard",
    "may_discard",
    "place",
    "reveal",
    "take",
    "taken",
]

# Each is made or looked up once: events and enumerations take longer than most rules.
_discarded = cache(Discarded)
_TOOK_UNSEEN: Final = tuple((Took(seat, Pile.DRAW, None),) for seat in range(SEATS[-1]))
_TOOK: Final = tuple(
    tuple((Took(seat, Pile.DISCARD, card),) for card in Card) for seat in range(SEATS[-1])
)
_DRAWN, _TAKEN_UP = (tuple(Drawn(card, pile) for card in Card) for pile in Pile)
_TAKE, _PLAY = Phase.TAKE, Phase.PLAY
_DISCARD_PILE: Final = Pile.DISCARD
_RULE: Final[Mapping[type[PlaceAction], str]] = {
    Replace: "K3.3b",
    PutOnTop: "K3.3c",
    PutBeneath: "K3.3d",
}


def taken(state: State) -> Card:
    """Return the card taken, which there has to be while one is played."""
    drawn = state.drawn
    if drawn is None or drawn.card is None:
        raise ValueError("no card has been taken")
    return drawn.card


def check_reveal(state: State, seat: Seat, action: Reveal) -> None:
    """Raise unless the action names two different face-down cards in reading order (K3.1)."""
    if action.first >= action.second:
        raise IllegalActionError("K3.1", "Turn up two different cards, named from left to right.")
    for place in (action.first, action.second):
        position = lying(state.hands[seat], place)
        if position is None:
            raise IllegalActionError("K3.1", "Nothing lies in that place.")
        if position.face_up:
            raise IllegalActionError("K3.1", f"The card at {place} is face up already.")


def reveal(draft: Draft, action: Reveal) -> None:
    """Turn up two cards of the hand to move."""
    places = (action.first, action.second)
    first, second = draft.turn_up(places)
    draft.opened |= 1 << draft.to_move
    draft.phase = _TAKE
    draft.events += (Revealed(draft.to_move, places, (first, second)),)


def check_take(state: State, _seat: Seat, action: Take) -> None:
    """Raise unless a card can be taken from the pile (K3.2, K5.5)."""
    if action.pile is _DISCARD_PILE:
        if not state.discard:
            raise IllegalActionError("K3.2", "The discard pile is empty.")
    elif not can_draw(state):
        raise IllegalActionError("K5.5", "The draw pile is empty and cannot be made anew.")


def take(draft: Draft, action: Take) -> None:
    """Take a card; an empty draw pile is made anew, or ends the round at the cap (K5.5, K5.6)."""
    if action.pile is _DISCARD_PILE:
        _take_from_discard(draft)
    elif draft.draw:
        _take_from_draw(draft)
    elif draft.reshuffles < draft.setup.options.max_reshuffles:
        reshuffle(draft)
        _take_from_draw(draft)
    else:
        draft.events += (UsedUp(draft.to_move),)
        end_round(draft, RoundReason.RESHUFFLES)


def _take_from_draw(draft: Draft) -> None:
    """Take the top card of the draw pile, which must have one."""
    draft.drawn = _DRAWN[draft.draw[0]]
    draft.draw = draft.draw[1:]
    draft.phase = _PLAY
    draft.events += _TOOK_UNSEEN[draft.to_move]


def _take_from_discard(draft: Draft) -> None:
    """Take the top card of the discard pile."""
    card = draft.discard[0]
    draft.drawn = _TAKEN_UP[card]
    draft.discard = draft.discard[1:]
    draft.phase = _PLAY
    draft.events += _TOOK[draft.to_move][card]


def may_discard(state: State) -> bool:
    """Whether the card taken may be discarded (K3.3a)."""
    drawn = state.drawn
    return not (state.setup.options.no_pass and drawn and drawn.pile is _DISCARD_PILE)


def check_discard(state: State, _seat: Seat, _action: Discard) -> None:
    """Raise unless the card taken may be discarded (K3.3a)."""
    if not may_discard(state):
        raise IllegalActionError(
            "K3.3a", "At this table a card from the discard pile may not go straight back."
        )


def discard(draft: Draft, _: Discard) -> None:
    """Discard the card taken; a card given straight back counts towards a stall (K5.6)."""
    card, drawn = draft.taken(), draft.drawn
    draft.drawn = None
    draft.discard = (card, *draft.discard)
    draft.passes = draft.passes + 1 if drawn and drawn.pile is _DISCARD_PILE else 0
    draft.events += (_discarded(draft.to_move, card),)
    settle(draft)


def check_place(state: State, seat: Seat, action: PlaceAction) -> None:
    """Raise unless the card taken may be put into the hand in this way (K3.3b-d, K3.5)."""
    column, row = action.place
    hand = state.hands[seat]
    triad = hand[column] if 0 <= column < len(hand) else None
    if triad is None or not 0 <= row < len(triad.positions):
        raise IllegalActionError(_RULE[type(action)], "Nothing lies in that place.")
    if triad.facts.is_complete:
        raise IllegalActionError(
            "K3.5", "That triad is complete and only waits for your turn's end."
        )
    if not isinstance(action, Replace):
        _check_powerset(triad.positions[row], taken(state), action)


def _check_powerset(position: Position, card: Card, action: PutOnTop | PutBeneath) -> None:
    """Raise unless ``card`` may be put on top of or beneath a position (K3.3c-d)."""
    if action.sign not in SIGNS:
        raise IllegalActionError("K1.2", "A power card modifies by plus or by minus its face.")
    if type(action) in ways(position.spot, card):
        return
    if isinstance(action, PutOnTop):
        raise IllegalActionError(
            "K3.3c", "A card goes on top only of a power card that lies alone and face up."
        )
    if card not in POWER_CARDS:
        raise IllegalActionError("K3.3d", "Only a power card can be put beneath another card.")
    raise IllegalActionError("K3.3d", "Nothing can be put beneath a face-down card.")


def place(draft: Draft, action: PlaceAction) -> None:
    """Put the card taken into the hand, and go on (K3.3b-d, K4.3)."""
    column, row = action.place
    card, triad = draft.taken(), draft.triad(column)
    old = triad.positions[row]
    new = placed(old, card, action)
    if isinstance(action, Replace):
        if not old.face_up:  # it is turned up as it goes
            old = FACE_UP[known(old.cards[0])]
        draft.discard = discarded(old) + draft.discard
        draft.events += (Replaced(draft.to_move, action.place, card, old),)
    else:
        on_top = isinstance(action, PutOnTop)
        draft.events += (Placed(draft.to_move, action.place, card, on_top, new),)
    draft.drawn = None
    draft.passes = 0
    triad = triad.put(row, new)
    draft.put(column, triad)
    if triad.facts.goes_at_once:
        discard_triad(draft, column)
    settle(draft)
