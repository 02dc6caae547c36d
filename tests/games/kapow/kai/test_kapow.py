"""How Kai thinks about Kapow!."""

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import replace

import pytest

from bot.game.deck import Chance
from bot.games.kapow.kai.players import HardKapow, NormalKapow
from bot.games.kapow.kai.sight import HandState, completing, played, settled, swapped
from bot.games.kapow.rules.actions import Action, Discard, EndTurn, Pile, Replace, Take
from bot.games.kapow.rules.cards import DECK, Card, card, position
from bot.games.kapow.rules.game import KAPOW
from bot.games.kapow.rules.hand import Hand, Triad, offers, plays
from bot.games.kapow.rules.options import KapowOptions
from bot.games.kapow.rules.state import State
from bot.games.kapow.rules.view import Drawn, Phase, View
from bot.games.kapow.title import KAPOW as TITLE
from bot.kai.player import Choice
from lab.arena.known import RandomPlayer
from tests.kai.matches import playing

KAI = NormalKapow()
SHORT = KapowOptions(rounds=1, cards=9)


@pytest.mark.parametrize("seats", [pytest.param(2, marks=pytest.mark.thorough), 4])
def test_kai_against_itself_keeps_its_hands_low(seats: int) -> None:
    points: list[int] = []
    for seed in range(12 // seats):
        *_, last = playing(KAPOW, [KAI] * seats, seed, KapowOptions(rounds=1))
        points += last.results[-1].points
    assert sum(points) / len(points) <= 25


def test_kai_foresees_what_the_rules_make_of_a_play() -> None:
    """The plays that Kai thinks of are the legal ones (K3.3), and lead where it thinks."""
    players = [RandomPlayer(1), RandomPlayer(2)]
    for state in playing(KAPOW, players, 3, KapowOptions(rounds=2, cards=12)):
        if state.phase in (Phase.PLAY, Phase.KAPOW):
            seat = state.to_move
            view = KAPOW.view(state, seat)
            hand_state = HandState(
                view.hands[seat], view.discard_pile[0] if view.discard_pile else None
            )
            for action, after in foreseen(view, hand_state).items():
                check_foresight(state, action, after)
            assert set(foreseen(view, hand_state)) == set(KAPOW.legal(state, seat))


def foreseen(view: View, hand_state: HandState) -> dict[Action, HandState]:
    if view.phase is Phase.KAPOW:
        found: dict[Action, HandState] = {
            s: swapped(hand_state, s) for s in offers(hand_state.hand)
        }
        return found | {EndTurn(): settled(hand_state)}
    assert view.drawn is not None
    drawn = view.drawn.card
    assert drawn is not None
    return {p: played(hand_state, drawn, p) for p in (Discard(), *plays(hand_state.hand, drawn))}


def check_foresight(state: State, action: Action, after: HandState) -> None:
    """Compare with the rules, as far as the seat could know: a card turned up is no matter."""
    seat = state.to_move
    then = KAPOW.view(KAPOW.apply(state, seat, action).state, seat)
    if then.phase in (Phase.SCORED, Phase.OVER):
        return
    ended = settled(after) if then.turn != state.turn else after
    assert then.hands[seat] == ended.hand
    if after.top is not None:
        assert then.discard_pile[0] == ended.top


def triad(text: str) -> Triad:
    return Triad(*map(position, text.split()))


def hand(*columns: str) -> Hand:
    return tuple(triad(column) if column else None for column in columns)


HIDDEN = "? ? ?"


@pytest.fixture
def view() -> View:
    """Two seats; the first has a card to play, the second is about to go out."""
    state = KAPOW.new(SHORT, 2, Chance(bytes(32))).state
    dealt = KAPOW.view(state, state.to_move)
    hands = (hand(HIDDEN, HIDDEN, HIDDEN), hand("3 4 ?", "6 6 3", ""))
    return replace(dealt, viewer=0, to_move=0, phase=Phase.PLAY, hands=hands)


Placing = Callable[[str, Hand], Choice[Action]]


@pytest.fixture
def play(view: View) -> Placing:
    """Let Kai play a card into a hand."""

    def choose(text: str, own: Hand) -> Choice[Action]:
        drawn = Drawn(card(text), Pile.DRAW)
        seen = replace(view, hands=(own, view.hands[1]), drawn=drawn)
        return KAI.choose(seen, (Discard(), *plays(own, card(text))))

    return choose


def test_kai_completes_a_column(play: Placing) -> None:
    choice = play("9", hand("9 ? 9", "? 3 ?", HIDDEN))
    assert str(choice.action) == "replace 1m"


def test_kai_puts_a_power_card_where_it_completes(play: Placing) -> None:
    """Worked example of section 8: 9/9/11 wants -2 beneath the 11, or +1 beneath the middle 9."""
    assert str(play("P2", hand("9 9 11", "? 3 ?", HIDDEN)).action) == "beneath 1b -"
    assert str(play("P1", hand("9 9 11", "? 3 ?", HIDDEN)).action) == "beneath 1m +"


def test_kai_does_not_break_up_what_is_low(play: Placing) -> None:
    assert isinstance(play("12", hand("0 0 ?", "3 3 ?", "1 1 ?")).action, Discard | Replace)
    assert str(play("12", hand("0 0 1", "3 3 4", "0 1 0-2")).action) == "discard"


def test_kai_does_not_go_out_to_be_doubled(view: View) -> None:
    """K6.5: the player who goes out first and is not lowest scores double."""
    own = hand("12 11 9", "8 10 5", "7 12 ?")
    others = hand("0 0 1", "? 1 1", "")
    seen = replace(view, hands=(own, others), drawn=Drawn(card("6"), Pile.DRAW))
    choice = KAI.choose(seen, (Discard(), *plays(own, card("6"))))
    assert str(choice.action) != "replace 3b"


def test_kai_swaps_a_free_kapow_to_complete_a_column(view: View) -> None:
    """K4.5, and K4.4: what ends on top of the discard pile is no KAPOW! card."""
    own = hand("K ? 7", "5 6 12", "")
    seen = replace(view, phase=Phase.KAPOW, hands=(own, view.hands[1]), drawn=None)
    choice = KAI.choose(seen, (*offers(own), EndTurn()))
    assert str(choice.action) == "swap 1t 2b"
    waiting = hand("K 5 5", HIDDEN, "")
    seen = replace(seen, hands=(waiting, view.hands[1]))
    choice = KAI.choose(seen, (*offers(waiting), EndTurn()))
    assert str(choice.action) in ("swap 1t 1m", "swap 1t 1b")


@pytest.mark.parametrize(
    ("column", "cards"),
    [
        ("9 9 11", "9 10 K P1 P2"),
        ("9 9 ?", "9 K"),
        ("K ? 5", "4 5 6 K"),
        ("0 0 ?", "0 K"),
        ("P1 ? 3", "2 P2 K"),
        ("9 ? ?", ""),
    ],
)
def test_the_cards_that_complete_a_column_are_known(column: str, cards: str) -> None:
    """K4.1; the first is the worked example of section 8."""
    assert completing(triad(column)) == {card(text) for text in cards.split()}


def test_every_card_said_to_complete_a_column_does() -> None:
    """Each card is put into the column in every way there is: K4.1 decides."""
    generator = random.Random(5)
    faces = ["?", "K", "P1", "P2", "0", "1", "5", "6", "7", "11", "12", "5-2", "12+1", "K+1"]
    for _ in range(300):
        column = triad(" ".join(generator.choice(faces) for _ in range(3)))
        own: Hand = (column,)
        if settled(HandState(own, None)).hand != own:
            continue
        found = {
            face
            for face in set(map(card, [*map(str, range(13)), "P1", "P2", "K"]))
            for play in plays(own, face)
            if settled(played(HandState(own, None), face, play)).hand == (None,)
        }
        assert completing(column) == found


GOOD = hand("0 1 3", "0 0 ?", "1 0 ?")
BAD = hand("12 12 9", "11 8 ?", "12 10 3")


def used_up(own: Hand, other: Hand) -> View:
    """Return what the seat to move sees where to draw ends the round (K9.6)."""
    state = KAPOW.new(SHORT, 2, Chance(bytes(32))).state
    dealt = KAPOW.view(state, state.to_move)
    lying = [each.cards for held in (own, other) for column in held for each in column or ()]
    unseen = Counter(DECK) - Counter(face for cards in lying for face in cards if face is not None)
    unseen -= Counter([Card.C7, Card.C7, Card.C7])
    view = replace(
        dealt,
        viewer=0,
        to_move=0,
        phase=Phase.TAKE,
        hands=(own, other),
        opened=frozenset({0, 1}),
        discard_pile=tuple(sorted(unseen.elements(), key=lambda face: face is not Card.C8)),
        draw_pile=0,
        reshuffles=SHORT.max_reshuffles,
    )
    assert view.drawing_ends_round
    return view


@pytest.mark.parametrize("level", TITLE.kai.players)
def test_kai_ends_a_round_that_it_is_ahead_in_and_no_other_k9_6(level: str) -> None:
    legal = (Take(Pile.DRAW), Take(Pile.DISCARD))
    for own, other, pile in ((GOOD, BAD, Pile.DRAW), (BAD, GOOD, Pile.DISCARD)):
        assert TITLE.kai.players[level].choose(used_up(own, other), legal).action == Take(pile)


def test_what_ending_a_round_promises_is_what_it_scores_k9_6_k9_7() -> None:
    """Three 7s are all that nobody has seen, and three cards lie face down."""
    view = used_up(GOOD, BAD)
    found = HardKapow().consider(view, (Take(Pile.DRAW), Take(Pile.DISCARD)))
    (ending,) = [each.prospect for each in found if each.action == Take(Pile.DRAW)]
    assert (ending.points, ending.field) == (4 + 7 + 1 + 7, 33 + 19 + 7 + 25)
    assert ending.chance > 0.999
