"""How expert plays Chow Pow!: it deals tables and plays choices out by a fast twin of the rules."""

import random
from collections.abc import Sequence
from functools import partial
from typing import Any, Final

import pytest

from bot.game.moves import NextRound
from bot.games.chowpow.kai.expert import USUAL, ExpertChowpow, Outlook, result
from bot.games.chowpow.kai.rollout import RolloutPolicy, fewest, least, strongest
from bot.games.chowpow.kai.sampling import Sampling, make, table_seen
from bot.games.chowpow.kai.twin import Coded, Twin, coded, fits, key
from bot.games.chowpow.rules import hand
from bot.games.chowpow.rules.cards import Card
from bot.games.chowpow.rules.game import CHOWPOW
from bot.games.chowpow.rules.options import ChowpowOptions
from bot.games.chowpow.rules.state import State
from bot.games.chowpow.rules.view import Phase, View
from bot.kai.player import AnyPlayer
from bot.kai.search import Effort
from lab.arena.known import RandomPlayer
from tests.games.chowpow.kai.test_levels import STRONGEST
from tests.games.chowpow.rules.at import at, cards, do, pow_at
from tests.helpers import chance
from tests.kai.matches import playing

EXPERT = ExpertChowpow()
QUICK = Effort((4, 4))

OPTIONS = [
    {},
    {"battle_buffet": True},
    {"own_size": True, "three_course_meal": True, "max_turns": 5},
    {"memory_aid": False, "hot_sauce": True},
]


def chosen(state: State, seat: int = 0, player: AnyPlayer = EXPERT) -> str:
    return str(player.choose(CHOWPOW.view(state, seat), CHOWPOW.legal(state, seat)).action)


def numbers(text: str) -> list[Coded]:
    return [*map(coded, cards(text))]


def decisions(seats: int, options: dict[str, bool], seed: int) -> list[tuple[State, int]]:
    """Return every decision between several actions in a match of random play."""
    players: list[AnyPlayer] = [RandomPlayer(seed + each) for each in range(seats)]
    match = playing(CHOWPOW, players, seed, ChowpowOptions.model_validate(options))
    return [
        (state, seat)
        for state in match
        for seat in CHOWPOW.to_act(state)
        if len(CHOWPOW.legal(state, seat)) > 1
    ]


def count(view: View, seat: int) -> int:
    return len(view.hand) if seat == view.viewer else view.counts[seat]


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_what_is_dealt_is_what_the_view_shows(options: dict[str, bool]) -> None:
    for state, seat in decisions(3, options, 2)[::5]:
        view = CHOWPOW.view(state, seat)
        sampling = Sampling(view)
        twin = sampling.table(1)
        assert [*map(len, twin.hands)] == [count(view, each) for each in range(3)]
        assert sorted(twin.hands[seat]) == sorted(coded(held.card) for held in view.hand)
        assert [*map(len, twin.piles)] == [slot.cards for slot in view.slots]
        assert len(twin.deck) == view.draw_pile
        for pile, slot in zip(twin.piles, view.slots, strict=True):
            assert slot.face is None or pile[-1] == coded(slot.face)
        hidden = [card for hand in twin.hands for card in hand]
        hidden += [card for pile in twin.piles for card in pile] + twin.deck
        seen = [coded(held.card) for held in view.hand]
        seen += [coded(slot.face) for slot in view.slots if slot.face is not None]
        assert sorted(hidden) == sorted([*sampling.pool, *seen])
        again, other = Sampling(view).table(1), sampling.table(2)
        assert (again.hands, again.deck) == (twin.hands, twin.deck)
        assert len(set(sampling.pool)) < 2 or (other.deck, other.piles) != (twin.deck, twin.piles)


@pytest.mark.thorough
@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_all_that_is_asked_for_is_evaluated_best_first(options: dict[str, bool]) -> None:
    source, phases = random.Random(3), set()
    for state, seat in decisions(3, options, 4)[::7]:
        view, legal = CHOWPOW.view(state, seat), CHOWPOW.legal(state, seat)
        also = source.sample([*legal], 2)
        found = ExpertChowpow(QUICK).consider(view, legal, also)
        actions = [each.action for each in found]
        assert len(set(actions)) == len(actions)
        assert {*also} <= {*actions} <= {*legal}
        assert found == ExpertChowpow(QUICK).consider(view, legal, also)
        prospects = [each.prospect for each in found]
        worth = [each.chance + each.margin / 100 for each in prospects]
        assert worth == sorted(worth, reverse=True)
        assert all(0.0 <= each.chance <= 1.0 and not each.lowest for each in prospects)
        phases.add(state.phase)
    assert len(phases) > 2


def test_the_highest_score_is_the_best() -> None:
    """In its last turn it can win all or give up: what wins has the margin and the chance."""
    state = pow_at("F6V6 B1", last="0")
    view, legal = CHOWPOW.view(state, 0), CHOWPOW.legal(state, 0)
    considered = ExpertChowpow(USUAL).consider(view, legal, legal)
    found = {str(each.action): each.prospect for each in considered}
    assert found["pow 2 F6"].margin > found["pass"].margin
    assert found["pow 2 F6"].chance > found["pass"].chance
    assert found["pass"].margin == found["pass"].points - found["pass"].field


def test_in_its_last_turn_it_lays_all_that_wins_p4_1() -> None:
    assert chosen(pow_at("F1F2F3V6 B6", last="0")) == "pow 2 F1F2F3"
    state = do(pow_at("F1 B1B2B3", last="0"), "pow 2 F1")
    assert chosen(state, 1) == "defend B1B2B3"


def test_it_wins_a_battle_that_it_can_turn_p3_3() -> None:
    state = do(pow_at("F1F2F3 B6", last="0"), "pow 2 F1", "defend B6")
    assert chosen(state).startswith("counter F2")


def test_it_takes_the_largest_pile_p2_3() -> None:
    known = "F1! V2 B3 G4 S5 F6! F2 V3 B4 F5/S6/S1 F4 E1 F3 V4/S1/S2/B1 B5 G6"
    state = do(at("V1 B1", known.replace("V4/S1/S2/B1", "V4")), "flip a1", "flip b2")
    assert chosen(state) == "take c2"


@pytest.mark.parametrize(("hand", "laid", "added"), STRONGEST)
def test_the_strongest_that_a_side_can_add_p3_6(hand: str, laid: str, added: str) -> None:
    assert key(strongest(numbers(hand), numbers(laid))) == key(numbers(added))


def test_as_few_cards_as_needed_are_laid_p3_4() -> None:
    side = numbers("F2F4F6W3")
    assert fewest(side, [], key(numbers("V3"))) == numbers("F4")
    assert fewest(side, [], key(numbers("V6"))) == numbers("F2F4")
    assert sorted(fewest(side, [], key(numbers("V6V6V6")))) == sorted(side)
    assert least(numbers("W3F5T2")) == numbers("F5")[0]


def test_a_hand_is_beaten_more_often_the_smaller_it_is() -> None:
    policy = RolloutPolicy(Sampling(CHOWPOW.view(at("V1 B1"), 0)).pool)
    chances = [policy.beaten(key(numbers("F4F5")), size) for size in (1, 3, 6, 12)]
    assert chances[0] == 1.0
    assert chances == sorted(chances, reverse=True)
    assert chances[-1] < 0.2


@pytest.mark.thorough
@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_whole_games_are_played_out(options: dict[str, bool]) -> None:
    for state, seat in decisions(4, options, 6)[::25]:
        view = CHOWPOW.view(state, seat)
        sampling = Sampling(view)
        twin = sampling.table(0)
        RolloutPolicy(sampling.pool).play(twin, 10_000)
        assert twin.phase is Phase.OVER
        outlook = Outlook.of(view)
        own, field, chance = result(twin, outlook)
        totals = [*map(sum, zip(twin.points, view.totals, strict=True))]
        if not view.options.hot_sauce:
            assert own == twin.points[seat]
            assert field == pytest.approx((sum(twin.points) - own) / 3)
        if view.options.games == 1 and not view.options.hot_sauce and len(set(totals)) == 4:
            assert chance == (totals[seat] == max(totals))


def test_spectators_have_no_choices() -> None:
    view = CHOWPOW.view(at("V1 B1"), None)
    with pytest.raises(ValueError, match="no choices"):
        ExpertChowpow(QUICK).consider(view, ())
    with pytest.raises(ValueError, match="no choices"):
        Outlook.of(view)


def test_it_advises_what_it_would_do() -> None:
    kai = ExpertChowpow(QUICK)
    for state, seat in decisions(2, {}, 9)[::9]:
        view, legal = CHOWPOW.view(state, seat), CHOWPOW.legal(state, seat)
        assert kai.choose(view, legal).action == kai.consider(view, legal)[0].action
        assert legal[-1] in [each.action for each in kai.consider(view, legal, legal[-1:])]


VARIANTS: Final[Sequence[dict[str, Any]]] = [
    {},
    {"battle_buffet": True},
    {"own_size": True, "hot_sauce": True},
    {"max_turns": 6, "three_course_meal": True},
    {"deck": "H Herbs 12345x3; P Pasta 3579x4; C Cheese 9x9; W 4x3; T 1x1"},
]


def twin_of(state: State) -> Twin:
    twin = table_seen(CHOWPOW.view(state, 0))
    twin.hands = [[coded(held.card) for held in hand] for hand in state.hands]
    twin.piles = [[coded(lying.card) for lying in reversed(pile)] for pile in state.grid]
    twin.deck = [coded(card) for card in reversed(state.draw_pile)]
    twin.chosen = [
        None if hand is None else [coded(held.card) for held in hand] for hand in state.chosen
    ]
    return twin


def shuffled_like(state: State, deck: list[Coded]) -> None:
    """Shuffle lost cards in as the rules do; the twin's deck ends with its top card."""
    before = len(state.draw_pile)
    whole = [*reversed(deck[:before]), *deck[before:]]
    event = f"reshuffle {state.reshuffles + 1}"
    deck[:] = reversed(state.setup.chance.shuffled(state.number, event, whole))


def picture(twin: Twin) -> object:
    over = twin.phase in (Phase.OVER, Phase.SCORED)
    return (
        Phase.OVER if over else (twin.phase, twin.to_move, twin.due, twin.last, twin.up),
        [sorted(hand) for hand in twin.hands],
        (twin.piles, twin.shown, twin.deck),
        (twin.points, twin.counts),
        () if twin.phase is not Phase.COUNTER else (twin.attack, twin.defence, twin.behind()),
    )


def same_game(seed: int, seats: int, options: dict[str, Any], source: random.Random) -> int:
    """Play random actions by the rules and at the twin; return how many they were."""
    state = CHOWPOW.new(ChowpowOptions.model_validate(options), seats, chance(seed)).state
    twin, played = twin_of(state), 0
    while to_act := CHOWPOW.to_act(state):
        seat = min(to_act)
        action = source.choice(CHOWPOW.legal(state, seat))
        before, state = state, CHOWPOW.apply(state, seat, action).state
        if isinstance(action, NextRound):
            twin = twin_of(state)
            continue
        twin.shuffle = partial(shuffled_like, before)
        make(twin, seat, action)
        if state.phase is not Phase.OVER or not any(state.drawn):
            assert picture(twin) == picture(twin_of(state)), (seed, str(action))
        played += 1
    return played


@pytest.mark.parametrize("options", VARIANTS, ids=str)
def test_the_twin_goes_where_the_rules_go(options: dict[str, Any], *, thorough: bool) -> None:
    source, played = random.Random(5), 0
    for seed in range(20 if thorough else 6):
        played += same_game(seed, 2 + seed % 5, options, source)
    assert played > 300


def test_a_side_of_the_twin_is_as_strong_as_that_of_the_rules_p3_4() -> None:
    ranked = ["F1", "F6", "F1F1", "W3F2", "F6F6", "F1F1F1"]
    for one in ranked:
        for other in ranked:
            by_rules = hand.strength(cards(one)) < hand.strength(cards(other))
            assert (key([*map(coded, cards(one))]) < key([*map(coded, cards(other))])) == by_rules


@pytest.mark.parametrize("laid", ["F1F2", "F1V2", "F1V2T2", "F1V2S3T2T2", "W3", "T2W3F1", "F1V2W3"])
def test_what_one_side_may_lay_is_the_same_p3_6(laid: str) -> None:
    assert fits([*map(coded, cards(laid))]) == hand.fit(cards(laid))


def test_every_card_has_a_number_of_its_own() -> None:
    letters = map(chr, range(ord("A"), ord("Z") + 1))
    every = [Card(code, number) for code in letters for number in range(1, 10)]
    assert len({coded(card) for card in every}) == len(every)


def test_a_copy_of_the_twin_goes_its_own_way() -> None:
    twin = twin_of(at("F1V1 B1"))
    before = picture(twin)
    other = twin.copy()
    assert picture(other) == before
    other.flip(0)
    other.flip(6)
    other.take(1)
    assert picture(other) != before
    assert picture(twin) == before


def test_what_is_no_action_of_a_game_is_refused() -> None:
    with pytest.raises(ValueError, match="isn't an action"):
        make(twin_of(at("F1 B1")), 0, NextRound())
