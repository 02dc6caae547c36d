"""CAP-IT as a :class:`bot.game.contract.Game`, for the registry."""

from typing import Final

from bot.game.contract import Outcome, Scoring, Step, check_seats
from bot.game.deck import Chance
from bot.game.standing import totals
from bot.games.capit.rules import dealing
from bot.games.capit.rules.actions import TITLE, parse_action
from bot.games.capit.rules.facts import FACTS, LABELS
from bot.games.capit.rules.knowledge import count_cards, permute_unknown, view
from bot.games.capit.rules.moves import apply, check, legal, stage, to_act
from bot.games.capit.rules.options import CapitOptions
from bot.games.capit.rules.scores import ranks
from bot.games.capit.rules.stakes import PART, divide
from bot.games.capit.rules.state import SEATS, Phase, State

__all__ = ["CAPIT", "Capit"]


class Capit:
    """The rules of CAP-IT; see :class:`bot.game.contract.Game`."""

    name = "capit"
    title = TITLE
    seats = SEATS
    scoring = Scoring(best="lowest", totals_compare=True, least_pot=PART)
    lists_all = False
    divide = staticmethod(divide)
    fact_labels = LABELS
    options = CapitOptions

    def new(self, options: CapitOptions, seats: int, chance: Chance) -> Step[State]:
        """Deal the first round (section 1)."""
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
        """Return the ranks and points once the match is over (C5.3)."""
        if state.phase is not Phase.OVER:
            return None
        scores = totals(state.setup.seats, state.results)
        rounds = tuple(result.points for result in state.results)
        return Outcome("all rounds played", ranks(scores), scores, rounds)


CAPIT: Final = Capit()
"""CAP-IT, for the registry."""
