"""Chow Pow! for the registry: its moves by phase, whose turn it is, and the end of a match."""

from collections.abc import Iterator
from functools import partial
from typing import ClassVar, Final

from bot.game.contract import IllegalActionError, Scoring, Seat, Stage, Step, not_your_turn
from bot.game.held import cards_of
from bot.game.moves import CarryOut, Decline, Move
from bot.game.rounds import RoundGame, replace, sole
from bot.games.chowpow.rules import actions as act, battles, turns
from bot.games.chowpow.rules.cards import flippable, pairs, takeable
from bot.games.chowpow.rules.hand import plays, singles
from bot.games.chowpow.rules.options import SEATS, ChowpowOptions
from bot.games.chowpow.rules.state import State, battle_of, pair_of, slots, targets, to_act, view
from bot.games.chowpow.rules.view import TELLS, End, Phase, View


def _flips(state: State, _seat: Seat) -> Iterator[act.Flip]:
    return map(act.Flip, flippable(state.grid, state.up))


def _pairs(state: State, _seat: Seat) -> Iterator[act.Pair]:
    return (act.Pair(*sorted(each)) for each in pairs(state.grid, state.up))


def _takes(state: State, _seat: Seat) -> Iterator[act.Take]:
    return map(act.Take, takeable(state.grid, pair_of(state)))


def _attacks(state: State, seat: Seat) -> Iterator[act.Attack]:
    whom = targets(state, seat)
    ways = plays(cards_of(state.hands[seat])) if whom else ()
    return (act.Attack(target, cards) for target in whom for cards in ways)


def _board_battles(state: State, seat: Seat) -> Iterator[act.BattleBoard]:
    cards = () if targets(state, seat) else cards_of(state.hands[seat])
    return map(act.BattleBoard, sorted(set(cards)))


def _board_flips(state: State, _seat: Seat) -> Iterator[act.Flip]:
    return map(act.Flip, flippable(state.grid, battle_of(state).flipped))


def _counters(state: State, seat: Seat) -> Iterator[act.Counter]:
    battle = battle_of(state)
    ways = singles if battle.target is None else plays
    return map(act.Counter, ways(cards_of(state.hands[seat]), battle.laid(seat)))


def _laying(
    phase: Phase, kind: type[act.Defend | act.LayDown], carry_out: CarryOut[State], rule: str
) -> Move[State]:

    def listed(state: State, seat: Seat) -> Iterator[act.Defend | act.LayDown]:
        return map(kind, plays(cards_of(state.hands[seat])))

    return Move(phase, (kind,), listed, carry_out, partial(battles.verify_play, rule=rule))


class Chowpow(RoundGame[State, View]):
    """The rules of Chow Pow!; see :class:`bot.game.contract.Game`. A game counts as a round."""

    name = "chowpow"
    title = "Chow Pow!"
    seats = SEATS
    # Totals do not compare: ties are broken, and options and decks change the points.
    scoring = Scoring(best="highest", totals_rank=False, totals_compare=False)
    lists_all = False
    tells = TELLS
    options = ChowpowOptions
    wanted: ClassVar = {
        Phase.FLIP: ("P2.1", "Flip a slot of the grid first."),
        Phase.PAIR: ("P2.2", "Choose one of the matching pairs."),
        Phase.TAKE: ("P2.3", "Take a slot next to one of the matching cards."),
        Phase.POW: ("P3.1", "Attack with your cards, or pass."),
        Phase.DEFEND: ("P3.2", "The player under attack defends first."),
        Phase.BOARD: ("P3.5", "The player on the left flips a slot for the board."),
        Phase.COUNTER: ("P3.3", "The player behind adds cards, or adds nothing."),
        Phase.BUFFET: ("P5.3", "Showdown: every player with cards lays some down in secret."),
        Phase.SCORED: ("P5.2", "The game is over. Go on to the next one."),
        Phase.OVER: ("P4.2", "The match is over."),
    }
    turn_rule = "P1.3"
    moves = (
        Move(Phase.FLIP, (act.Flip,), _flips, turns.flip, turns.verify_flip),
        Move(Phase.PAIR, (act.Pair,), _pairs, turns.pair, turns.verify_pair),
        Move(Phase.TAKE, (act.Take,), _takes, turns.take, turns.verify_take),
        Move(Phase.POW, (act.Attack,), _attacks, battles.attack, battles.verify_attack),
        Move(
            Phase.POW,
            (act.BattleBoard,),
            _board_battles,
            battles.battle_board,
            battles.verify_battle_board,
        ),
        sole(Phase.POW, act.Pass, battles.pass_turn),
        _laying(Phase.DEFEND, act.Defend, battles.defend, "P3.2"),
        Move(Phase.BOARD, (act.Flip,), _board_flips, battles.board_flip, battles.verify_board_flip),
        Move(Phase.COUNTER, (act.Counter,), _counters, battles.counter, battles.verify_counter),
        sole(Phase.COUNTER, Decline, battles.decline),
        _laying(Phase.BUFFET, act.LayDown, battles.lay_down, "P5.3"),
    )

    deal = staticmethod(turns.deal)
    view = staticmethod(view)
    slots = staticmethod(slots)
    to_act = staticmethod(to_act)
    match_ranks = staticmethod(turns.match_ranks)

    def out_of_turn(self, state: State) -> IllegalActionError:
        """Return the error for a seat that has to wait, also for others to lay cards."""
        if state.phase is Phase.BUFFET:
            why = "you've already laid your cards down, or you don't have any"
            return not_your_turn("P5.3", why)
        return super().out_of_turn(state)

    def apply(self, state: State, seat: Seat, action: object) -> Step[State]:
        """Return what an action leads to; raise :class:`IllegalActionError` unless it is legal.

        If another seat has to decide next, or at the end, a new stretch begins for the clock.
        """
        step = super().apply(state, seat, act.named(action, state.setup.options.cards))
        deciding = to_act(step.state)
        if step.state.turn == state.turn and deciding and deciding <= to_act(state):
            return step
        return Step(replace(step.state, stretch=state.stretch + 1), step.events)

    def stage(self, state: State) -> Stage:
        """Return the stage; stretches count as turns for the clock."""
        return replace(super().stage(state), turn=state.stretch)

    def revealed(self, state: State) -> State:
        """Return the state with all hands open."""
        return replace(state, opened=True)

    def most_rounds(self, options: ChowpowOptions) -> int:
        """Return the number of games."""
        return options.games

    def why_over(self, state: State) -> str:
        """Return why the last game has ended."""
        return "the deck is empty" if state.results[-1].end is End.DECK else "all turns played"


CHOWPOW: Final = Chowpow()
"""Chow Pow!, for the registry."""
