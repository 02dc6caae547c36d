"""The arithmetic of a scored game: cards won, and Hot Sauce (P4.2, P5.1)."""

from collections import Counter
from collections.abc import Sequence

from bot.face.fonts import MINUS
from bot.face.numbers import number
from bot.game.contract import Seat
from bot.games.chowpow.face.labels import TIMES
from bot.games.chowpow.rules.cards import Card, total
from bot.games.chowpow.rules.scores import RoundResult, ranks
from bot.games.chowpow.rules.view import View

__all__ = ["cards_won", "drawn_words", "points_of", "standing", "sum_of"]


def cards_won(view: View) -> tuple[int, ...]:
    """Return how many cards each seat has won in all games; this breaks ties (P4.2)."""
    return tuple(
        sum(len(result.won[seat]) for result in view.results) for seat in range(view.seats)
    )


def standing(view: View) -> tuple[int, ...]:
    """Return each seat's rank after the games scored so far (P4.2)."""
    return ranks(view.totals, cards_won(view), view.drawn or ((),) * view.seats)


def sum_of(cards: Sequence[Card]) -> str:
    """Write out the points of cards, grouped by number, with the sum."""
    found = sorted(Counter(card.number for card in cards).items(), reverse=True)
    terms = [f"{count} {TIMES} {value}" if count > 1 else str(value) for value, count in found]
    if len(cards) <= 1:
        return "".join(terms) or "0"
    return f"{' + '.join(terms)} = {total(cards)}"


def points_of(result: RoundResult, seat: Seat) -> str:
    """Write out a seat's points; with Hot Sauce, cards left are subtracted."""
    won = total(result.won[seat])
    if not result.hot_sauce:
        return str(won)
    left = total(result.left[seat])
    return f"{won} {MINUS} {left} = {number(won - left)}"


def drawn_words(view: View, seat: Seat) -> str:
    """Return the cards that a seat drew to break a tie; empty if there was no draw (P4.2)."""
    drawn = view.drawn[seat] if view.drawn else ()
    return f"drew {' '.join(map(str, drawn))}" if drawn else ""
