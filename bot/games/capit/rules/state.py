"""The full state of a match, hidden cards included, and what of it a viewer may know."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from bot.game.contract import Seat, Viewer
from bot.game.rounds import Change, RoundState, Setup, everyone, nobody, only, pile, seen_by
from bot.games.capit.rules.cards import Card
from bot.games.capit.rules.melds import CONTRACTS, Demand, Meld
from bot.games.capit.rules.options import CapitOptions
from bot.games.capit.rules.scoring import RoundResult
from bot.games.capit.rules.view import Hands, Held, Laid, Phase, View, known_of


@dataclass(frozen=True, slots=True, kw_only=True)
class State(RoundState):
    """A match: the rounds scored so far, and the round in play or just scored.

    Piles are ordered from the top card down.
    """

    setup: Setup[CapitOptions]
    phase: Phase
    results: tuple[RoundResult, ...] = ()
    dealer: Seat
    hands: Hands
    draw_pile: tuple[Card, ...]
    discard_pile: tuple[Card, ...]
    melds: tuple[Laid, ...] = ()
    """In the order of laying."""
    laid: frozenset[Seat] = frozenset()
    """The seats that have laid the contract (C4.1)."""
    idle: int = 0
    """Consecutive turns without a stock card, a meld, a lay-off or a replacement (C8.4)."""
    active: bool = False
    """Whether any of these has happened in this turn."""

    @property
    def contract(self) -> Sequence[Demand]:
        """The contract of this round (C2.3)."""
        return CONTRACTS[self.number - 1]

    @property
    def table(self) -> Sequence[Meld]:
        """The melds on the table, in the order of laying."""
        return [laid.meld for laid in self.melds]


def view(state: State, viewer: Viewer) -> View:
    """Return what ``viewer`` may know of the match."""
    return View(
        **seen_by(viewer, state),
        options=state.setup.options,
        dealer=state.dealer,
        hand=() if viewer is None else state.hands[viewer],
        counts=tuple(map(len, state.hands)),
        known=tuple(map(known_of, state.hands)),
        draw_pile=len(state.draw_pile),
        discard_pile=state.discard_pile,
        melds=state.melds,
        laid=state.laid,
        idle=state.idle,
    )


def slots(state: State, change: Change) -> State:
    """Return the state with other cards in its places; see :class:`bot.game.rounds.RoundGame`."""
    revealed = state.phase in (Phase.SCORED, Phase.OVER)

    def held(seat: Seat, each: Held) -> Held:
        knows = everyone if each.known or revealed else only(seat)
        return each._replace(card=change(each.card, knows))

    def laid(each: Laid) -> Laid:
        cards = pile(each.meld.cards, everyone, change)
        return each._replace(meld=replace(each.meld, cards=cards))

    return replace(
        state,
        hands=tuple(
            tuple(held(seat, each) for each in hand) for seat, hand in enumerate(state.hands)
        ),
        draw_pile=pile(state.draw_pile, nobody, change),
        discard_pile=pile(state.discard_pile, everyone, change),
        melds=tuple(map(laid, state.melds)),
    )
