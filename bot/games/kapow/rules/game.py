"""Kapow! as a :class:`bot.game.contract.Game`, for the registry."""

from typing import Final

from bot.game.contract import Outcome, Scoring, Step, check_seats
from bot.game.deck import Chance
from bot.game.standing import totals
from bot.games.kapow.rules import dealing
from bot.games.kapow.rules.actions import parse_action
from bot.games.kapow.rules.facts import FACTS, LABELS
from bot.games.kapow.rules.knowledge import count_cards, permute_unknown, view
from bot.games.kapow.rules.moves import apply, check, legal, stage, to_act
from bot.games.kapow.rules.options import KapowOptions
from bot.games.kapow.rules.scoring import ranks
from bot.games.kapow.rules.state import SEATS, Phase, State

__all__ = ["KAPOW", "Kapow"]


class Kapow:
    """The rules of Kapow!; see :class:`bot.game.contract.Game`."""

    name = "kapow"
    title = "Kapow!"
    seats = SEATS
    scoring = Scoring(best="lowest", totals_compare=True)
    lists_all = True
    divide = None
    fact_labels = LABELS
    options = KapowOptions

    def new(self, options: KapowOptions, seats: int, chance: Chance) -> Step[State]:
        """Deal the first round (section 2)."""
        check_seats(self, seats)
        return dealing.new_match(options, seats, chance)

    to_act = staticmethod(to_act)
    stage = staticmethod(stage)
    legal = staticmethod(legal)
    check = staticmethod(check)
    apply = staticmethod(apply)
    view = staticmethod(view)
    facts = FACTS
    parse = staticmethod(parse_action)
    cards = staticmethod(count_cards)
    permute_unknown = staticmethod(permute_unknown)

    def outcome(self, state: State) -> Outcome | None:
        """Return the ranks and points once the last round is scored (K6.6)."""
        if state.phase is not Phase.OVER:
            return None
        scores = totals(state.setup.seats, state.results)
        rounds = tuple(result.points for result in state.results)
        return Outcome("all rounds played", ranks(scores), scores, rounds)


KAPOW: Final = Kapow()
"""Kapow!, for the registry."""
