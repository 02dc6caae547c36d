"""The table of moves of Kapow!."""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from itertools import combinations, starmap
from typing import Final, TypeVar

from bot.game.contract import IllegalActionError, Seat, Stage, Step, not_your_turn
from bot.game.moves import Move, Moves, next_round
from bot.games.kapow.rules import dealing, play
from bot.games.kapow.rules.actions import (
    Discard,
    EndTurn,
    Pile,
    PlaceAction,
    PutBeneath,
    PutOnTop,
    Replace,
    Reveal,
    Swap,
    Take,
)
from bot.games.kapow.rules.cards import Place
from bot.games.kapow.rules.draft import Draft
from bot.games.kapow.rules.kapow_step import check_swap, swap
from bot.games.kapow.rules.placing import plays
from bot.games.kapow.rules.state import SEATS, Phase, State
from bot.games.kapow.rules.swaps import offers
from bot.games.kapow.rules.triads import places_face_down
from bot.games.kapow.rules.turns import end_turn

__all__ = ["apply", "check", "legal", "stage", "to_act"]

A = TypeVar("A")

_WANTED: Final[Mapping[Phase, tuple[str, str]]] = {
    Phase.OPENING: ("K3.1", "First turn up two of your cards."),
    Phase.TAKE: ("K3.2", "Take a card from the draw pile or the discard pile."),
    Phase.PLAY: ("K3.3", "Play the card you took."),
    Phase.KAPOW: ("K4.6", "Swap a KAPOW! card or end your turn."),
    Phase.SCORED: ("K2.4", "The round is over. Go on to the next one."),
    Phase.OVER: ("K6.6", "The match is over."),
}
"""The errors for actions of another phase."""


# Created once, since this takes longer than most rules, and every action needs them.
_ONE: Final = tuple(frozenset((seat,)) for seat in range(SEATS[-1]))
_NOBODY: Final[frozenset[Seat]] = frozenset()
_SCORED, _OVER = Phase.SCORED, Phase.OVER
_DRAW: Final = (Take(Pile.DRAW),)
_PICK_UP: Final = (Take(Pile.DISCARD),)
_DISCARD: Final = (Discard(),)
_END: Final = (EndTurn(),)


def to_act(state: State) -> frozenset[Seat]:
    """Return the seats that may act: the one to move, or all after a round."""
    if state.phase is _SCORED:
        return frozenset(range(state.setup.seats))
    return _NOBODY if state.phase is _OVER else _ONE[state.to_move]


def stage(state: State) -> Stage:
    """Return the stage; the scoring of a round counts as a turn."""
    return Stage(
        round=state.number,
        rounds=state.setup.options.rounds,
        turn=state.turn + len(state.results),
        paused=state.phase is Phase.SCORED,
    )


def _reveals(state: State, seat: Seat) -> Sequence[Reveal]:
    return _pairs(tuple(places_face_down(state.hands[seat])))


@cache
def _pairs(places: Sequence[Place]) -> Sequence[Reveal]:
    return tuple(starmap(Reveal, combinations(places, 2)))


def _takes(state: State, _seat: Seat) -> Sequence[Take]:
    draws = _DRAW if play.may_draw(state) else ()
    return draws + _PICK_UP if state.discard_pile else draws


def _discards(state: State, _seat: Seat) -> Sequence[Discard]:
    return _DISCARD if play.may_discard(state) else ()


def _plays(state: State, seat: Seat) -> Sequence[PlaceAction]:
    return plays(state.hands[seat], play.taken(state))


def _swaps(state: State, seat: Seat) -> Sequence[Swap]:
    return offers(state.hands[seat])


def _on_a_draft(change: Callable[[Draft, A], None]) -> Callable[[State, Seat, A], Step[State]]:
    """Adapt a rule that changes a draft to the signature of ``Move.carry_out``."""

    def carry_out(state: State, _seat: Seat, action: A) -> Step[State]:
        draft = Draft(state)
        change(draft, action)
        return draft.freeze()

    return carry_out


_MOVES: Final = Moves[State](
    (
        Move(Phase.OPENING, (Reveal,), _reveals, _on_a_draft(play.reveal), play.check_reveal),
        Move(Phase.TAKE, (Take,), _takes, _on_a_draft(play.take), play.check_take),
        Move(Phase.PLAY, (Discard,), _discards, _on_a_draft(play.discard), play.check_discard),
        Move(
            Phase.PLAY,
            (Replace, PutOnTop, PutBeneath),
            _plays,
            _on_a_draft(play.place),
            play.check_place,
        ),
        Move(Phase.KAPOW, (Swap,), _swaps, _on_a_draft(swap), check_swap),
        Move(Phase.KAPOW, (EndTurn,), lambda _, __: _END, _on_a_draft(end_turn)),
        next_round(Phase.SCORED, dealing.next_round),
    ),
    to_act=to_act,
    wanted=lambda state: IllegalActionError(*_WANTED[state.phase]),
    out_of_turn=lambda _: not_your_turn("K2.5"),
)

legal: Final = _MOVES.legal
check: Final = _MOVES.check
apply: Final = _MOVES.apply
