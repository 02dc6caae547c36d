"""The arithmetic of a scored kabob, and the ranks."""

from collections.abc import Sequence
from typing import Final

from bot.games.kabobo.rules.cards import Card
from bot.games.kabobo.rules.scores import ranks
from bot.games.kabobo.rules.scoring import Kabob, Recipe, Scored
from bot.games.kabobo.rules.view import View

__all__ = ["kind", "placed", "short_sum", "sum_of", "terms"]

_MATCHES: Final = {2: "pair", 3: "triple", 4: "four of a kind"}


def placed(view: View) -> tuple[int, ...]:
    """Return each seat's rank after the rounds scored so far (B4.2, B4.3)."""
    return ranks(view.pieces, view.totals, view.results[-1].handle)


def kind(scored: Scored) -> str:
    """Name a recipe: ``pair``, ``triple``, ``run``, ``fifteen``, ``flush``, ``joker``."""
    if scored.recipe is Recipe.MATCH:
        return _MATCHES[len(scored.places)]
    return "joker" if scored.recipe is Recipe.KABOBO else scored.recipe.value


def terms(cards: Sequence[Card], scored: Scored) -> str:
    """Write out a recipe: ``triple 3 + 3 + 3 = 9``, ``joker 15``."""
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
