"""What is told of each public event: in the log, in its turn's sentence, and in the picture."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import singledispatch
from typing import Final, TypeAlias

from bot.face.face import SeatSign
from bot.face.markdown import number
from bot.face.names import bold, listed
from bot.face.phrases import (
    Description,
    LastPlay,
    Phrase,
    TurnPhrase,
    did,
    last_of,
    last_turn,
    of_round,
    scores,
    won,
)
from bot.game.contract import Seat
from bot.game.rounds import MatchEnded, RoundEnded, TurnStarted
from bot.games.kapow.face.labels import (
    a_card,
    card_label,
    card_words,
    place_words,
    position_label,
    position_words,
)
from bot.games.kapow.rules import events as ev
from bot.games.kapow.rules.cards import Card, Place
from bot.games.kapow.rules.scoring import RoundReason

_Seats: TypeAlias = Sequence[SeatSign]
_Spot: TypeAlias = tuple[Seat, Place]
_Told: TypeAlias = Description[Card, _Spot]

ENDED: Final = {
    RoundReason.NO_CARDS: "there were no cards left",
    RoundReason.STALLED: "the same cards went back and forth",
    RoundReason.RESHUFFLES: "the cards had been shuffled often enough",
}
"""Why a round ended without anyone going out."""


def phrases(events: Sequence[object], seats: _Seats) -> Iterator[TurnPhrase]:
    """Yield what happened in a turn; a drawn card is named once it has been played."""
    played = next(
        (e.card for e in events if isinstance(e, ev.Discarded | ev.Replaced | ev.Placed)), None
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


@singledispatch
def describe(event: object, seats: _Seats) -> _Told:
    """Return all that people are told of an event."""
    return of_round(event, seats)


@describe.register
def _round_started(event: ev.RoundStarted, seats: _Seats) -> _Told:
    begins = f"**Round {event.round}** begins."
    deals = "" if event.dealer is None else f" {bold(seats, event.dealer)} deals."
    starts = f"{bold(seats, event.starter)} starts, with {a_card(event.card)} on the discard pile."
    return Description(f"{begins}{deals} {starts}", (begins,))


@describe.register
def _turn_started(event: TurnStarted, seats: _Seats) -> _Told:
    return Description(f"The final turn of {bold(seats, event.seat)}." if event.last else "")


@describe.register
def _revealed(event: ev.Revealed, seats: _Seats) -> _Told:
    cards = [a_card(card) for card in event.cards]
    shown = zip(cards, map(place_words, event.places), strict=True)
    return did(
        seats,
        event.seat,
        f"turned up {listed(cards)}",
        f"turned up {listed([f'{card} ({place})' for card, place in shown])}.",
        brief="two cards up",
        changed=tuple((event.seat, place) for place in event.places),
    )


@describe.register
def _took(event: ev.Took, seats: _Seats) -> _Told:
    if event.card is None:
        return did(seats, event.seat, "drew a card", brief="drew a card")
    took = f"took the {card_words(event.card)} from the discard pile"
    return did(seats, event.seat, took, brief="took the top discard", card=event.card)


@describe.register
def _discarded(event: ev.Discarded, seats: _Seats) -> _Told:
    line, brief = f"discarded the {card_words(event.card)}.", "discarded it"
    return did(seats, event.seat, brief, line, brief=brief, card=event.card)


@describe.register
def _replaced(event: ev.Replaced, seats: _Seats) -> _Told:
    upper = event.old.upper
    old, instead = "what lay there", ""
    if upper is not None:
        powers = " with its power cards" * event.old.is_powerset
        old, instead = a_card(upper), f" in place of {a_card(upper)}{powers}"
    if event.old.is_powerset:
        old = f"the powerset {position_label(event.old)}"
    column = f"column {event.place.column + 1}"
    return did(
        seats,
        event.seat,
        f"put it in {column}{instead}",
        f"replaced {old} with the {card_words(event.card)} ({place_words(event.place)}).",
        brief=f"into {column}",
        card=event.card,
        changed=((event.seat, event.place),),
    )


@describe.register
def _placed(event: ev.Placed, seats: _Seats) -> _Told:
    card, where = card_words(event.card), place_words(event.place)
    column = f"column {event.place.column + 1}"
    how = "on top" if event.on_top else "beneath"
    return did(
        seats,
        event.seat,
        f"put it {'on top of' if event.on_top else 'under'} a card in {column}",
        f"put the {card} {how} ({where}): now {position_words(event.position)}.",
        brief=f"into {column}",
        card=event.card,
        changed=((event.seat, event.place),),
    )


@describe.register
def _swapped(event: ev.Swapped, seats: _Seats) -> _Told:
    here, there = place_words(event.kapow), place_words(event.other)
    return did(
        seats,
        event.seat,
        f"swapped KAPOW! into column {event.other.column + 1}",
        f"swapped KAPOW! from {here} with {there}.",
        changed=((event.seat, event.kapow), (event.seat, event.other)),
    )


@describe.register
def _triad_discarded(event: ev.TriadDiscarded, seats: _Seats) -> _Told:
    triad = " · ".join(position_label(position) for position in event.triad)
    cheer = "Kapow! " if any(Card.KAPOW in position.cards for position in event.triad) else ""
    completed = f"completed column {event.column + 1}"
    return Description(
        f"{cheer}{bold(seats, event.seat)} {completed}: {triad} is gone!",
        (Phrase(event.seat, completed, loud=True),),
    )


@describe.register
def _turned_up(event: ev.TurnedUp, seats: _Seats) -> _Told:
    changed = tuple((event.seat, place) for place in event.places)
    cards = listed([card_label(card) for card in event.cards])
    line = f"{bold(seats, event.seat)} turned up the rest: {cards}." if cards else ""
    return Description(line, changed=changed)


@describe.register
def _discard_started(event: ev.DiscardStarted, _seats: _Seats) -> _Told:
    return Description(f"The discard pile starts again with {a_card(event.card)}.")


@describe.register
def _used_up(event: ev.UsedUp, seats: _Seats) -> _Told:
    words = "found the draw pile used up, which ended the round"
    return did(
        seats, event.seat, words, "asked the empty draw pile for a card and ended the round."
    )


@describe.register
def _went_out(event: ev.WentOut, seats: _Seats) -> _Told:
    line = "went out! Everyone else has one final turn."
    return did(seats, event.seat, "went out", line, loud=True)


@describe.register
def _round_ended(event: RoundEnded, seats: _Seats) -> _Told:
    points = scores(seats, event.result.points)
    doubled = [" (doubled)" * hand.doubled for hand in event.result.hands]
    told = ", ".join(map("".join, zip(points, doubled, strict=True)))
    why = ENDED.get(event.result.reason)
    because = f", because {why}" if why else ""
    return Description(f"**Round {event.result.round}** is over{because}: {told}.")


@describe.register
def _match_ended(event: MatchEnded, seats: _Seats) -> _Told:
    best = event.totals[event.ranks.index(1)]
    return Description(f"{won(seats, event.ranks)} with {number(best)}!")
