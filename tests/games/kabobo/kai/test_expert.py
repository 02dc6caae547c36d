"""How Kai plays rounds of Kabobo! out, and what it makes of that."""

import random
from collections import Counter

import pytest

from bot.game.contract import SPECTATOR
from bot.games.kabobo.kai.expert import ExpertKabobo
from bot.games.kabobo.kai.outlook import points
from bot.games.kabobo.kai.playouts import (
    HIDDEN,
    HOPE,
    NUMBER_OF,
    Table,
    best_place,
    deals,
    make,
    played_out,
    score,
)
from bot.games.kabobo.rules.actions import Action, Call, Keep, Lock, Season, TakeDiscard, Trade
from bot.games.kabobo.rules.cards import DECK, PLACES, Spot
from bot.games.kabobo.rules.game import KABOBO
from bot.games.kabobo.rules.state import State
from bot.games.kabobo.rules.view import Phase
from lab.arena.known import RandomPlayer
from tests.games.kabobo.rules.at import at, do
from tests.kai.matches import playing

KAI = ExpertKabobo()

KINGS = "?KC/0peek ?KD/0peek ?KH/0check ?KS/0check"
OTHERS = "?6D ?9C ?X ?4H"


def best(state: State) -> Action:
    view, legal = KABOBO.view(state, state.to_move), KABOBO.legal(state, state.to_move)
    return KAI.consider(view, legal)[0].action


def dealt(seats: int, source: random.Random) -> Table:
    """A round after the peeks."""
    cards = source.sample([*NUMBER_OF.values()], len(NUMBER_OF))
    hands = [[cards.pop() for _ in PLACES] for _ in range(seats)]
    known = [[*hand[:2], HIDDEN, HIDDEN] for hand in hands]
    locked = [[False] * len(PLACES) for _ in range(seats)]
    return Table(hands, known, locked, cards, cards.pop(), 0, 40 * seats)


def test_numbers_score_as_cards_do_b3_1() -> None:
    source = random.Random(1)
    for _ in range(2_000):
        hand = source.sample(DECK, 4)
        if source.random() < 0.2:  # Flushes are rare.
            hand = source.sample([card for card in DECK if card.suit is hand[0].suit] * 2, 4)
        numbers = [NUMBER_OF[card] for card in hand]
        assert score(numbers) == points((hand[0], hand[1], hand[2], hand[3]))
        card = source.choice([*NUMBER_OF.values()])
        worth = [score([*numbers[:at], card, *numbers[at + 1 :]]) for at in PLACES]
        assert best_place(numbers, card) == (max(worth), worth.index(max(worth)))
    assert score([HIDDEN] * 4) == 4 * HOPE


@pytest.mark.parametrize("seats", [2, 3, 6])
def test_a_round_that_is_played_out_ends_with_the_same_cards(seats: int) -> None:
    source, called, traded = random.Random(seats), 0, 0
    for _ in range(200):
        table = dealt(seats, source)
        whole = {card for hand in table.hands for card in hand} | {*table.deck, table.top}
        before = [[*hand] for hand in table.hands]
        ended = played_out(table)
        held = [card for hand in table.hands for card in hand]
        assert len({*held}) == len(held) == 4 * seats
        assert {*held, table.top, *table.deck} <= whole
        assert ended.points == [score(hand) for hand in table.hands]
        assert ended.caller == table.caller
        called += ended.caller is not None
        traded += any(
            {*hand} & {*had} for hand, had in zip(table.hands, before[1:] + before[:1], strict=True)
        )
    assert called > 190
    assert traded > 10


def test_a_table_that_was_copied_stays_as_it_is() -> None:
    table = dealt(2, random.Random(3))
    twin = table.copy()
    assert played_out(table.copy()) == played_out(table.copy())
    assert table == twin


def test_deals_are_what_the_view_allows_b5_1() -> None:
    seen = 0
    for state in [*playing(KABOBO, [RandomPlayer(1), RandomPlayer(2)] * 2, 4)][:120:5]:
        if state.phase in (Phase.SCORED, Phase.OVER, Phase.PEEK):
            continue
        seat = state.to_move
        view = KABOBO.view(state, seat)
        whole = Counter(NUMBER_OF[card] for card in DECK)
        for table in deals(view, 5):
            for laid, hand, own in zip(view.hands, table.hands, table.known, strict=True):
                for one, number, known in zip(laid, hand, own, strict=True):
                    assert one.card is None or NUMBER_OF[one.card] == number
                    assert known in (number, HIDDEN)
            for mine, known in zip(view.hands[seat], table.known[seat], strict=True):
                assert (known == HIDDEN) == (mine.card is None)
            assert len(table.deck) == view.draw_pile
            used = Counter([card for hand in table.hands for card in hand] + table.deck)
            used.update(NUMBER_OF[card] for card in view.discard_pile)
            used.update([] if view.drawn is None else [NUMBER_OF[view.drawn]])
            assert used == whole
            seen += 1
    assert seen > 50


def test_others_are_taken_to_hold_what_they_chose() -> None:
    """The more cards they have kept or taken, the more their hand is worth."""
    kept = ["?6D ?9C ?2S ?4H", "?6D/1draw ?9C ?2S ?4H", "?6D/1draw ?9C/1draw ?2S ?4H"]
    means = []
    for hand in kept:
        view = KABOBO.view(at(f"{KINGS}\n{hand}", draw_pile="7S 8S"), 0)
        found = deals(view, 300)
        means.append(sum(score(table.hands[1]) for table in found) / len(found))
    assert means[0] + 3 < means[1] < means[2] - 3


def test_an_action_changes_the_table_as_the_rules_say_b2_1() -> None:
    """All cards are face up, so that the deal is what lies there."""
    hands = "3D 3C QH 3H\n6D 9C X 4H"
    state = at(hands, draw_pile="4H 5D", discard_pile="8S 2C")
    drawn = do(state, "draw")
    power = do(drawn, "season")
    lock = do(at(hands, draw_pile="4D 5D"), "draw", "season")
    cases: list[tuple[State, Action]] = [
        (state, TakeDiscard(2)),
        (drawn, Keep(1)),
        (drawn, Season()),
        (power, Trade(0, Spot(1, 2))),
        (lock, Lock(3)),
    ]
    for before, action in cases:
        view = KABOBO.view(before, 0)
        (table,) = deals(view, 1)
        table = table.copy()
        make(view, table, action)
        after = KABOBO.apply(before, 0, action).state
        if not isinstance(action, Season):  # There the power is used at once.
            laid = [[NUMBER_OF[one.card] for one in hand if one.card] for hand in after.hands]
            assert table.hands == laid
        assert table.top == NUMBER_OF[after.discard_pile[0]]
        assert table.locked == [[one.locked for one in hand] for hand in after.hands]
        assert table.to_move == 1


def test_a_spectator_has_nothing_to_choose() -> None:
    view = KABOBO.view(at(f"{KINGS}\n{OTHERS}"), SPECTATOR)
    with pytest.raises(ValueError, match="no choices"):
        deals(view, 1)


def test_it_calls_with_the_best_hand_there_is_b2_5() -> None:
    state = at(f"{KINGS}\n{OTHERS}")
    assert best(state) == Call()
    view, legal = KABOBO.view(state, 0), KABOBO.legal(state, 0)
    assert KAI.choose(view, legal).reason is not None
    found = {each.action: each.prospect for each in KAI.consider(view, legal)}
    assert found[Call()].points > 45
    assert found[Call()].field < 40
    assert found[Call()].chance > found[TakeDiscard(0)].chance


def test_it_keeps_what_fits_b2_2() -> None:
    known = "?KC/0check ?KD/0check ?KH/0check ?3S/0check"
    assert best(do(at(f"{known}\n{OTHERS}", draw_pile="KS 5D"), "draw")) == Keep(3)


def test_before_the_peeks_all_pairs_are_alike_b1_2() -> None:
    state = next(playing(KABOBO, [RandomPlayer(1), RandomPlayer(2)], 9))
    found = KAI.consider(KABOBO.view(state, 0), KABOBO.legal(state, 0))
    assert len(found) == 6
    assert len({each.prospect for each in found}) == 1
    assert abs(found[0].prospect.chance - 0.5) < 0.1
