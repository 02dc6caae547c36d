"""CAP-IT for the registry: its moves by phase, the end of a match, and chips (section 6)."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from bot.game.contract import Pot, Scoring, Seat, Share, Step, Viewer
from bot.game.moves import Move
from bot.game.rounds import Change, RoundGame, Setup
from bot.game.scoring import split
from bot.games.capit.rules import actions as act
from bot.games.capit.rules import moves
from bot.games.capit.rules.events import FACTS, LABELS
from bot.games.capit.rules.options import SEATS, CapitOptions
from bot.games.capit.rules.state import State, deal, slots, view
from bot.games.capit.rules.view import Phase, View

_PART: Final = 10
"""The lowest score of a round wins a tenth of the starting pot (C6.2)."""

_WANTED: Final[Mapping[Phase, tuple[str, str]]] = {
    Phase.DRAW: ("C3.1", "First get a card: take the top discard, push, or draw."),
    Phase.PLAY: ("C4.5", "You already have your card. Lay what you like, then discard a card."),
    Phase.SCORED: ("C1.3", "The round is over. Go on to the next one."),
    Phase.OVER: ("C5.3", "The match is over."),
}
"""The errors for actions of another phase."""


def divide(state: State, pot: Pot) -> Sequence[Share]:
    """Return the shares of the rounds, and of the match once it is over (C6.2).

    Only scores of seats that have put in chips are compared.
    """
    shares = [Share(result.round, _of_round(state, result.points, pot)) for result in state.results]
    if state.phase is Phase.OVER:
        left = pot.chips - sum(sum(share.chips) for share in shares)
        shares.append(Share(None, _of_match(state, left, pot)))
    return shares


def _of_round(state: State, points: Sequence[int], pot: Pot) -> tuple[int, ...]:
    """Return each seat's share of a round; ties split it, a remainder stays in the pot (C6.3)."""
    lowest = _lowest(points, pot.seats)
    return split(pot.chips // _PART // len(lowest) * len(lowest), lowest, state.setup.seats)


def _of_match(state: State, left: int, pot: Pot) -> tuple[int, ...]:
    """Return each seat's share of the rest; odd chips go from the last dealer's left (C6.3)."""
    seats = state.setup.seats
    from_left = sorted(pot.seats, key=lambda seat: (seat - state.dealer - 1) % seats)
    return split(left, _lowest(state.totals, from_left), seats)


def _lowest(scores: Sequence[int], seats: Iterable[Seat]) -> Sequence[Seat]:
    among = tuple(seats)
    best = min(scores[seat] for seat in among)
    return [seat for seat in among if scores[seat] == best]


class Capit(RoundGame[State, View]):
    """The rules of CAP-IT; see :class:`bot.game.contract.Game`."""

    name = "capit"
    title = act.TITLE
    seats = SEATS
    scoring = Scoring(best="lowest", totals_rank=True, totals_compare=True, least_pot=_PART)
    lists_all = False
    fact_labels = LABELS
    facts = FACTS
    options = CapitOptions
    wanted = _WANTED
    turn_rule = "C1.3"
    moves = (
        Move(
            Phase.DRAW,
            (act.TakeDiscard, act.Push, act.Draw),
            moves.drawings,
            moves.begin,
            moves.verify_draw,
        ),
        Move(
            Phase.PLAY,
            (act.LayContract,),
            moves.contracts,
            moves.lay_contract,
            moves.verify_contract,
        ),
        Move(Phase.PLAY, (act.LayMeld,), moves.new_melds, moves.lay, moves.verify_lay),
        Move(Phase.PLAY, (act.LayOff, act.LayOffs), moves.lay_offs, moves.lay, moves.verify_lay),
        Move(Phase.PLAY, (act.Swap,), moves.swaps, moves.swap, moves.verify_swap),
        Move(Phase.PLAY, (act.Discard,), moves.discards, moves.discard, moves.verify_discard),
    )
    divide = staticmethod(divide)

    def deal(self, setup: Setup[CapitOptions], before: State | None) -> Step[State]:
        """Deal a round (section 1)."""
        return deal(setup, before)

    def view(self, state: State, viewer: Viewer) -> View:
        """Return what the viewer may know."""
        return view(state, viewer)

    def slots(self, state: State, change: Change) -> State:
        """Return the state with other cards in its places."""
        return slots(state, change)

    def most_rounds(self, options: CapitOptions) -> int:
        """Return the number of rounds."""
        return options.rounds


CAPIT: Final = Capit()
"""CAP-IT, for the registry."""
