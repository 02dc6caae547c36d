"""Chow Pow! as a :class:`bot.game.contract.Game`, for the registry."""

from typing import Final

from bot.game.contract import Outcome, Scoring, Step, check_seats
from bot.game.deck import Chance
from bot.game.standing import totals
from bot.games.chowpow.rules import dealing
from bot.games.chowpow.rules.actions import parse_action
from bot.games.chowpow.rules.endings import match_ranks
from bot.games.chowpow.rules.facts import FACTS, LABELS
from bot.games.chowpow.rules.knowledge import count_cards, permute_unknown, view
from bot.games.chowpow.rules.moves import apply, check, legal, stage, to_act
from bot.games.chowpow.rules.options import ChowpowOptions
from bot.games.chowpow.rules.scores import End
from bot.games.chowpow.rules.state import SEATS, Phase, State

__all__ = ["CHOWPOW", "Chowpow"]


class Chowpow:
    """The rules of Chow Pow!; see :class:`bot.game.contract.Game`."""

    name = "chowpow"
    title = "Chow Pow!"
    seats = SEATS
    # Totals do not compare: ties are broken, and options and decks change the points.
    scoring = Scoring(best="highest", totals_compare=False)
    lists_all = False
    divide = None
    fact_labels = LABELS
    options = ChowpowOptions

    def new(self, options: ChowpowOptions, seats: int, chance: Chance) -> Step[State]:
        """Deal the first game (section 1)."""
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
        """Return the ranks and points once the match is over (P4.2, P5.2)."""
        if state.phase is not Phase.OVER:
            return None
        reasons = {End.DECK: "the deck is empty", End.TURNS: "all turns played"}
        scores = totals(state.setup.seats, state.results)
        rounds = tuple(result.points for result in state.results)
        return Outcome(reasons[state.results[-1].end], match_ranks(state), scores, rounds)


CHOWPOW: Final = Chowpow()
"""Chow Pow!, for the registry."""
