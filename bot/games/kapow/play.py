"""The opening, taking a card and playing it (section 3 of the rules)."""

from functools import cache
from typing import Final, TypeAlias

from bot.games.game import IllegalActionError
from bot.games.kapow.actions import Discard, Pile, PutBeneath, PutOnTop, Replace, Reveal, Take
from bot.games.kapow.cards import FACE_UP, POWER_CARDS, Card, Hand, Place, Position, known, lying
from bot.games.kapow.draft import Draft
from bot.games.kapow.events import Discarded, Placed, Replaced, Revealed, Took
from bot.games.kapow.options import KapowOptions
from bot.games.kapow.piles import can_draw, discard_position
from bot.games.kapow.state import Drawn, Phase, Round, State
from bot.games.kapow.triads import is_complete

__all__ = [
    "ALL_WAYS",
    "PlaceAction",
    "Ways",
    "check_discard",
    "check_place",
    "check_reveal",
    "check_take",
    "discard",
    "may_discard",
    "place_card",
    "reveal",
    "take_from_discard",
    "take_from_draw",
    "taken",
    "ways",
]

PlaceAction: TypeAlias = Replace | PutOnTop | PutBeneath
"""The plays that put the card taken into the hand (K3.3b-d)."""

Ways: TypeAlias = tuple[type[PlaceAction], ...]
"""In which ways a card may be put into a position."""

# Each is made or looked up once: events and enumerations take longer than most rules.
_took, _discarded = cache(Took), cache(Discarded)
_TAKE, _PLAY = Phase.TAKE, Phase.PLAY
_DRAW_PILE, _DISCARD_PILE = Pile.DRAW, Pile.DISCARD

_REPLACE: Final[Ways] = (Replace,)
_REPLACE_OR_TOP: Final[Ways] = (Replace, PutOnTop)
_REPLACE_OR_BENEATH: Final[Ways] = (Replace, PutBeneath)
_ANY_WAY: Final[Ways] = (Replace, PutOnTop, PutBeneath)

ALL_WAYS: Final = (_REPLACE, _REPLACE_OR_TOP, _REPLACE_OR_BENEATH, _ANY_WAY)
"""What :func:`ways` can return."""


def ways(position: Position, card: Card) -> Ways:
    """Return the ways in which ``card`` may be put into a position (K3.3b-d)."""
    cards, face_up, _ = position
    if not face_up:
        return _REPLACE
    lone_power = len(cards) == 1 and cards[0] in POWER_CARDS
    if card in POWER_CARDS:
        return _ANY_WAY if lone_power else _REPLACE_OR_BENEATH
    return _REPLACE_OR_TOP if lone_power else _REPLACE


def check_reveal(state: State, action: Reveal) -> None:
    """Raise unless the action names two different face-down cards in reading order (K3.1)."""
    hand = state.round.hands[state.round.to_move]
    if action.first >= action.second:
        raise IllegalActionError("K3.1", "Turn up two different cards, named from left to right.")
    for place in (action.first, action.second):
        if _at(hand, place, "K3.1").face_up:
            raise IllegalActionError("K3.1", f"The card at {place} is face up already.")


def reveal(draft: Draft, action: Reveal) -> None:
    """Turn up two cards of the hand to move."""
    places = (action.first, action.second)
    first, second = draft.turn_up(places)
    draft.opened |= 1 << draft.seat
    draft.phase = _TAKE
    draft.log.append(Revealed(draft.seat, places, (first, second)))


def check_take(state: State, action: Take) -> None:
    """Raise unless a card can be taken from the pile (K3.2, K5.5)."""
    if action.pile is _DISCARD_PILE:
        if not state.round.discard:
            raise IllegalActionError("K3.2", "The discard pile is empty.")
    elif not can_draw(state.round):
        raise IllegalActionError("K5.5", "The draw pile is empty and cannot be made anew.")


def take_from_draw(draft: Draft) -> None:
    """Take the top card of the draw pile, which must have one."""
    draft.drawn = Drawn(draft.draw[0], _DRAW_PILE)
    draft.draw = draft.draw[1:]
    draft.phase = _PLAY
    draft.log.append(_took(draft.seat, _DRAW_PILE, None))


def take_from_discard(draft: Draft) -> None:
    """Take the top card of the discard pile."""
    card = draft.discard[0]
    draft.drawn = Drawn(card, _DISCARD_PILE)
    draft.discard = draft.discard[1:]
    draft.phase = _PLAY
    draft.log.append(_took(draft.seat, _DISCARD_PILE, card))


def taken(current: Round | Draft) -> Drawn:
    """Return the card taken, which there has to be while one is played."""
    if current.drawn is None:
        raise ValueError("no card has been taken")
    return current.drawn


def may_discard(options: KapowOptions, drawn: Drawn) -> bool:
    """Whether the card taken may be discarded (K3.3a)."""
    return not (options.no_pass and drawn.pile is _DISCARD_PILE)


def check_discard(state: State, _: Discard) -> None:
    """Raise unless the card taken may be discarded (K3.3a)."""
    if not may_discard(state.setup.options, taken(state.round)):
        raise IllegalActionError(
            "K3.3a", "At this table a card from the discard pile may not go straight back."
        )


def discard(draft: Draft) -> None:
    """Discard the card taken; a card given straight back counts towards a stall (K5.6)."""
    drawn = taken(draft)
    card = known(drawn.card)
    draft.drawn = None
    draft.discard = (card, *draft.discard)
    draft.passes = draft.passes + 1 if drawn.pile is _DISCARD_PILE else 0
    draft.log.append(_discarded(draft.seat, card))


def check_place(state: State, action: PlaceAction) -> None:
    """Raise unless the card taken may be put into the hand in this way (K3.3b-d, K3.5)."""
    current = state.round
    hand, card = current.hands[current.to_move], known(taken(current).card)
    position = _at(hand, action.place, "K3.3b")
    triad = hand[action.place.column]
    if triad is not None and is_complete(triad):
        raise IllegalActionError(
            "K3.5", "That triad is complete and only waits for your turn's end."
        )
    if not isinstance(action, Replace) and action.sign not in (1, -1):
        raise IllegalActionError("K1.2", "A power card modifies by plus or by minus its face.")
    if type(action) in ways(position, card):
        return
    if isinstance(action, PutOnTop):
        raise IllegalActionError(
            "K3.3c", "A card goes on top only of a power card that lies alone and face up."
        )
    if card not in POWER_CARDS:
        raise IllegalActionError("K3.3d", "Only a power card can be put beneath another card.")
    raise IllegalActionError("K3.3d", "Nothing can be put beneath a face-down card.")


def place_card(draft: Draft, action: PlaceAction) -> None:
    """Put the card taken into the hand to move (K3.3b-d)."""
    card = known(taken(draft).card)
    draft.drawn = None
    draft.passes = 0
    if isinstance(action, Replace):
        _replace(draft, card, action.place)
    else:
        _make_powerset(draft, card, action)


def _replace(draft: Draft, card: Card, place: Place) -> None:
    """Put ``card`` in the place of what lies there, which is turned up and discarded (K3.3b)."""
    old = draft.at(place)
    if not old.face_up:
        old = FACE_UP[known(old.upper)]
    draft.put(place, FACE_UP[card])
    discard_position(draft, old)
    draft.log.append(Replaced(draft.seat, place, card, old))


def _make_powerset(draft: Draft, card: Card, action: PutOnTop | PutBeneath) -> None:
    """Put ``card`` on top of a power card, or beneath whatever lies there (K3.3c-d, K9.5)."""
    cards, _, modifiers = draft.at(action.place)
    on_top = isinstance(action, PutOnTop)
    if on_top:
        new = Position((card, *cards), True, (action.sign * known(cards[0]).face,))
    else:
        new = Position((*cards, card), True, (*modifiers, action.sign * card.face))
    draft.put(action.place, new)
    draft.log.append(Placed(draft.seat, action.place, card, on_top, new))


def _at(hand: Hand, place: Place, rule: str) -> Position:
    """Return what lies in a place; raise if the hand has no such place (any more)."""
    position = lying(hand, place)
    if position is None:
        raise IllegalActionError(rule, "Nothing lies in that place.")
    return position
