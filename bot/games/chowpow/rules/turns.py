"""Dealing, turns and their Chow (section 2), and the end of games and the match (section 4)."""

from collections.abc import Sequence
from typing import Final

from bot.game.contract import IllegalActionError, Seat, Step
from bot.game.held import Held, cards_of, settled
from bot.game.rounds import MatchEnded, Setup, end_round, replace
from bot.game.slots import opening, swapped
from bot.games.chowpow.rules import view as ev
from bot.games.chowpow.rules.actions import Flip, Pair, Take
from bot.games.chowpow.rules.cards import (
    SLOTS,
    Card,
    Grid,
    GridCard,
    Slot,
    filled,
    pairs,
    put,
    takeable,
    top,
    turned_up,
)
from bot.games.chowpow.rules.options import ChowpowOptions
from bot.games.chowpow.rules.state import State, pair_of, targets, with_hand
from bot.games.chowpow.rules.view import End, Phase, RoundResult, ranks


def end_game(state: State, end: End) -> Step[State]:
    """Score the game; the last one ends the match (P4.2, P5.2)."""
    result = RoundResult(
        state.number,
        state.starter,
        end,
        won=tuple(tuple(sorted(cards)) for cards in state.won),
        left=tuple(map(cards_of, state.hands)),
        hot_sauce=state.setup.options.hot_sauce,
    )
    last = state.number >= state.setup.options.games
    scored = end_round(state, result, last=last)
    return scored.then(_end_match) if last else scored


def match_ranks(state: State) -> tuple[int, ...]:
    """Return each seat's rank over all games, after tie-breaks (P4.2, P5.2)."""
    seats = range(state.setup.seats)
    won = [sum(len(result.won[seat]) for result in state.results) for seat in seats]
    return ranks(state.totals, won, state.drawn)


def _end_match(state: State) -> Step[State]:
    """Let the seats tied for the win draw from the grid until one is ahead (P4.2, P7.6)."""
    events: list[ev.Event] = []
    state = replace(state, drawn=((),) * state.setup.seats)
    while len(tied := _first(state)) > 1 and sum(map(len, state.grid)) >= len(tied):
        for seat in tied:
            state, event = _draw(state, seat)
            events.append(event)
    return Step(state, (*events, MatchEnded(match_ranks(state), state.totals)))


def _first(state: State) -> Sequence[Seat]:
    return [seat for seat, rank in enumerate(match_ranks(state)) if rank == 1]


def _draw(state: State, seat: Seat) -> tuple[State, ev.Event]:
    """Draw the top card of a random filled slot and take it out of play (P7.6)."""
    number = 1 + sum(map(len, state.drawn))
    slots = filled(state.grid)
    slot = slots[state.setup.chance.below(state.number, f"tie-break {number}", len(slots))]
    lying, *rest = state.grid[slot.place]
    drawn = swapped(state.drawn, seat, (*state.drawn[seat], lying.card))
    after = replace(state, grid=put(state.grid, slot, tuple(rest)), drawn=drawn)
    return after, ev.DrewForTie(seat, slot, lying.card)


FLIPS: Final = 2
FLIPS_WITHOUT_CARDS: Final = 3
FEWEST_AT_A_SHOWDOWN: Final = 2


def begin_turn(state: State, seat: Seat) -> Step[State]:
    """Begin a seat's turn with its Chow; if the grid is empty, with its battle (P2.1, P2.6)."""
    wanted = FLIPS if state.hands[seat] else FLIPS_WITHOUT_CARDS
    due = min(wanted, len(filled(state.grid)))
    begun = replace(
        with_hand(state, seat, settled(state.hands[seat])),
        phase=Phase.FLIP,
        to_move=seat,
        turn=state.turn + 1,
        turns=state.turns + 1,
        due=due,
        flips=(),
        last_flips=state.flips,
        last=None if state.last is None else state.last - 1,
    )
    step = Step(begun, (ev.TurnStarted(seat, due, begun.last is not None),))
    return step if due else step.then(to_battle)


def to_battle(state: State) -> Step[State]:
    """Continue with the battle after the Chow; if none is possible, end the turn (section 3)."""
    chowed = replace(state, up=(), pair=None)
    if state.setup.options.battle_buffet or not state.hands[state.to_move]:
        return end_turn(chowed)
    if not targets(state, state.to_move) and not filled(state.grid):
        return end_turn(chowed)  # the board cannot be battled (P3.7)
    return Step(replace(chowed, phase=Phase.POW), ())


def end_turn(state: State) -> Step[State]:
    """End a turn; at a Battle Buffet a showdown may follow (P5.3, P7.8)."""
    circuit = state.turns % state.setup.seats == 0
    able = tuple(seat for seat, hand in enumerate(state.hands) if hand)
    wanted = state.setup.options.battle_buffet and (circuit or _ending(state) is not None)
    if not wanted or len(able) < FEWEST_AT_A_SHOWDOWN:
        return next_turn(state)
    chosen = tuple(None if hand else () for hand in state.hands)
    return Step(replace(state, phase=Phase.BUFFET, chosen=chosen), (ev.ShowdownStarted(able),))


def next_turn(state: State) -> Step[State]:
    """Begin the next seat's turn, or score the game (P4.1, P4.3)."""
    end = _ending(state)
    if end is not None:
        return end_game(state, end)
    return begin_turn(state, (state.to_move + 1) % state.setup.seats)


def _ending(state: State) -> End | None:
    """Return why this was the last turn of the game, None if it was not (P4.1, P7.5)."""
    if state.last == 0:
        return End.DECK
    most = state.setup.options.max_turns * state.setup.seats
    return End.TURNS if state.turns >= most else None


def refill(state: State, slots: Sequence[Slot]) -> Step[State]:
    """Put a face-down card on each slot; the last turns begin with an empty deck (P2.3, P4.1).

    The cards below are forgotten (P7.9).
    """
    able = tuple(slots[: len(state.draw_pile)])
    if not able:
        return Step(state, ())
    grid = state.grid
    for slot, card in zip(able, state.draw_pile, strict=False):
        under = (lying._replace(shown=False) for lying in grid[slot.place])
        grid = put(grid, slot, (GridCard(card), *under))
    deck = state.draw_pile[len(able) :]
    after = replace(state, grid=grid, draw_pile=deck)
    events: tuple[ev.Event, ...] = (ev.Refilled(able, len(deck)),)
    if not deck and state.last is None:
        after = replace(after, last=state.setup.seats)
        events = (*events, ev.LastTurns())
    return Step(after, events)


def shuffle_back(state: State, cards: Sequence[Card]) -> Step[State]:
    """Shuffle lost cards into the deck (P3.5, P5.3)."""
    if not cards:
        return Step(state, ())
    number = state.reshuffles + 1
    whole = (*state.draw_pile, *cards)
    deck = state.setup.chance.shuffled(state.number, f"reshuffle {number}", whole)
    return Step(replace(state, draw_pile=deck, reshuffles=number), (ev.ShuffledBack(len(cards)),))


def deal(setup: Setup[ChowpowOptions], before: State | None) -> Step[State]:
    """Deal from a random starter, then the grid; begin a turn (P1.3, P5.2, P7.1, P7.7)."""
    seats, number = setup.seats, 1 if before is None else before.number + 1
    starter = setup.chance.below(number, "starter", seats)
    cards = setup.chance.shuffled(number, "deal", setup.options.cards.cards)
    dealt = setup.options.hand_size(seats) * seats
    hands = tuple(
        tuple(map(Held, cards[(seat - starter) % seats : dealt : seats])) for seat in range(seats)
    )
    deck = dealt + len(SLOTS)
    state = State(
        **opening(setup, before),
        phase=Phase.FLIP,
        starter=starter,
        to_move=starter,
        stretch=1 if before is None else before.stretch,
        turns=0,
        hands=hands,
        grid=tuple((GridCard(card),) for card in cards[dealt:deck]),
        draw_pile=cards[deck:],
        won=((),) * seats,
    )
    return Step(state, (ev.RoundStarted(number, starter),)).then(
        lambda new: begin_turn(new, starter)
    )


def verify_flip(state: State, _seat: Seat, action: Flip) -> None:
    """Raise :class:`IllegalActionError` unless a slot can be flipped (P2.1, P2.3)."""
    verify_flippable(state.grid, state.up, action.slot, "P2.1")


def flip(state: State, seat: Seat, action: Flip) -> Step[State]:
    """Flip a slot; after the last flip, look for matches (P2.1, P2.2, P2.5)."""
    flipped = ev.Flipped(seat, action.slot, top(state.grid, action.slot))
    after = replace(
        state,
        grid=turned_up(state.grid, action.slot),
        up=(*state.up, action.slot),
        flips=(*state.flips, flipped),
    )
    step = Step(after, (flipped,))
    return step if len(after.up) < state.due else step.then(_all_flipped)


def verify_flippable(grid: Grid, flipped: Sequence[Slot], slot: Slot, rule: str) -> None:
    """Raise unless a slot holds a card and was not flipped yet, against ``rule``."""
    if not grid[slot.place]:
        raise IllegalActionError("P2.3", f"There's no card left in {slot}.")
    if slot in flipped:
        raise IllegalActionError(rule, f"The card in {slot} is already flipped.")


def verify_pair(state: State, _seat: Seat, action: Pair) -> None:
    """Raise :class:`IllegalActionError` unless the two flipped cards match (P2.2)."""
    if not _chosen(state, action):
        raise IllegalActionError("P2.2", "Choose two flipped cards that match.")


def pair(state: State, seat: Seat, action: Pair) -> Step[State]:
    """Choose which pair is the match (P2.2)."""
    return _matched(state, seat, _chosen(state, action)[0])


def _chosen(state: State, action: Pair) -> Sequence[tuple[Slot, Slot]]:
    """Return the matching pair of an action, in the order flipped; empty if they do not match."""
    named = {action.first, action.second}
    return [each for each in pairs(state.grid, state.up) if {*each} == named]


def verify_take(state: State, _seat: Seat, action: Take) -> None:
    """Raise :class:`IllegalActionError` unless the slot touches the match (P2.3)."""
    if action.slot not in takeable(state.grid, pair_of(state)):
        raise IllegalActionError("P2.3", "Take a slot next to one of the matching cards.")


def take(state: State, seat: Seat, action: Take) -> Step[State]:
    """Take the pile of a slot, and refill it (P2.3)."""
    matched = pair_of(state)
    pile = state.grid[action.slot.place]
    taken = (Held(lying.card, known=lying.seen, fresh=True) for lying in pile)
    after = with_hand(state, seat, (*state.hands[seat], *taken))
    after = replace(after, grid=put(after.grid, action.slot, ()))
    took = Step(after, (ev.Took(seat, action.slot, len(pile)),))
    return _cover(took, (action.slot, *matched))


def _all_flipped(state: State) -> Step[State]:
    found = pairs(state.grid, state.up)
    if not found:
        return Step(state, (ev.Missed(state.to_move),)).then(to_battle)
    if len(found) > 1:
        return Step(replace(state, phase=Phase.PAIR), ())
    return _matched(state, state.to_move, found[0])


def _matched(state: State, seat: Seat, matched: tuple[Slot, Slot]) -> Step[State]:
    """Let the seat take a slot; if there is none, only cover the match (P2.3, P7.2)."""
    step = Step(replace(state, phase=Phase.TAKE, pair=matched), (ev.Matched(seat, matched),))
    if takeable(state.grid, matched):
        return step
    return _cover(Step(step.state, (*step.events, ev.Took(seat, None, 0))), matched)


def _cover(step: Step[State], slots: Sequence[Slot]) -> Step[State]:
    """Refill slots in order, and continue with the battle (P2.3, P2.5)."""
    return step.then(lambda state: refill(state, slots)).then(to_battle)
