"""What a match of CAP-IT tells of its seats, by the rules that make it so."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.game.record import parse_record
from bot.game.replay import replay
from bot.game.scoring import Fact
from bot.games.capit.rules.actions import LayContract, LayMeld, LayOff, LayOffs, Push, Swap
from bot.games.capit.rules.game import CAPIT
from bot.games.capit.rules.scoring import End
from bot.games.capit.rules.state import State
from bot.games.capit.rules.view import Phase
from bot.games.registry import GAMES
from tests.game.facts import told, totals_of
from tests.games.capit.rules.at import at, watch
from tests.playthroughs.files import record_files


def facts_of(state: State, *actions: str) -> list[Fact]:
    """Return what actions tell of seats."""
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
