"""Words and signs: of cards, positions and places, of actions, and of each public event."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from bot.face.face import Emoji, Scene, SeatSign, is_scored
from bot.face.markdown import counted, number, signed
from bot.face.phrases import (
    Description,
    LastPlay,
    Phrase,
    TurnPhrase,
    bold,
    did,
    last_of,
    last_turn,
    listed,
    of_round,
    scores,
    won,
)
from bot.game.contract import Seat
from bot.game.rounds import Discarded, MatchEnded, RoundEnded, TurnStarted
from bot.games.kapow.rules import actions as act, view as ev
from bot.games.kapow.rules.cards import Card, Place, Position, points, span
from bot.games.kapow.rules.hand import Hand, lying, placed
from bot.games.kapow.rules.view import RoundReason, View

HIDDEN: Final = "?"
GONE: Final = "\N{MIDDLE DOT}"
"""The signs of a face-down card, and of a place whose triad has been discarded."""

ROWS: Final = ("top", "middle", "bottom")


def card_label(card: Card) -> str:
    """Return a card's sign: ``7``, ``±2``, ``K!``."""
    if card is Card.KAPOW:
        return "K!"
    return f"±{card.face}" if card.is_power else str(card.face)


GONE_EMOJI: Final = "kapow_gone"
SETS: Final = range(-6, 19)
"""The values of powersets that have an emoji; there are hardly any others."""


def card_emoji(card: Card | None) -> str:
    """Return the name of a card's emoji: ``kapow_7``, ``kapow_power_2``, ``kapow_hidden``."""
    if card is None:
        return "kapow_hidden"
    if card is Card.KAPOW:
        return "kapow_kapow"
    return f"kapow_power_{card.face}" if card.is_power else f"kapow_{card.face}"


def set_emoji(value: int) -> str:
    """Return the name of a powerset's emoji: ``kapow_set_7``, ``kapow_set_minus_2``."""
    return f"kapow_set_{f'minus_{-value}' if value < 0 else value}"


def position_emoji(position: Position) -> Emoji:
    """Return a position's emoji, of a powerset that of its value: the picture shows its cards."""
    upper = position.upper if position.face_up else None
    if upper is None or upper is Card.KAPOW or not position.is_powerset:
        return Emoji(card_emoji(upper))
    value = span(position)[0]
    return Emoji(set_emoji(value)) if value in SETS else Emoji()


def card_words(card: Card) -> str:
    """Name a card: ``7``, ``±2``, ``KAPOW! card``."""
    return "KAPOW! card" if card is Card.KAPOW else card_label(card)


def a_card(card: Card) -> str:
    """Name a card with its article: ``a 7``, ``an 8``, ``a KAPOW! card``."""
    return f"{'an' if card in (Card.C8, Card.C11) else 'a'} {card_words(card)}"


def position_words(position: Position) -> str:
    """Describe a position: ``face down``, ``9``, ``KAPOW!``, ``5 with +2 worth 7``."""
    upper = position.upper
    if upper is None or not position.face_up:
        return "face down"
    name = "KAPOW!" if upper is Card.KAPOW else card_label(upper)
    if not position.is_powerset:
        return name
    modified = f"{name} with {modifier_words(position)}"
    if upper is Card.KAPOW:
        return modified
    return f"{modified} worth {number(span(position)[0])}"


def modifier_words(position: Position) -> str:
    """Return a powerset's visible modifiers, or their sum if there are more than two."""
    if len(position.modifiers) > 2:
        return signed(sum(position.modifiers))
    return "".join(signed(modifier) for modifier in position.modifiers)


def piles(view: View) -> str:
    """Describe the two piles in a sentence each."""
    drawn = f"Draw pile: {counted(view.draw_pile, 'card')}"
    if not view.discard_pile:
        return f"{drawn}. The discard pile is empty."
    top = a_card(view.discard_pile[0])
    last = " (drawing ends the round)" if view.drawing_ends_round else ""
    discarded = f"Discard pile: {len(view.discard_pile)}, {top} on top."
    return f"{drawn}{last}. {discarded}"


def ways_to_take(view: View) -> str:
    """Return the ways to begin a turn that the piles allow (K3.2)."""
    if not view.discard_pile:
        return "draw a card."
    top = f"the {card_words(view.discard_pile[0])}"
    return (
        f"take {top}, or end the round."
        if view.drawing_ends_round
        else f"draw a card or take {top}."
    )


def position_label(position: Position) -> str:
    """Return a position's label: ``?``, ``9``, ``±2``, ``K!``, ``5+2=7`` or ``K!+1``."""
    upper = position.upper
    if upper is None or not position.face_up:
        return HIDDEN
    if not position.is_powerset:
        return card_label(upper)
    modifiers = modifier_words(position)
    if upper is Card.KAPOW:
        return f"K!{modifiers}"
    return f"{upper.face}{modifiers}={number(span(position)[0])}"


def hand_label(hand: Hand) -> str:
    """Return a hand's labels, column by column: ``9 ? 9 | gone | ? ? 5``."""
    return " | ".join(
        "gone"
        if triad is None
        else f"{' '.join(map(position_label, triad))}{' (complete)' * triad.is_complete}"
        for triad in hand
    )


def place_words(place: Place) -> str:
    """Describe a place: ``column 2, middle``."""
    return f"column {place.column + 1}, {ROWS[place.row]}"


def showing(hand: Hand) -> int:
    """Return the points of a hand's face-up positions, without triads that will go (K6.4)."""
    kept = (triad for triad in hand if triad is not None and not triad.is_complete)
    return sum(points(position) for triad in kept for position in triad if position.face_up)


def doubling_threatens(view: View, seat: Seat) -> bool:
    """Whether the seat went out and its points double if another hand has fewer (K6.5)."""
    return view.out == seat and not is_scored(view) and showing(view.hands[seat]) > 0


def proposal(scene: Scene[View], action: act.Action) -> str:
    """Phrase an action of the seat to move in the imperative."""
    view = scene.view
    words = "Go on to the next round"
    match action:
        case act.Reveal(first, second):
            words = f"Turn up {place_words(first)} and {place_words(second)}"
        case act.Take(act.Pile.DISCARD) if view.discard_pile:
            words = f"Take the {card_words(view.discard_pile[0])} from the discard pile"
        case act.Take() if view.drawing_ends_round:
            words = "End the round at the empty draw pile"
        case act.Take():
            words = "Draw a card"
        case act.Swap(kapow, other):
            there = f"{_what(view, other)} ({place_words(other)})"
            words = f"Swap the KAPOW! card ({place_words(kapow)}) with {there}"
        case act.EndTurn():
            words = "End the turn"
        case act.Discard() | act.Replace() | act.PutOnTop() | act.PutBeneath():
            words = _play(view, action)
    return words


def _play(view: View, play: act.Discard | act.Replace | act.PutOnTop | act.PutBeneath) -> str:
    card = view.drawn.card if view.drawn is not None else None
    name = "the card" if card is None else f"the {card_words(card)}"
    if isinstance(play, act.Discard):
        return f"Discard {name}"
    what, where = _what(view, play.place), place_words(play.place)
    if isinstance(play, act.Replace):
        return f"Replace {what} ({where}) with {name}"
    how = "on top of" if isinstance(play, act.PutOnTop) else "beneath"
    return f"Put {name} {how} {what} ({where}){_modifier(view, card, play)}"


def _modifier(view: View, card: Card | None, play: act.PutOnTop | act.PutBeneath) -> str:
    position = lying(view.hands[view.to_move], play.place)
    if card is None or position is None:
        return ""
    return f" as {signed(placed(position, card, play).modifiers[-1])}"


def _what(view: View, place: Place) -> str:
    position = lying(view.hands[view.to_move], place)
    if position is None or not position.face_up:
        return "the hidden card"
    return f"the {position_words(position)}"


_Seats: TypeAlias = Sequence[SeatSign]
_Spot: TypeAlias = tuple[Seat, Place]
_Told: TypeAlias = Description[Card, _Spot]

ENDED: Final = {
    RoundReason.NO_CARDS: "no cards were left",
    RoundReason.STALLED: "nothing moved any more",
    RoundReason.RESHUFFLES: "there were too many reshuffles",
}
"""Why a round ended without anyone going out."""


def phrases(events: Sequence[object], seats: _Seats) -> Iterator[TurnPhrase]:
    """Yield what happened in a turn; a drawn card is named once it has been played."""
    played = next(
        (e.card for e in events if isinstance(e, Discarded | ev.Replaced | ev.Placed)), None
    )
    for event in events:
        if isinstance(event, ev.Took) and event.card is None and played is not None:
            yield Phrase(event.seat, f"drew {a_card(played)}")
        else:
            yield from describe(event, seats).phrases


def changed_places(events: Sequence[object], seats: _Seats) -> frozenset[_Spot]:
    """Return the places changed in the last turn, except those of discarded triads."""
    found: set[_Spot] = set()
    for event in last_turn(events, TurnStarted):
        found.update(describe(event, seats).changed)
        if isinstance(event, ev.TriadDiscarded):
            found -= {(event.seat, Place(event.column, row)) for row in range(3)}
    return frozenset(found)


def emptied_columns(events: Sequence[object]) -> frozenset[tuple[Seat, int]]:
    """Return the columns whose triads were discarded in the last turn."""
    return frozenset(
        (event.seat, event.column)
        for event in last_turn(events, TurnStarted)
        if isinstance(event, ev.TriadDiscarded)
    )


@dataclass(frozen=True, slots=True)
class CardPlay(LastPlay[Card]):
    """The last card played and the triads it completed; no card if hidden, or if there are two."""

    completed: tuple[int, ...] = ()
    """The columns of triads completed in this turn, from 0."""


def last_play(events: Sequence[object], seats: _Seats) -> CardPlay | None:
    """Return the last card played in these events, if any."""
    happened = last_turn(events, TurnStarted)
    play = last_of(happened, describe, seats)
    if play is None:
        return None
    completed = tuple(each.column for each in happened if isinstance(each, ev.TriadDiscarded))
    return CardPlay(play.seat, play.done, play.card, completed)


def describe(event: object, seats: _Seats) -> _Told:  # noqa: PLR0911 - an event each
    """Return all that people are told of an event."""
    match event:
        case ev.RoundStarted(round_, starter, card, dealer):
            begins = f"**Round {round_}** begins."
            deals = "" if dealer is None else f" {bold(seats, dealer)} deals."
            starts = f"{bold(seats, starter)} starts, with {a_card(card)} on the discard pile."
            return Description(f"{begins}{deals} {starts}", (begins,))
        case ev.TriadDiscarded(seat, column, triad):
            cheer = "Kapow! " if any(Card.KAPOW in position.cards for position in triad) else ""
            completed = f"completed column {column + 1}"
            gone = " · ".join(map(position_label, triad))
            line = f"{cheer}{bold(seats, seat)} {completed}: {gone} is gone!"
            return Description(line, (Phrase(seat, completed, loud=True),))
        case ev.TurnedUp(seat, places, cards):
            shown = listed([card_label(card) for card in cards])
            line = f"{bold(seats, seat)} turned up the rest: {shown}." if cards else ""
            return Description(line, changed=tuple((seat, place) for place in places))
        case ev.DiscardStarted(card):
            return Description(f"The discard pile starts again with {a_card(card)}.")
        case ev.UsedUp(seat):
            return did(seats, seat, "ended the round at the empty draw pile")
        case ev.WentOut(seat):
            line = "went out! Everyone else has one last turn."
            return did(seats, seat, "went out", line, loud=True)
        case RoundEnded(result):
            doubled = [" (doubled)" * hand.doubled for hand in result.hands]
            told = ", ".join(map("".join, zip(scores(seats, result.points), doubled, strict=True)))
            why = ENDED.get(result.reason)
            because = f", because {why}" if why else ""
            return Description(f"**Round {result.round}** is over{because}: {told}.")
        case MatchEnded(ranks, totals):
            return Description(f"{won(seats, ranks)} with {number(totals[ranks.index(1)])}!")
    return _describe_move(event, seats)


def _describe_move(event: object, seats: _Seats) -> _Told:  # noqa: PLR0911 - as above
    match event:
        case ev.Revealed(seat, places, cards):
            up = [a_card(card) for card in cards]
            where = [f"{card} ({place_words(at)})" for card, at in zip(up, places, strict=True)]
            words, line = f"turned up {listed(up)}", f"turned up {listed(where)}."
            changed = tuple((seat, place) for place in places)
            return did(seats, seat, words, line, brief="two cards up", changed=changed)
        case ev.Took(seat, _, None):
            return did(seats, seat, "drew a card", brief="drew a card")
        case ev.Took(seat, _, Card() as card):
            took = f"took the {card_words(card)} from the discard pile"
            return did(seats, seat, took, brief="took the top discard", card=card)
        case Discarded(seat, card):
            line, brief = f"discarded the {card_words(card)}.", "discarded it"
            return did(seats, seat, brief, line, brief=brief, card=card)
        case ev.Replaced(seat, place, card, old):
            gone, instead = "what lay there", ""
            if old.upper is not None:
                gone, powers = a_card(old.upper), " with its power cards" * old.is_powerset
                instead = f" in place of {gone}{powers}"
            if old.is_powerset:
                gone = f"the powerset {position_label(old)}"
            brief = f"into column {place.column + 1}"
            words = f"put it {brief}{instead}"
            line = f"replaced {gone} with the {card_words(card)} ({place_words(place)})."
            return did(seats, seat, words, line, brief=brief, card=card, changed=((seat, place),))
        case ev.Placed(seat, place, card, on_top, position):
            how = "on top" if on_top else "beneath"
            under, brief = "on top of" if on_top else "under", f"into column {place.column + 1}"
            words = f"put it {under} a card in column {place.column + 1}"
            now = position_words(position)
            line = f"put the {card_words(card)} {how} ({place_words(place)}): now {now}."
            return did(seats, seat, words, line, brief=brief, card=card, changed=((seat, place),))
        case ev.Swapped(seat, kapow, other):
            words = f"swapped KAPOW! into column {other.column + 1}"
            line = f"swapped KAPOW! from {place_words(kapow)} with {place_words(other)}."
            return did(seats, seat, words, line, changed=((seat, kapow), (seat, other)))
    return of_round(event, seats)
