"""The full state of a match, hidden cards included. Only the rules use it; others get Views."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from bot.game.contract import Seat, Viewer
from bot.game.deck import without
from bot.game.held import Change, everyone, nobody, picked, pile, with_others
from bot.game.rounds import RoundState, Setup, replace, seen_by
from bot.game.slots import swapped
from bot.games.chowpow.rules.cards import SLOTS, Card, Grid, GridCard, Slot
from bot.games.chowpow.rules.hand import Battle, Hand
from bot.games.chowpow.rules.options import ChowpowOptions
from bot.games.chowpow.rules.view import Common, Phase, SlotView, View, Won


@dataclass(frozen=True, kw_only=True)
class State(Common, RoundState):
    """A match: the games (rounds) scored so far, and the last one; piles are from the top down."""

    setup: Setup[ChowpowOptions]
    stretch: int
    """Grows with each turn, when another seat has to decide during a turn, and at the end."""
    hands: tuple[Hand, ...]
    grid: Grid
    draw_pile: tuple[Card, ...]
    chosen: tuple[Hand | None, ...] = ()
    """In a showdown, the cards each seat lays; None if it has not chosen (P5.3)."""
    reshuffles: int = 0
    """How often cards were shuffled into the deck in this game."""
    opened: bool = False
    """Whether everyone sees all hands: only where what is over is shown once more."""


def won_by(state: State, seat: Seat, cards: Sequence[Card]) -> State:
    """Return the state after a seat has won cards."""
    return replace(state, won=swapped(state.won, seat, (*state.won[seat], *cards)))


def battle_of(state: State) -> Battle:
    """Return the battle in progress; ``ValueError`` if there is none."""
    if state.battle is None:
        raise ValueError("there is no battle in progress")
    return state.battle


def with_hand(state: State, seat: Seat, hand: Hand) -> State:
    """Return the state with a seat's hand replaced."""
    return replace(state, hands=swapped(state.hands, seat, hand))


def without_cards(state: State, seat: Seat, cards: Iterable[Card]) -> State:
    """Return the state after cards have left a seat's hand."""
    hand = state.hands[seat]
    return with_hand(state, seat, tuple(without(hand, picked(hand, cards))))


def targets(state: State, seat: Seat) -> Sequence[Seat]:
    """Return the seats that may be attacked: those with cards, or with the most (P3.1, P5.4)."""
    counts = [0 if other == seat else len(hand) for other, hand in enumerate(state.hands)]
    least = max(counts) if state.setup.options.own_size else 1
    return [other for other, count in enumerate(counts) if count >= max(least, 1)]


def left_of(state: State) -> Seat:
    """Return the left neighbour of the seat to move, who flips for the board."""
    return (state.to_move + 1) % state.setup.seats


def to_act(state: State) -> frozenset[Seat]:
    """Return the seats that may act: the one to move, its opponent in a battle, or several."""
    everybody = range(state.setup.seats)
    found: Mapping[Phase, Callable[[], Iterable[Seat | None]]] = {
        Phase.DEFEND: lambda: (battle_of(state).target,),
        Phase.COUNTER: lambda: (battle_of(state).behind,),
        Phase.BOARD: lambda: (left_of(state),),
        Phase.BUFFET: lambda: (seat for seat in everybody if state.chosen[seat] is None),
        Phase.SCORED: lambda: everybody,
        Phase.OVER: tuple,
    }
    seats = found.get(state.phase, lambda: (state.to_move,))()
    return frozenset(seat for seat in seats if seat is not None)


def pair_of(state: State) -> tuple[Slot, Slot]:
    """Return the match of the current Chow; ``ValueError`` if there is none (P2.3)."""
    if state.pair is None:
        raise ValueError("no match was made")
    return state.pair


def view(state: State, viewer: Viewer) -> View:
    """Return what ``viewer`` may know of the match."""
    chosen = state.chosen or (None,) * state.setup.seats
    whole = tuple((*hand, *(laid or ())) for hand, laid in zip(state.hands, chosen, strict=True))
    return View(
        **seen_by(viewer, state, Common),
        to_act=to_act(state),
        hand=() if viewer is None else state.hands[viewer],
        counts=tuple(map(len, whole)),
        slots=tuple(_slot(state, slot) for slot in SLOTS),
        draw_pile=len(state.draw_pile),
        chosen=None if viewer is None else chosen[viewer],
        opened=whole if state.opened else (),
    )


def slots(state: State, change: Change) -> State:
    """Return the state with other cards in its places; see :class:`bot.game.rounds.RoundGame`.

    What was ever flipped is known, also in hands; after the game all hands are.
    """
    revealed = state.opened or state.phase in (Phase.SCORED, Phase.OVER)
    held = partial(with_others, change=change, revealed=revealed)

    def lying(each: GridCard) -> GridCard:
        return each._replace(card=change(each.card, everyone if each.seen else nobody))

    def shown(piles: Won) -> Won:
        return tuple(pile(cards, everyone, change) for cards in piles)

    battle = state.battle
    return replace(
        state,
        grid=tuple(tuple(map(lying, cards)) for cards in state.grid),
        hands=tuple(held(seat, hand) for seat, hand in enumerate(state.hands)),
        chosen=tuple(hand and held(seat, hand) for seat, hand in enumerate(state.chosen)),
        draw_pile=pile(state.draw_pile, nobody, change),
        won=shown(state.won),
        drawn=shown(state.drawn),
        battle=battle
        and replace(
            battle,
            attack=pile(battle.attack, everyone, change),
            defence=pile(battle.defence, everyone, change),
        ),
    )


def _slot(state: State, slot: Slot) -> SlotView:
    """Return a slot with the face to display (P7.9)."""
    pile = state.grid[slot.place]
    recent = any(flipped.slot == slot for flipped in (*state.flips, *state.last_flips))
    reminded = state.setup.options.memory_aid or recent
    face = pile[0].card if pile and pile[0].shown and reminded else None
    return SlotView(len(pile), face, slot in state.up)
