"""What is told of each public event: in the log, in its turn's sentence, and in the picture."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from bot.face.face import SeatSign
from bot.face.markdown import number
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
from bot.games.kapow.face.labels import (
    a_card,
    card_label,
    card_words,
    place_words,
    position_label,
    position_words,
)
from bot.games.kapow.rules import view as ev
from bot.games.kapow.rules.cards import Card, Place
from bot.games.kapow.rules.view import RoundReason

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
