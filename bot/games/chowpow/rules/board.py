"""Battles against the board, for which the left neighbour flips (P3.5, P3.7, P7.4)."""

from dataclasses import replace

from bot.game.contract import IllegalActionError, Seat, Step
from bot.games.chowpow.rules.actions import BattleBoard, Counter, Flip
from bot.games.chowpow.rules.cards import Card, match
from bot.games.chowpow.rules.chow import check_flippable, flippable, turned_up
from bot.games.chowpow.rules.events import BoardAttacked, BoardEnded, Countered, Flipped
from bot.games.chowpow.rules.grid import put, top
from bot.games.chowpow.rules.hands import check_held, without_cards
from bot.games.chowpow.rules.refilling import refill, shuffle_back
from bot.games.chowpow.rules.sides import Battle, strength
from bot.games.chowpow.rules.state import Phase, State
from bot.games.chowpow.rules.turns import end_turn, targets, then
from bot.games.chowpow.rules.winning import battle_of, won_by

__all__ = [
    "battle_board",
    "board_counter",
    "board_flip",
    "check_battle_board",
    "check_board_flip",
    "end_with_board",
    "left_of",
]


def left_of(state: State) -> Seat:
    """Return the left neighbour of the seat to move, who flips for the board."""
    return (state.to_move + 1) % state.setup.seats


def check_battle_board(state: State, seat: Seat, action: BattleBoard) -> None:
    """Raise :class:`IllegalActionError` unless a card may be laid against the board (P3.5)."""
    check_held(state.hands[seat], [action.card], "P3.5")
    if targets([len(hand) for hand in state.hands], seat):
        raise IllegalActionError(
            "P3.5", ("You can battle the board only when no opponent has cards.")
        )


def battle_board(state: State, seat: Seat, action: BattleBoard) -> Step[State]:
    """Lay one card against the board, when no opponent has cards (P3.5)."""
    after = replace(
        without_cards(state, seat, [action.card]),
        phase=Phase.BOARD,
        battle=Battle(seat, None, (action.card,)),
    )
    return Step(after, (BoardAttacked(seat, left_of(state), action.card),))


def check_board_flip(state: State, _seat: Seat, action: Flip) -> None:
    """Raise :class:`IllegalActionError` unless a slot can be flipped for the board (P7.4)."""
    check_flippable(state.grid, battle_of(state).flipped, action.slot, "P7.4")


def board_flip(state: State, seat: Seat, action: Flip) -> Step[State]:
    """Flip a slot for the board: the first card counts, later ones if they match it (P3.5)."""
    battle, slot = battle_of(state), action.slot
    card = top(state.grid, slot)
    grid = turned_up(state.grid, slot)
    battle = replace(battle, flipped=(*battle.flipped, slot))
    if not battle.defence or match(battle.defence[0], card):
        grid = put(grid, slot, grid[slot.place][1:])
        battle = replace(battle, defence=(*battle.defence, card))
    flipped = Flipped(seat, slot, card)
    after = replace(state, grid=grid, battle=battle, flips=(*state.flips, flipped))
    return then(Step(after, (flipped,)), _contest(after))


def board_counter(state: State, seat: Seat, action: Counter) -> Step[State]:
    """Add a card; then another slot is flipped, if there is one (P3.5, P3.7)."""
    battle = battle_of(state)
    battle = replace(battle, attack=(*battle.attack, *action.cards))
    after = replace(without_cards(state, seat, action.cards), battle=battle)
    countered = Step(after, (Countered(seat, action.cards),))
    if flippable(after.grid, battle.flipped):
        return then(countered, Step(replace(after, phase=Phase.BOARD), ()))
    return then(countered, _contest(after))


def end_with_board(state: State) -> Step[State]:
    """End the battle: give out its cards, and refill empty slots (P3.5, P3.7)."""
    battle = battle_of(state)
    attack, board = strength(battle.attack), strength(battle.defence)
    won = None if attack == board else attack > board
    after = replace(state, battle=None)
    lost: tuple[Card, ...] = ()
    if won:
        after = won_by(after, battle.attacker, (*battle.attack, *battle.defence))
    elif won is None:
        after, lost = won_by(after, battle.attacker, battle.attack), battle.defence
    else:
        lost = (*battle.attack, *battle.defence)
    event = BoardEnded(battle.attacker, battle.attack, battle.defence, won)
    step = then(Step(after, (event,)), shuffle_back(after, lost))
    empty = [slot for slot in battle.flipped if not step.state.grid[slot.place]]
    step = then(step, refill(step.state, empty))
    return then(step, end_turn(step.state))


def _contest(state: State) -> Step[State]:
    """Let the seat counter if it is behind and has a card; else end the battle (P3.5)."""
    battle = battle_of(state)
    if battle.behind == battle.attacker and state.hands[battle.attacker]:
        return Step(replace(state, phase=Phase.COUNTER), ())
    return end_with_board(state)
