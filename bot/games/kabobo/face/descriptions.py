"""What is told of each public event: in the log, in the sentence of its turn, and in the picture.

Nothing of it names a hidden card.
"""

from collections.abc import Iterator, Sequence
from functools import singledispatch
from typing import TypeAlias

from bot.face.face import SeatSign
from bot.face.names import IN_LINE, bold
from bot.face.phrases import (
    Description,
    LastPlay,
    Phrase,
    TurnPhrase,
    did,
    last_turn,
    of_round,
    won,
)
from bot.game.rounds import TurnStarted
from bot.games.kabobo.face.labels import a_card, card_words, place_words, whose
from bot.games.kabobo.rules import events as ev
from bot.games.kabobo.rules.cards import Card, Spot
from bot.games.kabobo.rules.scoring import PIECES

_Seats: TypeAlias = Sequence[SeatSign]
_Told: TypeAlias = Description[Card, Spot]


def phrases(events: Sequence[object], seats: _Seats) -> Iterator[TurnPhrase]:
    """Yield what happened in a turn; a drawn card is named once it has been discarded."""
    peeks = [event for event in events if isinstance(event, ev.Peeked)]
    if len(peeks) > 1:
        yield f"{len(peeks)} players looked at two of their cards."
    shown = next((event.card for event in events if isinstance(event, ev.Seasoned)), None)
    for event in events:
        if isinstance(event, ev.Drew) and shown is not None:
            yield Phrase(event.seat, f"drew the {card_words(shown)}")
        elif len(peeks) <= 1 or not isinstance(event, ev.Peeked):
            yield from describe(event, seats).phrases


def last_play(events: Sequence[object], seats: _Seats) -> LastPlay[Card] | None:
    """Return what the last turn did, if anything.

    The card discarded for a power stays visible next to what the power did.
    """
    play: LastPlay[Card] | None = None
    for event in last_turn(events, TurnStarted):
        now = describe(event, seats).play
        if now is not None:
            before = play.card if play is not None and play.seat == now.seat else None
            play = LastPlay(now.seat, now.done, now.card or before)
    return play


def changed_spots(events: Sequence[object], seats: _Seats) -> frozenset[Spot]:
    """Return the places whose card or lock the last turn changed."""
    happened = last_turn(events, TurnStarted)
    return frozenset(spot for event in happened for spot in describe(event, seats).changed)


def looked_spots(events: Sequence[object], seats: _Seats) -> frozenset[Spot]:
    """Return the places that a player looked at in the last turn, which is public (B5.1)."""
    happened = last_turn(events, TurnStarted)
    return frozenset(spot for event in happened for spot in describe(event, seats).looked)


@singledispatch
def describe(event: object, seats: _Seats) -> _Told:
    """Return all that people are told of an event."""
    return of_round(event, seats)


@describe.register
def _round_started(event: ev.RoundStarted, seats: _Seats) -> _Told:
    begins = f"**Round {event.round}** begins."
    starts = f"{bold(seats, event.starter)} starts, with {a_card(event.card)} on the discard pile."
    return Description(f"{begins} {starts}", (begins,))


@describe.register
def _peeked(event: ev.Peeked, seats: _Seats) -> _Told:
    first, second = map(place_words, event.places)
    spots = tuple(Spot(event.seat, place) for place in event.places)
    line = f"looked at their {first} and {second} cards."
    return did(seats, event.seat, "looked at two of their cards", line, looked=spots)


@describe.register
def _took_discard(event: ev.TookDiscard, seats: _Seats) -> _Told:
    new, old, place = card_words(event.card), card_words(event.old), place_words(event.place)
    return did(
        seats,
        event.seat,
        f"took the {new} as their {place} card instead of the {old}",
        f"took the {new} from the discard pile as their {place} card and discarded the {old}.",
        brief=f"took it as card {event.place + 1}",
        card=event.card,
        changed=(Spot(event.seat, event.place),),
    )


@describe.register
def _drew(event: ev.Drew, _seats: _Seats) -> _Told:
    drew = "drew a card"
    return Description("", (Phrase(event.seat, drew),), LastPlay(event.seat, drew))


@describe.register
def _kept(event: ev.Kept, seats: _Seats) -> _Told:
    place, old = place_words(event.place), card_words(event.old)
    return did(
        seats,
        event.seat,
        f"kept it as their {place} card instead of the {old}",
        f"kept a card from the draw pile as their {place} card and discarded the {old}.",
        brief=f"new card {event.place + 1}",
        card=event.old,
        changed=(Spot(event.seat, event.place),),
    )


@describe.register
def _seasoned(event: ev.Seasoned, seats: _Seats) -> _Told:
    nothing = "" if event.has_power else " It does nothing."
    line, brief = f"drew and discarded the {card_words(event.card)}.{nothing}", "discarded it"
    return did(seats, event.seat, brief, line, brief=brief, card=event.card)


@describe.register
def _looked_at(event: ev.LookedAt, seats: _Seats) -> _Told:
    seat, spot = event
    return did(
        seats,
        seat,
        f"looked at {whose(seats, spot, seat, IN_LINE)}",
        f"looked at {whose(seats, spot, seat)}.",
        brief=f"saw {'own' if spot.seat == seat else 'another'} card {spot.place + 1}",
        looked=(spot,),
    )


@describe.register
def _traded(event: ev.Traded, seats: _Seats) -> _Told:
    seat, own, other = event
    short = whose(seats, own, seat, IN_LINE), whose(seats, other, limit=IN_LINE)
    return did(
        seats,
        seat,
        f"traded {' for '.join(short)}",
        f"traded {whose(seats, own, seat)} for {whose(seats, other)}.",
        brief=f"traded {own.place + 1} for {other.place + 1}",
        changed=(own, other),
    )


@describe.register(ev.Locked)
@describe.register(ev.Unlocked)
def _locked(event: ev.Locked | ev.Unlocked, seats: _Seats) -> _Told:
    seat, spot = event
    verb = "locked" if isinstance(event, ev.Locked) else "unlocked"
    return did(
        seats,
        seat,
        f"{verb} {whose(seats, spot, seat, IN_LINE)}",
        f"{verb} {whose(seats, spot, seat)}.",
        brief=f"{verb} card {spot.place + 1}",
        changed=(spot,),
    )


@describe.register
def _declined(event: ev.Declined, seats: _Seats) -> _Told:
    line = "left its power unused."
    return did(seats, event.seat, "didn't use its power", line, brief="didn't use it")


@describe.register
def _called(event: ev.Called, seats: _Seats) -> _Told:
    line = "called **Kabobo!** Everyone else has one last turn."
    return did(seats, event.seat, "called “Kabobo!”", line, brief="called Kabobo!")


@describe.register
def _match_ended(event: ev.MatchEnded, seats: _Seats) -> _Told:
    if event.handle:
        verbs = "wins the handle and the match", "share the handle and the win"
        winners = won(seats, event.ranks, IN_LINE, *verbs)
        return Description(f"{winners}, with {PIECES} of {PIECES} pieces!")
    pieces = event.pieces[event.ranks.index(1)]
    return Description(f"{won(seats, event.ranks)} with {pieces} of {PIECES} pieces!")
