"""Kabobo! for the registry: its moves by phase, whose turn it is, and the end of a match."""

from collections.abc import Mapping
from typing import Final

from bot.game.contract import (
    IllegalActionError,
    Scoring,
    Seat,
    Step,
    Viewer,
    not_your_turn,
)
from bot.game.moves import Move
from bot.game.rounds import Change, RoundGame, Setup, at_places, sole
from bot.games.kabobo.rules import actions as act
from bot.games.kabobo.rules import moves
from bot.games.kabobo.rules.cards import PLACES
from bot.games.kabobo.rules.events import FACTS, LABELS
from bot.games.kabobo.rules.options import SEATS, KaboboOptions
from bot.games.kabobo.rules.scoring import ranks
from bot.games.kabobo.rules.state import State, deal, slots, view
from bot.games.kabobo.rules.view import Phase, View

_WANTED: Final[Mapping[Phase, tuple[str, str]]] = {
    Phase.PEEK: ("B1.2", "First look at two of your cards."),
    Phase.TURN: ("B2.1", "Take the top discard, draw a card, or call “Kabobo!”."),
    Phase.DRAWN: ("B2.2", "Keep the card you drew, or discard it."),
    Phase.POWER: ("B2.3", "Use the power of the card you discarded, or leave it."),
    Phase.SCORED: ("B4.1", "The round is over. Go on to the next one."),
    Phase.OVER: ("B4.3", "The match is over."),
}
"""The errors for actions of another phase."""

_POWERS: Final = (act.Check, act.Look, act.Trade, act.Lock, act.Unlock)


class Kabobo(RoundGame[State, View]):
    """The rules of Kabobo!; see :class:`bot.game.contract.Game`."""

    name = "kabobo"
    title = "Kabobo!"
    seats = SEATS
    scoring = Scoring(best="highest", totals_rank=False, totals_compare=False)
    fact_labels = LABELS
    facts = FACTS
    options = KaboboOptions
    wanted = _WANTED
    turn_rule = "B1.4"
    moves = (
        Move(Phase.PEEK, (act.Peek,), moves.peeks, moves.peek, moves.verify_peek),
        at_places(Phase.TURN, act.TakeDiscard, PLACES, moves.take_discard),
        sole(Phase.TURN, act.Draw, moves.draw),
        sole(Phase.TURN, act.Call, moves.call, moves.verify_call),
        at_places(Phase.DRAWN, act.Keep, PLACES, moves.keep),
        sole(Phase.DRAWN, act.Season, moves.season),
        Move(Phase.POWER, _POWERS, moves.uses, moves.use, moves.verify_use),
        sole(Phase.POWER, act.Decline, moves.decline),
    )

    def deal(self, setup: Setup[KaboboOptions], before: State | None) -> Step[State]:
        """Deal a round (section 1)."""
        return deal(setup, before)

    def view(self, state: State, viewer: Viewer) -> View:
        """Return what the viewer may know (section 5)."""
        return view(state, viewer)

    def slots(self, state: State, change: Change) -> State:
        """Return the state with other cards in its places."""
        return slots(state, change)

    def to_act(self, state: State) -> frozenset[Seat]:
        """Return the seats that still peek, the one to move, or all in a pause."""
        if state.phase is Phase.PEEK:
            return frozenset(range(state.setup.seats)) - state.peeked
        return super().to_act(state)

    def unwanted(self, state: State) -> IllegalActionError:
        """Return the error for an action of another phase; the handle ends a match by B4.2."""
        rule, sentence = self.wanted[state.phase]
        won = state.phase is Phase.OVER and state.results[-1].handle
        return IllegalActionError("B4.2" if won else rule, sentence)

    def out_of_turn(self, state: State) -> IllegalActionError:
        """Return the error for a seat that has to wait, also for others to peek."""
        if state.phase is Phase.PEEK:
            return not_your_turn("B1.2", "you've already looked at two of your cards")
        return super().out_of_turn(state)

    def apply(self, state: State, seat: Seat, action: object) -> Step[State]:
        """Return what a legal action leads to; what the seat saw before it is no longer fresh."""
        return super().apply(moves.unfresh(state, seat), seat, action)

    def most_rounds(self, options: KaboboOptions) -> int:
        """Return the limit of rounds: the handle may end a match before."""
        return options.max_rounds

    def match_ranks(self, state: State) -> tuple[int, ...]:
        """Return the ranks by handle, pieces and points (B4.2, B4.3)."""
        return ranks(state.pieces, state.totals, state.results[-1].handle)

    def why_over(self, state: State) -> str:
        """Return whether the handle has ended the match."""
        return "the handle is won" if state.results[-1].handle else self.ended


KABOBO: Final = Kabobo()
"""Kabobo!, for the registry."""
