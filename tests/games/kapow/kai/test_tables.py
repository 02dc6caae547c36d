"""Tables that Kai's players of Kapow! use: columns, compared with the rules, and learned lines."""

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise, product
from typing import Final

import numpy as np
import pytest

from bot.games.kapow.kai.columns import COMPLETE, column, completions, scores, tables_for
from bot.games.kapow.kai.network import Promises, promises
from bot.games.kapow.kai.sight import HandState, played
from bot.games.kapow.rules.cards import DECK, Card, points, position
from bot.games.kapow.rules.hand import Triad, plays
from lab.training.promises import VERSION, learn, main

COUNTS: Final = Counter(DECK)
CHANCES: Final = tuple(COUNTS[each] / len(DECK) for each in Card)
TABLES: Final = tables_for(CHANCES, 6)
KNOWN: Final = [*map(str, Card), "0-2", "12+1", "3+2", "4-1-1", "P1+2"]
PRICE, OPEN = 5.5, 0.5
"""What a column pays for a card, and how often it may choose from two."""


def triad(*positions: str) -> Triad:
    return Triad(*map(position, positions))


def worth(text: str, turns: int) -> float:
    return float(TABLES.worth[2 * turns, column(triad(*text.split()))])


def after(before: Triad, card: Card) -> Iterator[Triad | None]:
    """Yield what the rules make of a column by each play of a card in it; None where it goes."""
    other = triad("3", "8", "12")
    for play in plays((before, other), card):
        if play.place.column == 0:
            yield played(HandState((before, other), None), card, play).hand[0]


@pytest.mark.parametrize("top", KNOWN)
def test_a_column_is_complete_and_scores_as_the_rules_say_k4_1_k6_4(top: str) -> None:
    likely = np.full(len(Card), 1 / 16, dtype=np.float32)
    for middle, bottom in product(["?", "0", "4", "K", "P2", "7-1"], KNOWN):
        here = triad(top, middle, bottom)
        assert COMPLETE.ravel()[column(here)] == here.is_complete
        if middle != "?" and not here.is_complete:
            assert scores(likely).ravel()[column(here)] == sum(map(points, here))


@pytest.mark.parametrize("text", ["? ? ?", "5 6 ?", "P1 ? K", "0-2 P2 11", "12 12 4", "K 4 9"])
def test_a_card_completes_a_column_as_the_rules_say_k3_3(text: str) -> None:
    here = triad(*text.split())
    ruled = [any(each is None or each.is_complete for each in after(here, card)) for card in Card]
    assert completions()[:, column(here)].tolist() == ruled


@pytest.mark.parametrize("text", ["? ? ?", "5 6 ?", "12 12 4", "P1 7 ?", "K 3 9", "0-2 ? 0"])
@pytest.mark.parametrize("turns", [1, 2, 5])
def test_a_turn_more_is_the_mean_over_the_cards_that_may_come(text: str, turns: int) -> None:
    here = triad(*text.split())
    later = TABLES.worth[2 * (turns - 1)]
    given = {
        card: PRICE
        + min(0.0 if each is None else float(later[column(each)]) for each in after(here, card))
        for card in Card
    }
    kept = float(later[column(here)])
    weighted = list(zip(Card, CHANCES, strict=True))
    drawn = sum(chance * min(kept, given[card]) for card, chance in weighted)
    chosen = sum(chance * min(drawn, given[card]) for card, chance in weighted)
    assert worth(text, turns) == pytest.approx((1 - OPEN) * drawn + OPEN * chosen, abs=1e-3)


def test_a_turn_more_is_never_worse() -> None:
    for fewer, more in pairwise(TABLES.worth):
        assert (more <= fewer + 1e-4).all()


def test_several_ways_to_complete_are_better_than_one() -> None:
    assert worth("5 6 ?", 4) < worth("5 ? 6", 4) < worth("5 ? 9", 4)


def test_a_kapow_card_is_good_early_and_bad_late_k6_4() -> None:
    assert worth("K ? ?", 6) < worth("5 ? ?", 6)
    assert worth("K ? ?", 1) > worth("5 ? ?", 1)


@pytest.mark.thorough
def test_a_tiny_budget_makes_lines_like_those_of_the_file() -> None:
    few, many = learn(400, 3), promises()
    assert len(few.slope) == len(few.start) == len(many.slope) == len(many.start)
    for left in range(6, 16):
        for worth in (10.0, 30.0):
            ours = few.slope[left] * worth + few.start[left]
            theirs = many.slope[left] * worth + many.start[left]
            assert ours == pytest.approx(theirs, abs=4)


@pytest.mark.thorough
def test_the_same_seed_makes_the_same_lines(capsys: pytest.CaptureFixture[str]) -> None:
    main(["--games", "50", "--seed", "5"])
    assert Promises.model_validate_json(capsys.readouterr().out) == learn(50, 5)


def test_the_file_is_of_this_script() -> None:
    lines = promises()
    assert (lines.version, lines.games, lines.seed) == (VERSION, 20_000, 1)
    assert all(0 < slope <= 1 for slope in lines.slope)
    # This many half turns are left only while nearly all cards are face down: hands are alike then.
    assert all(slope > 0.3 for slope in lines.slope[:27])
