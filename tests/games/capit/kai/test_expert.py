"""How the strongest player of CAP-IT thinks: it plays its best choices out."""

import random

import numpy as np
import pytest

from bot.games.capit.kai.engine.playouts import dealt
from bot.games.capit.kai.engine.policy import shed
from bot.games.capit.kai.engine.search import Search
from bot.games.capit.kai.engine.tables import FAR, KINDS, NUMBERS, choose, copied, tables_of
from bot.games.capit.kai.players import ExpertCapit
from bot.games.capit.rules.actions import Action, Discard, LayMeld, LayOff, TakeDiscard
from bot.games.capit.rules.cards import JOKER, TWO, Card, deck_for
from bot.games.capit.rules.game import CAPIT
from bot.games.capit.rules.melds import CONTRACTS
from bot.games.capit.rules.options import CapitOptions, RunSuit
from bot.games.capit.rules.plans import missing_for
from bot.games.capit.rules.state import State
from bot.games.capit.rules.view import Phase
from bot.kai.advice import EvaluatedAction
from bot.kai.compiled import Array, dice
from bot.kai.search import Effort
from lab.arena.known import RandomPlayer
from tests.games.capit.rules.at import at, card
from tests.kai.matches import playing

KAI = ExpertCapit(Effort((2, 4)))


def considered(state: State, *also: Action) -> list[EvaluatedAction[Action]]:
    return [*KAI.consider(CAPIT.view(state, 0), CAPIT.legal(state, 0), also)]


@pytest.mark.parametrize("run_suit", RunSuit)
def test_a_hand_lacks_what_the_rules_say_c2_3(run_suit: RunSuit, hands: int) -> None:
    """With few wilds: playouts take no heed of 2s in their own places."""
    plain = [card for card in deck_for(4) if card.rank > TWO]
    source = random.Random(f"lacks {run_suit}")
    for number, contract in enumerate(CONTRACTS, 1):
        tables = tables_of(number, run_suit)
        for _ in range(hands):
            cards = source.sample(plain, source.randint(6, 16)) + [JOKER] * source.randint(0, 2)
            found = choose(counted(cards), tables, FAR, np.empty(0), np.empty(3, dtype=np.int64))
            assert found == missing_for(cards, contract, run_suit).cards


def counted(cards: list[Card]) -> Array:
    counts = np.zeros(KINDS, dtype=np.int64)
    for each in cards:
        counts[NUMBERS[each]] += 1
    return counts


def test_choices_come_best_first_and_those_asked_for_are_among_them() -> None:
    state = at("7H 7S 9C 9D QD TS AC 4H 3S 3D 5C 6C")
    asked = Discard(card("9D"))
    found = considered(state, asked)
    assert asked in [each.action for each in found]
    chances = [each.prospect.chance for each in found]
    assert chances == sorted(chances, reverse=True)
    assert len({each.action for each in found}) == len(found) > 2
    assert found == considered(state, asked), "deterministic"


def test_what_is_asked_for_is_tried_as_often_as_the_usual_choice() -> None:
    """So a review blames nobody for what only a few deals were against."""
    state = at("7H 7S 9C 9D QD TS AC 4H 3S 3D 5C 6C")
    search = Search(CAPIT.view(state, 0), Effort((2, 4, 8)))
    discards = [each for each in CAPIT.legal(state, 0) if isinstance(each, Discard)]
    found = search.outcomes(discards[:6], 2)
    assert [len(each.ends) for each in found[:2]] == [2 + 4 + 8] * 2
    assert min(len(each.ends) for each in found) == 2


def test_a_card_that_ends_the_round_costs_nothing() -> None:
    best, *_ = considered(at("9S", "0 set 9C9D9H"))
    assert best.prospect.points == 0
    assert isinstance(best.action, LayOff | Discard)


def test_what_completes_the_contract_is_taken_c3_1() -> None:
    state = at("7H 7S 8C 8D 8H", phase=Phase.DRAW, discard_pile="7D QC", draw_pile="3D 4D 5D 6D")
    best, other = considered(state)
    assert best.action == TakeDiscard()
    assert best.prospect.points <= other.prospect.points


def test_a_way_to_lay_is_compared_with_others_c4_2() -> None:
    found = considered(at("KH KD KC 8D 3S", "0 set 9C9D9H"))
    assert any(isinstance(each.action, LayMeld) for each in found)
    assert any(isinstance(each.action, Discard) for each in found)


@pytest.mark.parametrize(
    ("hand", "table", "left"),
    [
        ("7S 9D 9H 4C", "1 set 7H7CX\n2 set KHKSKC", "4C"),
        ("5S 9D 9H 4C", "1 run 3S4SX6S\n2 set KHKSKC", "4C"),
        ("7H 7D 7C", "1 run 4H5H6H\n2 set KHKSKC", ""),
    ],
    ids=["a wild freed from a set", "a wild freed from a run", "melds before lay-offs"],
)
def test_a_playout_lays_what_hard_would_lay_c4_4(hand: str, table: str, left: str) -> None:
    search = Search(CAPIT.view(at(hand, table, laid="0"), 0), Effort((1,)))
    shed(search._game, 0, search._tables)
    assert np.array_equal(search._game.hands[0], counted([*map(card, left.split())]))


def test_others_are_seldom_dealt_a_contract_that_they_would_have_laid_c4_1() -> None:
    """Except for the left neighbour, who may have got what it lacked just now."""
    eight = "3C 4D 5H 6S 7C 8D 9H TS"
    search = Search(CAPIT.view(at("\n".join(("7H 8S", *[eight] * 3))), 0), Effort((1,)))
    ready = [0, 0, 0]
    for number in range(60):
        game, parts = copied(search._game), np.empty(3, dtype=np.int64)
        dealt(game, search._hidden, search._tables, dice(number))
        for seat in (1, 2):
            ready[seat] += choose(game.hands[seat], search._tables, 0, np.empty(0), parts) == 0
    assert ready[2] < ready[1] / 2


def test_hidden_cards_are_dealt_without_losing_one() -> None:
    """Seats that have laid are given few cards that fit, but never at another seat's cost."""
    players = [RandomPlayer(number) for number in range(4)]
    match = [*playing(CAPIT, players, 100, CapitOptions())]
    checked = 0
    for state in match[::9]:
        view = CAPIT.view(state, state.to_move)
        if view.phase in {Phase.DRAW, Phase.PLAY}:
            search = Search(view, Effort((1,)))
            game, hidden = copied(search._game), search._hidden
            before = game.hands.sum(axis=0)
            dealt(game, hidden, search._tables, dice(7))
            assert tuple(game.hands.sum(axis=1)) == view.counts
            new = game.hands.sum(axis=0) - before
            rest = np.bincount(game.stock[: view.draw_pile], minlength=KINDS)
            assert np.array_equal(new + rest, np.bincount(hidden.cards, minlength=KINDS))
            checked += bool(view.laid)
    assert checked > 9
