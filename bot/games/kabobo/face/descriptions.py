"""What is told of each public event, in the log, in a turn's sentence and in the picture."""

from collections.abc import Iterator, Sequence
from typing import TypeAlias

from bot.face.face import SeatSign
from bot.face.markdown import IN_LINE
from bot.face.phrases import (
    Description,
    LastPlay,
    Phrase,
    TurnPhrase,
    bold,
    did,
    last_turn,
    of_round,
    won,
)
from bot.game.rounds import Declined, Drew, TurnStarted
from bot.games.kabobo.face.labels import a_card, card_words, place_words, whose
from bot.games.kabobo.rules import view as ev
from bot.games.kabobo.rules.cards import Card, Spot
from bot.games.kabobo.rules.view import PIECES

_Seats: TypeAlias = Sequence[SeatSign]
_Told: TypeAlias = Description[Card, Spot]


def phrases(events: Sequence[object], seats: _Seats) -> Iterator[TurnPhrase]:
    """Yield what happened in a turn; a drawn card is named once it has been discarded."""
    peeks = [event for event in events if isinstance(event, ev.Peeked)]
    if len(peeks) > 1:
        yield f"{len(peeks)} players looked at two of their cards."
    shown = next((event.card for event in events if isinstance(event, ev.Seasoned)), None)
    for event in events:
        if isinstance(event, Drew) and shown is not None:
            yield Phrase(event.seat, f"drew the {card_words(shown)}")
        elif len(peeks) <= 1 or not isinstance(event, ev.Peeked):
            yield from describe(event, seats).phrases


def last_play(events: Sequence[object], seats: _Seats) -> LastPlay[Card] | None:
    """Return what the last turn did; a card discarded for its power stays beside what that did."""
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


def describe(event: object, seats: _Seats) -> _Told:  # noqa: PLR0911 - an event each
    """Return all that people are told of an event."""
    match event:
        case ev.RoundStarted(round_, starter, card):
            begins = f"**Round {round_}** begins."
            starts = f"{bold(seats, starter)} starts, with {a_card(card)} on the discard pile."
            return Description(f"{begins} {starts}", (begins,))
        case ev.Peeked(seat, places):
            first, second = map(place_words, places)
            spots = tuple(Spot(seat, place) for place in places)
            line = f"looked at their {first} and {second} cards."
            return did(seats, seat, "looked at two of their cards", line, looked=spots)
        case ev.TookDiscard(seat, place, card, old):
            new, gone, where = card_words(card), card_words(old), place_words(place)
            words = f"took the {new} as their {where} card instead of the {gone}"
            line = f"took the {new} from the discard pile as their {where} card"
            brief, changed = f"took it as card {place + 1}", (Spot(seat, place),)
            line = f"{line} and discarded the {gone}."
            return did(seats, seat, words, line, brief=brief, card=card, changed=changed)
        case Drew(seat):
            drew = "drew a card"
            return Description("", (Phrase(seat, drew),), LastPlay(seat, drew))
        case ev.Kept(seat, place, old):
            where, gone = place_words(place), card_words(old)
            words = f"kept it as their {where} card instead of the {gone}"
            line = f"kept a card from the draw pile as their {where} card and discarded the {gone}."
            brief, changed = f"new card {place + 1}", (Spot(seat, place),)
            return did(seats, seat, words, line, brief=brief, card=old, changed=changed)
        case ev.Seasoned(seat, card, has_power):
            nothing = "" if has_power else " It does nothing."
            line, brief = f"drew and discarded the {card_words(card)}.{nothing}", "discarded it"
            return did(seats, seat, brief, line, brief=brief, card=card)
        case ev.Called(seat):
            line = "called **Kabobo!** Everyone else has one last turn."
            return did(seats, seat, "called “Kabobo!”", line, brief="called Kabobo!")
        case ev.MatchEnded(ranks, _, handle) if handle:
            verbs = "wins the handle and the match", "share the handle and the win"
            winners = won(seats, ranks, IN_LINE, *verbs)
            return Description(f"{winners}, with {PIECES} of {PIECES} pieces!")
        case ev.MatchEnded(ranks, pieces):
            most = pieces[ranks.index(1)]
            return Description(f"{won(seats, ranks)} with {most} of {PIECES} pieces!")
    return _describe_power(event, seats)


def _describe_power(event: object, seats: _Seats) -> _Told:
    match event:
        case ev.LookedAt(seat, spot):
            words = f"looked at {whose(seats, spot, seat, IN_LINE)}"
            line = f"looked at {whose(seats, spot, seat)}."
            brief = f"saw {'own' if spot.seat == seat else 'another'} card {spot.place + 1}"
            return did(seats, seat, words, line, brief=brief, looked=(spot,))
        case ev.Locked(seat, spot) | ev.Unlocked(seat, spot):
            verb = "locked" if isinstance(event, ev.Locked) else "unlocked"
            words = f"{verb} {whose(seats, spot, seat, IN_LINE)}"
            line = f"{verb} {whose(seats, spot, seat)}."
            brief = f"{verb} card {spot.place + 1}"
            return did(seats, seat, words, line, brief=brief, changed=(spot,))
        case ev.Traded(seat, own, other):
            short = whose(seats, own, seat, IN_LINE), whose(seats, other, limit=IN_LINE)
            words = f"traded {' for '.join(short)}"
            line = f"traded {whose(seats, own, seat)} for {whose(seats, other)}."
            brief = f"traded {own.place + 1} for {other.place + 1}"
            return did(seats, seat, words, line, brief=brief, changed=(own, other))
        case Declined(seat):
            line = "left its power unused."
            return did(seats, seat, "didn't use its power", line, brief="didn't use it")
    return of_round(event, seats)
