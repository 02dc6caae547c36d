"""Words and signs: of cards, places, powers and recipes, of actions, and of each public event."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Final, TypeAlias

from bot.face import cards
from bot.face.cards import a_card, card_label, card_words
from bot.face.face import Emoji, Scene, SeatSign
from bot.face.markdown import IN_LINE, NAME_LIMIT
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
from bot.game.contract import Seat
from bot.game.moves import Decline, Draw, NextRound
from bot.game.rounds import Declined, Drew, TurnStarted
from bot.games.kabobo.rules import actions as act, view as ev
from bot.games.kabobo.rules.cards import Card, Kabob, Recipe, Scored, Spot, Suit
from bot.games.kabobo.rules.view import PIECES, Laid, View, ranks

HIDDEN: Final = "?"
LOCKED: Final = "\N{LOCK}"
"""The signs of a hidden card and of a lock."""

_PLACES: Final = ("first", "second", "third", "fourth")


card_emoji = partial(cards.card_emoji, "kabobo")


def hidden_emoji(place: int) -> str:
    """Return the name of the emoji of a hidden card, which has the number of its place."""
    return f"kabobo_hidden_{place + 1}"


def laid_emoji(laid: Laid, place: int, beside: str = "") -> Emoji:
    """Return a card's emoji; beside it stands a lock if it is locked."""
    name = hidden_emoji(place) if laid.card is None else card_emoji(laid.card)
    return Emoji(name, f"{beside} {LOCKED}".lstrip() if laid.locked else beside)


def place_words(place: int) -> str:
    """Return the name of a place, from the left: ``third``."""
    return _PLACES[place]


def whose(
    seats: Sequence[SeatSign], spot: Spot, by: Seat | None = None, limit: int = NAME_LIMIT
) -> str:
    """Name a card by its owner and place: ``Sam's third card``, ``their own third card``."""
    owner = "their own" if spot.seat == by else f"{bold(seats, spot.seat, limit)}'s"
    return f"{owner} {place_words(spot.place)} card"


def laid_words(laid: Laid) -> str:
    """Describe a card as displayed: ``face up, queen of hearts, locked``."""
    card = "" if laid.card is None else f", {card_words(laid.card)}"
    return f"face {'up' if laid.face_up else 'down'}{card}{', locked' if laid.locked else ''}"


def laid_label(laid: Laid) -> str:
    """Return the label of a card, with a lock if it is locked."""
    sign = HIDDEN if laid.card is None else card_label(laid.card)
    return f"{LOCKED}{sign}" if laid.locked else sign


POWER_NAMES: Final[Mapping[Suit, str]] = {
    Suit.SPADES: "Check",
    Suit.CLUBS: "Look",
    Suit.HEARTS: "Trade",
    Suit.DIAMONDS: "Lock or unlock",
}

POWER_PROMPTS: Final[Mapping[Suit, str]] = {
    Suit.SPADES: "**Check: pick one of your face-down cards to look at.**",
    Suit.CLUBS: "**Look: pick a face-down card of another player.**",
    Suit.HEARTS: "**Trade: pick your card to give away.**",
    Suit.DIAMONDS: "**Pick a card of yours to lock, or any card to unlock.**",
}

_WORDS: Final[Mapping[Suit, str]] = {
    Suit.SPADES: "look at one of your face-down cards",
    Suit.CLUBS: "look at a face-down card of another player",
    Suit.HEARTS: "trade one of your cards for another player's",
    Suit.DIAMONDS: "lock one of your cards or unlock any",
}


def power_words(suit: Suit | None) -> str:
    """Describe a suit's power; a joker has none."""
    return "do nothing" if suit is None else _WORDS[suit]


_MATCHES: Final = {2: "pair", 3: "triple", 4: "four of a kind"}


def placed(view: View) -> tuple[int, ...]:
    """Return each seat's rank after the rounds scored so far (B4.2, B4.3)."""
    return ranks(view.pieces, view.totals, view.results[-1].handle)


def kind(scored: Scored) -> str:
    """Name a recipe: ``pair``, ``triple``, ``run``, ``fifteen``, ``flush``, ``joker``."""
    if scored.recipe is Recipe.MATCH:
        return _MATCHES[len(scored.places)]
    return "joker" if scored.recipe is Recipe.KABOBO else scored.recipe.value


def terms(cards: Sequence[Card] | Mapping[int, Card], scored: Scored) -> str:
    """Write out a recipe by the cards in its places: ``triple 3 + 3 + 3 = 9``, ``joker 15``."""
    values = [cards[place].value for place in scored.places]
    if len(values) == 1:
        return f"{kind(scored)} {scored.points}"
    return f"{kind(scored)} {' + '.join(map(str, values))} = {scored.points}"


def sum_of(cards: Sequence[Card], kabob: Kabob) -> str:
    """Write out a kabob, recipe by recipe."""
    return "; ".join(terms(cards, scored) for scored in kabob.recipes) or "no recipe"


def short_sum(kabob: Kabob, *, named: bool) -> str:
    """Write a kabob's sum in one line: ``triple 9 + fifteen 15 = 24``, or without names."""
    points = [str(scored.points) for scored in kabob.recipes]
    if named:
        parts = zip(map(kind, kabob.recipes), points, strict=True)
        points = [f"{name} {scored}" for name, scored in parts] or ["no recipe"]
    sum_needed = len(points) > 1 or not kabob.recipes
    return f"{' + '.join(points)}{f' = {kabob.points}' * sum_needed}".removeprefix(" = ")


def proposal(scene: Scene[View], action: act.Action) -> str:  # noqa: C901, PLR0911, PLR0912 - an action each
    """Phrase an action of the viewer in the imperative."""
    view = scene.view
    match action:
        case act.Peek(first, second):
            return f"Look at your {place_words(first)} and {place_words(second)} cards"
        case act.TakeDiscard(place):
            card = card_words(view.discard_pile[0])
            return f"Take the {card} in place of your {place_words(place)} card"
        case Draw():
            return "Draw a card"
        case act.Keep(place):
            return f"Keep {_drawn(view)} in place of your {place_words(place)} card"
        case act.Season():
            return f"Discard {_drawn(view)}"
        case Decline():
            return "Leave the power unused"
        case act.Call():
            return "Call “Kabobo!”"
        case act.Check(place):
            return f"Look at your {place_words(place)} card"
        case act.Look(spot):
            return f"Look at {_spot_words(scene, spot)}"
        case act.Trade(place, spot):
            return f"Trade your {place_words(place)} card for {_spot_words(scene, spot)}"
        case act.Lock(place):
            return f"Lock your {place_words(place)} card"
        case act.Unlock(spot):
            return f"Unlock {_spot_words(scene, spot)}"
        case NextRound():
            return "Go on to the next round"


def _spot_words(scene: Scene[View], spot: Spot) -> str:
    if spot.seat == scene.view.viewer:
        return f"your {place_words(spot.place)} card"
    return whose(scene.seats, spot)


def _drawn(view: View) -> str:
    return "the card you drew" if view.drawn is None else f"the {card_words(view.drawn)}"


_Seats: TypeAlias = Sequence[SeatSign]
_Told: TypeAlias = Description[Card, Spot]


def phrases(events: Sequence[object], seats: _Seats) -> Iterator[TurnPhrase]:
    """Yield what happened in a turn; a drawn card is named once it has been discarded."""
    peeks = [event for event in events if isinstance(event, ev.Peeked)]
    shown = next((event.card for event in events if isinstance(event, ev.Seasoned)), None)
    for event in events:
        if isinstance(event, Drew) and shown is not None:
            yield Phrase(event.seat, f"drew the {card_words(shown)}")
        elif len(peeks) <= 1 or not isinstance(event, ev.Peeked):
            yield from describe(event, seats).phrases
        elif event is peeks[0]:
            yield f"{len(peeks)} players looked at two of their cards."


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
            brief, changed = f"replaced card {place + 1}", (Spot(seat, place),)
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
