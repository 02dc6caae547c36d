"""What a match of CAP-IT gives to the league: facts of seats, and a pot's shares (section 6)."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from bot.game.contract import Fact, Pot, Share
from bot.game.deck import Chance
from bot.game.record import parse_record
from bot.game.replay import replay
from bot.games.capit.rules.actions import LayContract, LayMeld, LayOff, LayOffs, Push, Swap
from bot.games.capit.rules.game import CAPIT, divide
from bot.games.capit.rules.options import CapitOptions
from bot.games.capit.rules.state import State
from bot.games.capit.rules.view import End, Phase, RoundResult
from bot.games.registry import GAMES
from tests.game.playing import told, totals_of
from tests.games.capit.rules.at import at, card, watch
from tests.playthroughs.files import record_files


def facts_of(state: State, *actions: str) -> list[Fact]:
    return told(CAPIT, watch(state, *actions)[1])


def test_the_contract_and_what_is_laid_after_it_c4_1_c4_2() -> None:
    state = at("7H 7S 7D 8C 8D 8H 9S TS JS QS 7C KD", "1 run 4D5D6D")
    facts = facts_of(
        state, "lay set 7H7S7D set 8C8D8H", "meld run 9STSJS", "off 4 QS", "off 2 7C", "discard KD"
    )
    assert facts == [
        Fact(0, "contracts"),
        Fact(0, "melds"),
        Fact(0, "laid_off"),
        Fact(0, "laid_off"),
        Fact(0, "rounds_won"),
        Fact(0, "rounds_out"),
    ]


def test_cards_laid_off_are_counted_one_by_one_on_anybodys_meld_c4_2() -> None:
    state = at("3S 4S 8S KD", "2 run 5S6S7S", laid="0")
    facts = facts_of(state, "off 1 low 3S4S", "off 1 8S")
    assert facts == [Fact(0, "laid_off", 2), Fact(0, "laid_off")]


def test_a_wild_is_replaced_and_its_use_is_told_of_too_c4_4() -> None:
    table = "1 run 3S4SX6S\n2 set KHKSKD"
    facts = facts_of(at("5S 9C", table, laid="0"), "swap 1.3 5S: off 2 X")
    assert facts == [Fact(0, "wilds_freed"), Fact(0, "laid_off")]
    facts = facts_of(at("5S 9C 9D QD", table, laid="0"), "swap 1.3 5S: meld set 9C9DX")
    assert facts == [Fact(0, "wilds_freed"), Fact(0, "melds")]


def test_a_push_is_of_the_seat_that_pushes_c3_2() -> None:
    state = at("7H 8S", phase=Phase.DRAW)
    assert facts_of(state, "push") == [Fact(0, "pushes")]


@pytest.mark.parametrize(("stock", "action"), [("3D 4D", "take"), ("3D", "draw")])
def test_other_ways_to_begin_a_turn_tell_nothing_c3_1_c3_3(stock: str, action: str) -> None:
    state = at("7H 8S", draw_pile=stock, phase=Phase.DRAW)
    assert facts_of(state, action, "discard 7H") == []


def test_going_out_c4_5_c5_1() -> None:
    state = at("7H\nKD 2S X\nAS\n9C 2D", "1 set 7S7C7D", laid="0")
    assert facts_of(state, "off 1 7H") == [
        Fact(0, "laid_off"),
        Fact(0, "rounds_won"),
        Fact(0, "rounds_out"),
        Fact(1, "wilds_left", 2),
        Fact(3, "wilds_left"),
    ]


def test_a_round_in_which_the_stock_runs_out_c3_4_c5_2() -> None:
    """Nobody goes out; two share the lowest score."""
    state = at("7H 8S\n9S\nKC\n4D", draw_pile="", phase=Phase.DRAW)
    assert facts_of(state, "draw") == [Fact(1, "rounds_won"), Fact(3, "rounds_won")]


@pytest.mark.parametrize("file", record_files(CAPIT.name), ids=lambda file: file.stem)
def test_a_whole_match_adds_up(file: Path) -> None:
    """What is told of playing is what the actions of the record do."""
    _, *moments = replay(parse_record(file.read_text("utf-8")), GAMES)
    totals = totals_of(CAPIT, (event for moment in moments for event in moment.events))
    done: Counter[tuple[int | None, str]] = Counter()
    for moment in moments:
        for name, count in _done(moment.action):
            done[moment.seat, name] += count
    names = {"contracts", "melds", "laid_off", "wilds_freed", "pushes"}
    assert {name for _, name in done} == names
    assert {key: count for key, count in totals.items() if key[1] in names} == done
    rounds_out = sum(count for (_, name), count in totals.items() if name == "rounds_out")
    results = moments[-1].state.results
    assert rounds_out == sum(result.end is End.OUT for result in results)


def _done(action: object) -> Iterator[tuple[str, int]]:
    match action:
        case Push():
            yield "pushes", 1
        case LayContract():
            yield "contracts", 1
        case LayMeld():
            yield "melds", 1
        case LayOff() | LayOffs():
            yield "laid_off", sum(len(off.cards) for off in action.offs)
        case Swap():
            yield "wilds_freed", 1
            yield from _done(action.use)


ALL: tuple[int, ...] = (0, 1, 2, 3)


def match(*rounds: Sequence[int], over: bool = False, dealer: int = 0) -> State:
    """A match with these rounds scored, the last of them dealt by ``dealer``."""
    dealt, _ = CAPIT.new(CapitOptions(), len(rounds[0]), Chance(bytes(32), ()))
    results = tuple(
        RoundResult(number, dealer, End.OUT, tuple((card("5H"),) * fives for fives in scores))
        for number, scores in enumerate(rounds, start=1)
    )
    phase = Phase.OVER if over else Phase.SCORED
    return replace(dealt, results=results, phase=phase, dealer=dealer)


def test_the_lowest_score_of_a_round_takes_a_tenth_of_the_starting_pot() -> None:
    """C6.2: of the starting pot, in each round alike."""
    state = match([3, 0, 2, 5], [0, 4, 4, 4])
    assert divide(state, Pot(50, ALL)) == [Share(1, (0, 20, 0, 0)), Share(2, (20, 0, 0, 0))]


def test_a_tie_splits_a_share_in_whole_chips_and_the_rest_stays() -> None:
    """C6.2, C6.3: a tenth of 92 is 9; of these three get three each, of 8 two each."""
    state = match([0, 0, 0, 5])
    assert divide(state, Pot(23, ALL)) == [Share(1, (3, 3, 3, 0))]
    assert divide(state, Pot(20, ALL)) == [Share(1, (2, 2, 2, 0))]


@pytest.mark.parametrize(("ante", "share"), [(1, 0), (2, 0), (3, 1), (5, 2), (7, 2), (10, 4)])
def test_a_share_is_rounded_down_to_whole_chips(ante: int, share: int) -> None:
    """C6.3."""
    assert divide(match([1, 0, 1, 1]), Pot(ante, ALL)) == [Share(1, (0, share, 0, 0))]


def test_the_winner_of_the_match_takes_what_is_left() -> None:
    """C6.2: after five rounds with one share each, half of the pot."""
    state = match(*[[4, 0, 1, 2]] * 4, [0, 9, 9, 9], over=True)
    *_, last, left = divide(state, Pot(10, ALL))
    assert (last, left) == (Share(5, (4, 0, 0, 0)), Share(None, (0, 20, 0, 0)))


def test_a_match_of_fewer_rounds_leaves_more_to_its_winner() -> None:
    state = match([4, 0, 1, 2], over=True)
    assert divide(state, Pot(10, ALL)) == [Share(1, (0, 4, 0, 0)), Share(None, (0, 36, 0, 0))]


@pytest.mark.parametrize(
    ("dealer", "left"),
    [
        (0, (0, 115, 115, 114)),
        (1, (0, 114, 115, 115)),
        (2, (0, 115, 114, 115)),
        (3, (0, 115, 115, 114)),
    ],
)
def test_odd_chips_go_one_each_from_the_left_of_the_last_dealer(
    dealer: int, left: tuple[int, ...]
) -> None:
    """C6.3: three winners have 344 chips to split."""
    state = match([5, 1, 1, 1], over=True, dealer=dealer)
    assert divide(state, Pot(95, ALL)) == [Share(1, (0, 12, 12, 12)), Share(None, left)]


def test_only_those_who_have_put_chips_in_take_any() -> None:
    """The best of the table is Kai, say, who has no chips; the next best takes the shares."""
    state = match([0, 3, 2, 5], [0, 1, 4, 4], over=True)
    shares = divide(state, Pot(20, (1, 3)))
    assert [share.chips for share in shares] == [(0, 4, 0, 0), (0, 4, 0, 0), (0, 32, 0, 0)]


@given(
    st.integers(1, 1000),
    st.sets(st.integers(0, 5), min_size=1),
    st.lists(st.tuples(*[st.integers(0, 4)] * 6), min_size=1, max_size=5),
    st.integers(0, 5),
)
def test_no_chip_is_made_or_lost(
    ante: int, seats: set[int], rounds: list[tuple[int, ...]], dealer: int
) -> None:
    """C6.2: shares come to the whole pot at the end, and before to a tenth a round at most."""
    pot = Pot(ante, tuple(sorted(seats)))
    running = divide(match(*rounds, dealer=dealer), pot)
    over = divide(match(*rounds, dealer=dealer, over=True), pot)
    assert running == over[:-1]
    assert sum(sum(share.chips) for share in over) == pot.chips
    for share, scores in zip(running, rounds, strict=True):
        taken = [chips for chips in share.chips if chips]
        best = min(scores[seat] for seat in seats)
        assert sum(taken) <= pot.chips // 10
        assert len(set(taken)) <= 1
        assert all(scores[seat] == best for seat, chips in enumerate(share.chips) if chips)
    *_, last = over
    assert {seat for seat, chips in enumerate(last.chips) if chips} <= seats
    assert max(last.chips) - min(chips for chips in last.chips if chips) <= 1
