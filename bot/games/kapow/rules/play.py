"""Actions of a turn: the opening, taking a card and playing it (section 3 of the rules)."""

from collections.abc import Mapping
from typing import Final

from bot.game.contract import IllegalActionError, Seat
from bot.games.kapow.rules.actions import (
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
from bot.games.kapow.rules.cards import Card, known
from bot.games.kapow.rules.draft import Draft
from bot.games.kapow.rules.events import Discarded, Placed, Replaced, Revealed, Took, UsedUp
from bot.games.kapow.rules.piles import discard_at_once, discarded, reshuffle
from bot.games.kapow.rules.placing import can_go_beneath, can_go_on_top, placed
from bot.games.kapow.rules.positions import Kind, turned_face_up
from bot.games.kapow.rules.scores import RoundReason
from bot.games.kapow.rules.state import Drawn, Phase, State
from bot.games.kapow.rules.triads import ROWS, column_of, lying, turned_up, with_column
from bot.games.kapow.rules.turns import end_round, settle

__all__ = [
    "check_discard",
    "check_place",
    "check_reveal",
    "check_take",
    "discard",
    "may_discard",
    "may_draw",
    "place",
    "reveal",
    "take",
    "taken",
]

# Looked up once, since access to enum members is slower than most rules.
_TAKE, _PLAY = Phase.TAKE, Phase.PLAY
_DRAW_PILE, _DISCARD_PILE = Pile.DRAW, Pile.DISCARD

_RULE: Final[Mapping[type[PlaceAction], str]] = {
    Replace: "K3.3b",
    PutOnTop: "K3.3c",
    PutBeneath: "K3.3d",
}


def check_reveal(state: State, seat: Seat, action: Reveal) -> None:
    """Raise unless the action names two different face-down cards in reading order (K3.1)."""
    if action.first >= action.second:
        raise IllegalActionError("K3.1", "Turn up two different cards, named from left to right.")
    for place in (action.first, action.second):
        position = lying(state.hands[seat], place)
        if position is None:
            raise IllegalActionError("K3.1", "There's no card in that place.")
        if position.face_up:
            raise IllegalActionError("K3.1", f"The card at {place} is face up already.")


def reveal(draft: Draft, action: Reveal) -> None:
    """Turn up two cards of the hand to move (K3.1)."""
    places = (action.first, action.second)
    draft.hand, (first, second) = turned_up(draft.hand, places)
    draft.opened |= {draft.to_move}
    draft.phase = _TAKE
    draft.events.append(Revealed(draft.to_move, places, (first, second)))


def may_draw(state: State) -> bool:
    """Whether a card can be drawn, possibly after a reshuffle (K5.5)."""
    return state.draw_pile != () or len(state.discard_pile) > 1


def check_take(state: State, _seat: Seat, action: Take) -> None:
    """Raise unless a card can be taken from the pile (K3.2, K5.5)."""
    if action.pile is _DISCARD_PILE:
        if not state.discard_pile:
            raise IllegalActionError("K3.2", "The discard pile is empty.")
    elif not may_draw(state):
        raise IllegalActionError("K5.5", "The draw pile is empty and can't be shuffled again.")


def take(draft: Draft, action: Take) -> None:
    """Take a card; reshuffle an empty draw pile, or end the round at the cap (K5.5, K5.6)."""
    if action.pile is _DISCARD_PILE:
        _take_from_discard_pile(draft)
    elif draft.draw_pile:
        _take_from_draw_pile(draft)
    elif draft.reshuffles < draft.setup.options.max_reshuffles:
        reshuffle(draft)
        _take_from_draw_pile(draft)
    else:
        draft.events.append(UsedUp(draft.to_move))
        end_round(draft, RoundReason.RESHUFFLES)


def _take_from_draw_pile(draft: Draft) -> None:
    draft.drawn = Drawn(draft.draw_pile[0], _DRAW_PILE)
    draft.draw_pile = draft.draw_pile[1:]
    draft.phase = _PLAY
    draft.events.append(Took(draft.to_move, _DRAW_PILE, None))


def _take_from_discard_pile(draft: Draft) -> None:
    card = draft.discard_pile[0]
    draft.drawn = Drawn(card, _DISCARD_PILE)
    draft.discard_pile = draft.discard_pile[1:]
    draft.phase = _PLAY
    draft.events.append(Took(draft.to_move, _DISCARD_PILE, card))


def taken(state: State) -> Card:
    """Return the card taken; ``ValueError`` if there is none."""
    if state.drawn is None:
        raise ValueError("no card has been taken")
    return known(state.drawn.card)


def may_discard(state: State) -> bool:
    """Whether the card taken may be discarded (K3.3a)."""
    drawn = state.drawn
    return not (state.setup.options.no_pass and drawn and drawn.pile is _DISCARD_PILE)


def check_discard(state: State, _seat: Seat, _action: Discard) -> None:
    """Raise unless the card taken may be discarded (K3.3a)."""
    if not may_discard(state):
        raise IllegalActionError(
            "K3.3a", "At this table, a card from the discard pile can't go straight back."
        )


def discard(draft: Draft, _: Discard) -> None:
    """Discard the card taken; returning the top discard counts towards a stall (K5.6)."""
    card, drawn = draft.taken(), draft.drawn
    draft.drawn = None
    draft.discard_pile = (card, *draft.discard_pile)
    draft.passes = draft.passes + 1 if drawn and drawn.pile is _DISCARD_PILE else 0
    draft.events.append(Discarded(draft.to_move, card))
    settle(draft)


def check_place(state: State, seat: Seat, action: PlaceAction) -> None:
    """Raise unless the card taken may be put in the hand in this way (K3.3b-d, K3.5)."""
    column, row = action.place
    hand = state.hands[seat]
    triad = hand[column] if 0 <= column < len(hand) else None
    if triad is None or not 0 <= row < ROWS:
        raise IllegalActionError(_RULE[type(action)], "There's no card in that place.")
    if triad.is_complete:
        raise IllegalActionError("K3.5", "That triad is complete. It goes when you end your turn.")
    if not isinstance(action, Replace):
        _check_powerset(triad.kinds[row], taken(state), action)


def _check_powerset(kind: Kind, card: Card, action: PutOnTop | PutBeneath) -> None:
    """Raise unless ``card`` may be put on top of or beneath a position (K3.3c-d)."""
    if action.sign not in SIGNS:
        raise IllegalActionError("K1.2", "A power card adds or takes away its own number.")
    if isinstance(action, PutOnTop):
        if not can_go_on_top(kind):
            raise IllegalActionError(
                "K3.3c", "You can put a card on top only of a single face-up power card."
            )
    elif not (card.is_power and can_go_beneath(kind)):
        if card.is_power:
            raise IllegalActionError("K3.3d", "You can't put anything beneath a face-down card.")
        raise IllegalActionError("K3.3d", "Only a power card can go beneath another card.")


def place(draft: Draft, action: PlaceAction) -> None:
    """Put the card taken in the hand, and continue (K3.3b-d, K4.3)."""
    column, row = action.place
    card, hand = draft.taken(), draft.hand
    triad = column_of(hand, column)
    old = triad[row]
    new = placed(old, card, action)
    if isinstance(action, Replace):
        draft.discard_pile = discarded(old) + draft.discard_pile
        draft.events.append(Replaced(draft.to_move, action.place, card, turned_face_up(old)))
    else:
        on_top = isinstance(action, PutOnTop)
        draft.events.append(Placed(draft.to_move, action.place, card, on_top, new))
    draft.hand = with_column(hand, column, triad.put(row, new))
    draft.drawn = None
    draft.passes = 0
    discard_at_once(draft)
    settle(draft)
