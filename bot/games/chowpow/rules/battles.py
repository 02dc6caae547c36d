"""Battles between two seats: attack, defence and counters (section 3 of the rules)."""

from collections.abc import Sequence
from dataclasses import replace

from bot.game.contract import IllegalActionError, Seat, Step
from bot.games.chowpow.rules.actions import Attack, Counter, Decline, Defend, Pass
from bot.games.chowpow.rules.board import board_counter, end_with_board
from bot.games.chowpow.rules.cards import Card
from bot.games.chowpow.rules.events import (
    Attacked,
    BattleEnded,
    Countered,
    Declined,
    Defended,
    Passed,
)
from bot.games.chowpow.rules.hands import check_held, without_cards
from bot.games.chowpow.rules.sides import Battle, fit
from bot.games.chowpow.rules.state import Phase, State
from bot.games.chowpow.rules.turns import end_turn, targets, then
from bot.games.chowpow.rules.winning import battle_of, won_by

__all__ = [
    "attack",
    "check_attack",
    "check_counter",
    "check_defend",
    "check_play",
    "counter",
    "decline",
    "defend",
    "pass_turn",
]


def pass_turn(state: State, seat: Seat, _: Pass) -> Step[State]:
    """Skip the battle, which ends the turn (section 3)."""
    return then(Step(state, (Passed(seat),)), end_turn(state))


def check_attack(state: State, seat: Seat, action: Attack) -> None:
    """Raise :class:`IllegalActionError` unless the cards may attack that player (P3.1, P5.4)."""
    check_held(state.hands[seat], action.cards, "P3.1")
    _check_target(state, seat, action.target)
    check_play(state, seat, action.cards, "P3.1")


def attack(state: State, seat: Seat, action: Attack) -> Step[State]:
    """Attack an opponent, who has to defend (P3.1)."""
    after = replace(
        without_cards(state, seat, action.cards),
        phase=Phase.DEFEND,
        battle=Battle(seat, action.target, action.cards),
    )
    return Step(after, (Attacked(seat, action.target, action.cards),))


def check_defend(state: State, seat: Seat, action: Defend) -> None:
    """Raise :class:`IllegalActionError` unless the cards may be laid against an attack (P3.2)."""
    check_play(state, seat, action.cards, "P3.2")


def defend(state: State, seat: Seat, action: Defend) -> Step[State]:
    """Lay down at least one card against an attack (P3.2)."""
    battle = replace(battle_of(state), defence=action.cards)
    after = replace(without_cards(state, seat, action.cards), battle=battle)
    return then(Step(after, (Defended(seat, action.cards),)), _contest(after))


def check_counter(state: State, seat: Seat, action: Counter) -> None:
    """Raise :class:`IllegalActionError` unless the cards may join those laid (P3.3, P3.5)."""
    battle = battle_of(state)
    rule = "P3.5" if battle.target is None else "P3.3"
    check_play(state, seat, action.cards, rule, laid=battle.laid(seat))
    if battle.target is None and len(action.cards) > 1:
        raise IllegalActionError("P3.5", "Against the board, you add one card at a time.")


def counter(state: State, seat: Seat, action: Counter) -> Step[State]:
    """Add cards of the faction(s) already played, or wilds (P3.3, P3.5)."""
    battle = battle_of(state)
    if battle.target is None:
        return board_counter(state, seat, action)
    if seat == battle.attacker:
        battle = replace(battle, attack=(*battle.attack, *action.cards))
    else:
        battle = replace(battle, defence=(*battle.defence, *action.cards))
    after = replace(without_cards(state, seat, action.cards), battle=battle)
    return then(Step(after, (Countered(seat, action.cards),)), _contest(after))


def decline(state: State, seat: Seat, _: Decline) -> Step[State]:
    """Add nothing while behind, which ends the battle (P3.3)."""
    declined = Step(state, (Declined(seat),))
    ends = end_with_board if battle_of(state).target is None else _end
    return then(declined, ends(state))


def check_play(
    state: State, seat: Seat, cards: Sequence[Card], rule: str, laid: Sequence[Card] = ()
) -> None:
    """Raise :class:`IllegalActionError` unless a seat may add cards to those it has laid.

    ``rule`` is the number of the rule to cite.
    """
    if not cards:
        raise IllegalActionError(rule, "Lay at least one card.")
    check_held(state.hands[seat], cards, rule)
    if not fit((*laid, *cards)):
        raise IllegalActionError(
            rule, "Lay cards of one faction, or of two with a Team-Up Wild. Wilds always fit."
        )


def _check_target(state: State, seat: Seat, target: Seat) -> None:
    counts = [len(hand) for hand in state.hands]
    if target == seat or not 0 <= target < len(counts):
        raise IllegalActionError("P3.1", "Attack another player at this table.")
    if not counts[target]:
        raise IllegalActionError("P3.1", "That player doesn't have any cards.")
    own_size = state.setup.options.own_size
    if target not in targets(counts, seat, own_size=own_size):
        raise IllegalActionError("P5.4", "You can attack only an opponent with the most cards.")


def _contest(state: State) -> Step[State]:
    """Let the seat that is behind counter if it has a card; else end the battle (P3.3, P7.3).

    It is asked even if none of its cards fits: skipping it would give away its hand.
    """
    behind = battle_of(state).behind
    if behind is None or not state.hands[behind]:
        return _end(state)
    return Step(replace(state, phase=Phase.COUNTER), ())


def _end(state: State) -> Step[State]:
    """Give all cards to the winner; after a tie both sides take their own (P3.4)."""
    battle = battle_of(state)
    target, behind = battle.target, battle.behind
    if target is None:
        raise ValueError("the board is not a seat")
    cards = (*battle.attack, *battle.defence)
    if behind is None:
        after = won_by(won_by(state, battle.attacker, battle.attack), target, battle.defence)
        winner = None
    else:
        winner = target if behind == battle.attacker else battle.attacker
        after = won_by(state, winner, cards)
    event = BattleEnded(battle.attacker, target, battle.attack, battle.defence, winner)
    return then(Step(after, (event,)), end_turn(replace(after, battle=None)))
