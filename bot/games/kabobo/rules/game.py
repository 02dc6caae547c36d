"""Kabobo! as a :class:`bot.game.contract.Game`, for the registry."""

from typing import Final

from bot.game.contract import Outcome, Scoring, Step, check_seats
from bot.game.deck import Chance
from bot.game.standing import totals
from bot.games.kabobo.rules import dealing
from bot.games.kabobo.rules.actions import parse_action
from bot.games.kabobo.rules.facts import FACTS, LABELS
from bot.games.kabobo.rules.knowledge import count_cards, permute_unknown, view
from bot.games.kabobo.rules.moves import apply, check, legal, stage, to_act
from bot.games.kabobo.rules.options import KaboboOptions
from bot.games.kabobo.rules.scores import ranks
from bot.games.kabobo.rules.state import SEATS, Phase, State

__all__ = ["KABOBO", "Kabobo"]


class Kabobo:
    """The rules of Kabobo!; see :class:`bot.game.contract.Game`."""

    name = "kabobo"
    title = "Kabobo!"
    seats = SEATS
    scoring = Scoring(best="highest", totals_compare=False)
    lists_all = True
    divide = None
    fact_labels = LABELS
    options = KaboboOptions

    def new(self, options: KaboboOptions, seats: int, chance: Chance) -> Step[State]:
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
        """Return the ranks and points once the game is over (B4.2, B4.3)."""
        if state.phase is not Phase.OVER:
            return None
        handle = state.results[-1].handle
        reason = "the handle is won" if handle else "all rounds played"
        scores = totals(state.setup.seats, state.results)
        placed = ranks(state.pieces, scores, handle)
        return Outcome(reason, placed, scores, tuple(r.points for r in state.results))


KABOBO: Final = Kabobo()
"""Kabobo!, for the registry."""
