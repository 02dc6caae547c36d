"""The moves of Kapow!, which are legal and what each does (sections 3 and 4), and its table."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations, starmap
from typing import Final, TypeVar

from bot.game.contract import IllegalActionError, Scoring, Seat, Step, Viewer
from bot.game.moves import Move
from bot.game.rounds import Change, RoundGame, Setup, sole
from bot.games.kapow.rules.actions import (
    SIGNS,
    Discard,
    EndTurn,
    Pile,
    PlaceAction,
    PutBeneath,
    PutOnTop,
    Replace,
    Reveal,
    Swap,
    Take,
)
from bot.games.kapow.rules.cards import Card, Kind, known, turned_face_up
from bot.games.kapow.rules.events import (
    FACTS,
    LABELS,
    Discarded,
    Placed,
    Replaced,
    Revealed,
    Swapped,
    Took,
    UsedUp,
)
from bot.games.kapow.rules.hand import (
    ROWS,
    can_go_beneath,
    can_go_on_top,
    check_offered,
    column_of,
    lying,
    offers,
    placed,
    places_face_down,
    plays,
    swapped,
    turned_up,
    with_column,
)
from bot.games.kapow.rules.options import SEATS, KapowOptions
from bot.games.kapow.rules.scoring import RoundReason
from bot.games.kapow.rules.state import Draft, State, slots, view
from bot.games.kapow.rules.turns import (
    deal,
    discard_at_once,
    discarded,
    end_round,
    end_turn,
    reshuffle,
    settle,
)
from bot.games.kapow.rules.view import Drawn, Phase, View

# Made once, since that takes longer than to find out whether they are legal.
_DRAW: Final = (Take(Pile.DRAW),)
_PICK_UP: Final = (Take(Pile.DISCARD),)
_DISCARD: Final = (Discard(),)

_RULE: Final[Mapping[type[PlaceAction], str]] = {
    Replace: "K3.3b",
    PutOnTop: "K3.3c",
    PutBeneath: "K3.3d",
}


def reveals(state: State, seat: Seat) -> Iterator[Reveal]:
    """Yield each pair of face-down cards."""
    return starmap(Reveal, combinations(places_face_down(state.hands[seat]), 2))


def check_reveal(state: State, seat: Seat, action: Reveal) -> None:
    """Raise unless the action names two different face-down cards in reading order (K3.1)."""
    if action.first >= action.second:
        raise IllegalActionError("K3.1", "Turn up two different cards, named from left to right.")
    for place in (action.first, action.second):
        position = lying(state.hands[seat], place)
        if position is None:
            raise IllegalActionError("K3.1", "There's no card in that place.")
        if position.face_up:
            raise IllegalActionError("K3.1", f"The card at {place} is already face up.")


def reveal(draft: Draft, action: Reveal) -> None:
    """Turn up two cards of the hand to move (K3.1)."""
    places = (action.first, action.second)
    draft.hand, (first, second) = turned_up(draft.hand, places)
    draft.opened |= {draft.to_move}
    draft.phase = Phase.TAKE
    draft.events.append(Revealed(draft.to_move, places, (first, second)))


def may_draw(state: State) -> bool:
    """Whether a card can be drawn, possibly after a reshuffle (K5.5)."""
    return state.draw_pile != () or len(state.discard_pile) > 1


def takes(state: State, _seat: Seat) -> Sequence[Take]:
    """Return the piles from which a card can be taken."""
    draws = _DRAW if may_draw(state) else ()
    return draws + _PICK_UP if state.discard_pile else draws


def check_take(state: State, _seat: Seat, action: Take) -> None:
    """Raise unless a card can be taken from the pile (K3.2, K5.5)."""
    if action.pile is Pile.DISCARD:
        if not state.discard_pile:
            raise IllegalActionError("K3.2", "The discard pile is empty.")
    elif not may_draw(state):
        raise IllegalActionError("K5.5", "The draw pile is empty and can't be shuffled again.")


def take(draft: Draft, action: Take) -> None:
    """Take a card; reshuffle an empty draw pile, or end the round at the cap (K5.5, K5.6)."""
    if action.pile is Pile.DISCARD:
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
    draft.drawn = Drawn(draft.draw_pile[0], Pile.DRAW)
    draft.draw_pile = draft.draw_pile[1:]
    draft.phase = Phase.PLAY
    draft.events.append(Took(draft.to_move, Pile.DRAW, None))


def _take_from_discard_pile(draft: Draft) -> None:
    card = draft.discard_pile[0]
    draft.drawn = Drawn(card, Pile.DISCARD)
    draft.discard_pile = draft.discard_pile[1:]
    draft.phase = Phase.PLAY
    draft.events.append(Took(draft.to_move, Pile.DISCARD, card))


def taken(state: State | Draft) -> Card:
    """Return the card taken; ``ValueError`` if there is none."""
    if state.drawn is None:
        raise ValueError("no card has been taken")
    return known(state.drawn.card)


def may_discard(state: State) -> bool:
    """Whether the card taken may be discarded (K3.3a)."""
    drawn = state.drawn
    return not (state.setup.options.no_pass and drawn and drawn.pile is Pile.DISCARD)


def discards(state: State, _seat: Seat) -> Sequence[Discard]:
    """Return whether the card taken may be discarded."""
    return _DISCARD if may_discard(state) else ()


def check_discard(state: State, _seat: Seat, _action: Discard) -> None:
    """Raise unless the card taken may be discarded (K3.3a)."""
    if not may_discard(state):
        raise IllegalActionError(
            "K3.3a", "At this table, a card from the discard pile can't go straight back."
        )


def discard(draft: Draft, _: Discard) -> None:
    """Discard the card taken; returning the top discard counts towards a stall (K5.6)."""
    card, drawn = taken(draft), draft.drawn
    draft.drawn = None
    draft.discard_pile = (card, *draft.discard_pile)
    draft.passes = draft.passes + 1 if drawn and drawn.pile is Pile.DISCARD else 0
    draft.events.append(Discarded(draft.to_move, card))
    settle(draft)


def placings(state: State, seat: Seat) -> Sequence[PlaceAction]:
    """Return the ways to put the card taken in the hand."""
    return plays(state.hands[seat], taken(state))


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
    card, hand = taken(draft), draft.hand
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


def swaps(state: State, seat: Seat) -> Sequence[Swap]:
    """Return the swaps that a hand allows."""
    return offers(state.hands[seat])


def check_swap(state: State, seat: Seat, action: Swap) -> None:
    """Raise unless the seat's hand allows the swap (K4.4, K4.5, K4.10)."""
    check_offered(state.hands[seat], action)


def swap(draft: Draft, action: Swap) -> None:
    """Swap the KAPOW! card with the other position, and continue (K4.6)."""
    draft.hand = swapped(draft.hand, action)
    draft.swaps += 1
    draft.events.append(Swapped(draft.to_move, action.kapow, action.other))
    discard_at_once(draft)
    settle(draft)


A = TypeVar("A")

_WANTED: Final[Mapping[Phase, tuple[str, str]]] = {
    Phase.OPENING: ("K3.1", "First turn up two of your cards."),
    Phase.TAKE: ("K3.2", "Take a card from the draw pile or the discard pile."),
    Phase.PLAY: ("K3.3", "Play the card you took."),
    Phase.KAPOW: ("K4.6", "Swap a KAPOW! card or end your turn."),
    Phase.SCORED: ("K2.4", "The round is over. Go on to the next one."),
    Phase.OVER: ("K6.6", "The match is over."),
}
"""The errors for actions of another phase."""


def _on_a_draft(change: Callable[[Draft, A], None]) -> Callable[[State, Seat, A], Step[State]]:
    """Adapt a rule that changes a draft to the signature of ``Move.carry_out``."""

    def carry_out(state: State, _seat: Seat, action: A) -> Step[State]:
        draft = Draft(state)
        change(draft, action)
        return draft.freeze()

    return carry_out


_PLACE: Final = (Replace, PutOnTop, PutBeneath)


class Kapow(RoundGame[State, View]):
    """The rules of Kapow!; see :class:`bot.game.contract.Game`."""

    name = "kapow"
    title = "Kapow!"
    seats = SEATS
    scoring = Scoring(best="lowest", totals_rank=True, totals_compare=True)
    fact_labels = LABELS
    facts = FACTS
    options = KapowOptions
    wanted = _WANTED
    turn_rule = "K2.5"
    moves = (
        Move(Phase.OPENING, (Reveal,), reveals, _on_a_draft(reveal), check_reveal),
        Move(Phase.TAKE, (Take,), takes, _on_a_draft(take), check_take),
        Move(Phase.PLAY, (Discard,), discards, _on_a_draft(discard), check_discard),
        Move(Phase.PLAY, _PLACE, placings, _on_a_draft(place), check_place),
        Move(Phase.KAPOW, (Swap,), swaps, _on_a_draft(swap), check_swap),
        sole(Phase.KAPOW, EndTurn, _on_a_draft(end_turn)),
    )

    def deal(self, setup: Setup[KapowOptions], before: State | None) -> Step[State]:
        """Deal a round (section 2)."""
        return deal(setup, before)

    def view(self, state: State, viewer: Viewer) -> View:
        """Return what the viewer may know (section 7)."""
        return view(state, viewer)

    def slots(self, state: State, change: Change) -> State:
        """Return the state with other cards in its places."""
        return slots(state, change)

    def most_rounds(self, options: KapowOptions) -> int:
        """Return the number of rounds."""
        return options.rounds


KAPOW: Final = Kapow()
"""Kapow!, for the registry."""
