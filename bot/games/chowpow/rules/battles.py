"""Battles between seats, against the board, and at a Battle Buffet (section 3, P5.3)."""

from collections.abc import Sequence
from typing import TypeAlias

from bot.game.contract import IllegalActionError, Seat, Step
from bot.game.deck import without
from bot.game.held import picked
from bot.game.moves import Decline
from bot.game.rounds import Declined, replace
from bot.game.slots import swapped
from bot.games.chowpow.rules import actions as act, view as ev
from bot.games.chowpow.rules.cards import Card, flippable, match, put, top, turned_up
from bot.games.chowpow.rules.hand import Battle, Hand, fit, strength, verify_held
from bot.games.chowpow.rules.state import (
    State,
    battle_of,
    left_of,
    targets,
    with_hand,
    without_cards,
    won_by,
)
from bot.games.chowpow.rules.turns import (
    end_turn,
    next_turn,
    refill,
    shuffle_back,
    verify_flippable,
)
from bot.games.chowpow.rules.view import Phase

Laying: TypeAlias = act.Attack | act.Defend | act.Counter | act.LayDown


def verify_battle_board(state: State, seat: Seat, action: act.BattleBoard) -> None:
    """Raise :class:`IllegalActionError` unless a card may be laid against the board (P3.5)."""
    verify_held(state.hands[seat], [action.card], "P3.5")
    if targets(state, seat):
        raise IllegalActionError(
            "P3.5", "You can battle the board only when no opponent has cards."
        )


def battle_board(state: State, seat: Seat, action: act.BattleBoard) -> Step[State]:
    """Lay one card against the board, when no opponent has cards (P3.5)."""
    after = replace(
        without_cards(state, seat, [action.card]),
        phase=Phase.BOARD,
        battle=Battle(seat, None, (action.card,)),
    )
    return Step(after, (ev.BoardAttacked(seat, left_of(state), action.card),))


def verify_board_flip(state: State, _seat: Seat, action: act.Flip) -> None:
    """Raise :class:`IllegalActionError` unless a slot can be flipped for the board (P7.4)."""
    verify_flippable(state.grid, battle_of(state).flipped, action.slot, "P7.4")


def board_flip(state: State, seat: Seat, action: act.Flip) -> Step[State]:
    """Flip a slot for the board: the first card counts, later ones if they match it (P3.5)."""
    battle, slot = battle_of(state), action.slot
    card = top(state.grid, slot)
    grid = turned_up(state.grid, slot)
    battle = replace(battle, flipped=(*battle.flipped, slot))
    if not battle.defence or match(battle.defence[0], card):
        grid = put(grid, slot, grid[slot.place][1:])
        battle = replace(battle, defence=(*battle.defence, card))
    flipped = ev.Flipped(seat, slot, card)
    after = replace(state, grid=grid, battle=battle, flips=(*state.flips, flipped))
    return Step(after, (flipped,)).then(_contest)


def _end_with_board(state: State) -> Step[State]:
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
    event = ev.BoardEnded(battle.attacker, battle.attack, battle.defence, won)
    step = Step(after, (event,)).then(lambda ended: shuffle_back(ended, lost))
    empty = [slot for slot in battle.flipped if not step.state.grid[slot.place]]
    return step.then(lambda ended: refill(ended, empty)).then(end_turn)


def pass_turn(state: State, seat: Seat, _: act.Pass) -> Step[State]:
    """Skip the battle, which ends the turn (section 3)."""
    return Step(state, (ev.Passed(seat),)).then(end_turn)


def verify_attack(state: State, seat: Seat, action: act.Attack) -> None:
    """Raise :class:`IllegalActionError` unless the cards may attack that player (P3.1, P5.4)."""
    verify_held(state.hands[seat], action.cards, "P3.1")
    _verify_target(state, seat, action.target)
    verify_play(state, seat, action, "P3.1")


def attack(state: State, seat: Seat, action: act.Attack) -> Step[State]:
    """Attack an opponent, who has to defend (P3.1)."""
    after = replace(
        without_cards(state, seat, action.cards),
        phase=Phase.DEFEND,
        battle=Battle(seat, action.target, action.cards),
    )
    return Step(after, (ev.Attacked(seat, action.target, action.cards),))


def defend(state: State, seat: Seat, action: act.Defend) -> Step[State]:
    """Lay down at least one card against an attack (P3.2)."""
    battle = replace(battle_of(state), defence=action.cards)
    after = replace(without_cards(state, seat, action.cards), battle=battle)
    return Step(after, (ev.Defended(seat, action.cards),)).then(_contest)


def verify_counter(state: State, seat: Seat, action: act.Counter) -> None:
    """Raise :class:`IllegalActionError` unless the cards may join those laid (P3.3, P3.5)."""
    battle = battle_of(state)
    rule = "P3.5" if battle.target is None else "P3.3"
    verify_play(state, seat, action, rule, laid=battle.laid(seat))
    if battle.target is None and len(action.cards) > 1:
        raise IllegalActionError("P3.5", "Against the board, you add one card at a time.")


def counter(state: State, seat: Seat, action: act.Counter) -> Step[State]:
    """Add cards; against the board another slot is then flipped, if there is one (P3.5, P3.7)."""
    battle = battle_of(state)
    if seat == battle.attacker:
        battle = replace(battle, attack=(*battle.attack, *action.cards))
    else:
        battle = replace(battle, defence=(*battle.defence, *action.cards))
    after = replace(without_cards(state, seat, action.cards), battle=battle)
    step = Step(after, (ev.Countered(seat, action.cards),))
    if battle.target is None and flippable(after.grid, battle.flipped):
        return Step(replace(after, phase=Phase.BOARD), step.events)
    return step.then(_contest)


def decline(state: State, seat: Seat, _: Decline) -> Step[State]:
    """Add nothing while behind, which ends the battle (P3.3)."""
    return Step(state, (Declined(seat),)).then(_end)


def verify_play(
    state: State, seat: Seat, action: Laying, rule: str, laid: Sequence[Card] = ()
) -> None:
    """Raise :class:`IllegalActionError` of this ``rule`` unless a seat may add the cards."""
    if not action.cards:
        raise IllegalActionError(rule, "Lay at least one card.")
    verify_held(state.hands[seat], action.cards, rule)
    if not fit((*laid, *action.cards)):
        raise IllegalActionError(
            rule, "Lay cards of one faction, or of two with a Team-Up Wild. Wilds always fit."
        )


def _verify_target(state: State, seat: Seat, target: Seat) -> None:
    if target == seat or not 0 <= target < state.setup.seats:
        raise IllegalActionError("P3.1", "Attack another player at this table.")
    if not state.hands[target]:
        raise IllegalActionError("P3.1", "That player doesn't have any cards.")
    if target not in targets(state, seat):
        raise IllegalActionError("P5.4", "You can attack only an opponent with the most cards.")


def _contest(state: State) -> Step[State]:
    """Let the seat that is behind counter if it has a card; else end the battle (P3.3, P3.5).

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
        return _end_with_board(state)
    cards = (*battle.attack, *battle.defence)
    if behind is None:
        after = won_by(won_by(state, battle.attacker, battle.attack), target, battle.defence)
        winner = None
    else:
        winner = target if behind == battle.attacker else battle.attacker
        after = won_by(state, winner, cards)
    event = ev.BattleEnded(battle.attacker, target, battle.attack, battle.defence, winner)
    return Step(replace(after, battle=None), (event,)).then(end_turn)


def lay_down(state: State, seat: Seat, action: act.LayDown) -> Step[State]:
    """Choose cards; once all have chosen, show them: the best takes all (P5.3)."""
    laid = picked(state.hands[seat], action.cards)
    chosen = swapped(state.chosen, seat, laid)
    left = tuple(without(state.hands[seat], laid))
    after = replace(with_hand(state, seat, left), chosen=chosen)
    step = Step(after, (ev.Chose(seat),))
    whole = [hand for hand in chosen if hand is not None]
    return step if len(whole) < len(chosen) else step.then(lambda laid: _show(laid, whole))


def _show(state: State, chosen: Sequence[Hand]) -> Step[State]:
    laid = tuple(tuple(held.card for held in hand) for hand in chosen)
    most = max(map(strength, laid))
    best = tuple(seat for seat, cards in enumerate(laid) if strength(cards) == most)
    after, lost = _given(replace(state, chosen=()), laid, best)
    step = Step(after, (ev.ShowdownEnded(laid, best),))
    return step.then(lambda ended: shuffle_back(ended, lost)).then(next_turn)


def _given(
    state: State, laid: Sequence[tuple[Card, ...]], best: Sequence[Seat]
) -> tuple[State, Sequence[Card]]:
    """Give all to a single best seat, else each its own; also return those for the deck (P5.3)."""
    if len(best) == 1:
        return won_by(state, best[0], [card for cards in laid for card in cards]), ()
    for seat in best:
        state = won_by(state, seat, laid[seat])
    return state, [card for seat, cards in enumerate(laid) if seat not in best for card in cards]
