"""The table of all recipes, with those marked that a player's known cards make."""

from collections.abc import Iterator
from typing import Final

from bot.face.screen import Button, Focus
from bot.face.step import BACK, Step
from bot.game.contract import Seat
from bot.games.kabobo.face.worth import known_cards, sure
from bot.games.kabobo.rules.cards import JOKER_POINTS, Spot
from bot.games.kabobo.rules.scoring import FIFTEEN, SHORTEST_RUN, Recipe
from bot.games.kabobo.rules.view import View

__all__ = ["RECIPES", "recipes_step"]

_FOCUS: Final = "recipes"
"""The focus of the table."""

RECIPES: Final = Button("Recipes", Focus(_FOCUS))
"""The button to the table."""

_MADE_OF: Final = {
    Recipe.MATCH: "2, 3 or 4 cards of one value. Points: their sum.",
    Recipe.RUN: f"{SHORTEST_RUN} or 4 values in a row, ace low. Points: their sum.",
    Recipe.FIFTEEN: f"cards that add up to {FIFTEEN}. Points: {FIFTEEN}.",
    Recipe.FLUSH: "all 4 cards of one suit. Points: their sum.",
    Recipe.KABOBO: f"fits no other recipe. Points: {JOKER_POINTS} each.",
}
_NAMES: Final = {Recipe.KABOBO: "Joker"}


def recipes_step(view: View, seat: Seat, focus: str) -> Step[Spot] | None:
    """Return the table of recipes if the focus asks for it."""
    if focus != _FOCUS:
        return None
    head = "**The recipes.** Each counts once; a card counts in all that it fits."
    # The empty line at the end keeps the next line out of the list.
    return Step("\n".join((head, *_table(view, seat), "")), {}, ((BACK,),))


def _table(view: View, seat: Seat) -> Iterator[str]:
    """Yield a line for each recipe; those that the known cards make have a tick and points."""
    made = sure(known_cards(view.hands[seat])).recipes
    for recipe, words in _MADE_OF.items():
        points = sum(scored.points for scored in made if scored.recipe is recipe)
        name = _NAMES.get(recipe, recipe.value.capitalize())
        tick = f" \N{HEAVY CHECK MARK} {points}" if points else ""
        yield f"- **{name}{tick}** · {words}"
