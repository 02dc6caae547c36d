"""What Kai learned of Kapow! with two players: the script makes it again, and it is of use."""

from dataclasses import fields, replace
from typing import Final

import numpy as np
import pytest

from bot.games.kapow.kai.columns import GONE, Floats, tables_for
from bot.games.kapow.kai.learned.features import (
    BEHIND,
    HAND_FEATURES,
    NetworkInput,
    column_features,
)
from bot.games.kapow.kai.learned.network import POINTS, Network
from bot.games.kapow.kai.learned.values import Learned, learned
from bot.games.kapow.rules.cards import DECK, Card
from bot.lab.training.embedded import EmbeddedNetwork, Values
from bot.lab.training.fitting import Fitting, Lessons
from bot.lab.training.games import NOBODY, Games
from bot.lab.training.learned_turn import LearnedTurn
from bot.lab.training.selfplay import SelfPlay
from bot.lab.training.turn import Turn
from bot.lab.training.values import learn, main
from tests.lab.training.test_turn import TABLES

COLUMNS: Final = column_features(TABLES)
SMALL: Final = 40


def network(seed: int = 1) -> Network:
    """Return one whose hidden layer has its say."""
    source = np.random.default_rng(seed)
    found = Network.new(source, -np.eye(HAND_FEATURES, dtype=np.float32)[BEHIND])
    return replace(found, units=source.normal(0, 0.3, found.units.shape).astype(np.float32))


def lessons(count: int, seed: int = 2) -> Lessons:
    source = np.random.default_rng(seed)
    own, theirs = source.integers(GONE + 1, size=(2, count, 4), dtype=np.int32)
    features = source.normal(0, 1, (count, HAND_FEATURES)).astype(np.float32)
    seen = NetworkInput(own, theirs, features)
    return Lessons(seen, source.normal(0, 10, count).astype(np.float32))


def error(network: Network, taught: Lessons) -> float:
    """Return the mean squared error, in the unit of a network."""
    said = EmbeddedNetwork(network, COLUMNS).of(taught.seen)
    return float((((said - taught.ahead) / POINTS) ** 2).mean())


def dealt(count: int, seed: int, columns: int = 4) -> Games:
    """Return each deal twice, so that each side may have either seat."""
    source = np.random.default_rng(seed)
    cards = source.permuted(np.tile(np.array(DECK, dtype=np.int32), (count, 1)), axis=1)
    cards = np.concatenate([cards, cards])
    return Games(
        np.zeros((2 * count, 2, columns), dtype=np.int32),
        cards[:, 0].copy(),
        np.full(2 * count, NOBODY, dtype=np.int32),
        [False, False],
        cards[:, 1:],
    )


def played(games: Games, learned_seat: int) -> Floats:
    """Play games to the end; return by how much the seat that plays by networks is ahead."""
    values = Values(*learned(), TABLES)
    rows = np.arange(len(games.out))
    for turn in range(100):
        seat = turn % 2
        rows = rows[games.out[rows] != seat]
        if not len(rows):
            break
        plays = LearnedTurn(games, TABLES, values, seat, rows)
        (plays if seat == learned_seat else Turn(games, TABLES, seat, rows)).play()
    points = games.points(TABLES.worth[0])
    ahead: Floats = points[:, 1 - learned_seat] - points[:, learned_seat]
    return ahead


@pytest.mark.parametrize("columns", [3, 4])
def test_the_networks_play_better_than_the_tables(columns: int) -> None:
    """Of 1,500 deals from both seats, by one point a round; three standard errors are 0.45."""
    ahead = (played(dealt(750, 7, columns), 0) + played(dealt(750, 7, columns), 1)) / 2
    assert ahead.mean() > 0.45
    assert (ahead > 0).sum() > (ahead < 0).sum()


def test_the_gradient_is_that_of_the_squared_error() -> None:
    one, taught = network(), lessons(SMALL)
    slopes = Fitting(one, COLUMNS)._slopes(taught)
    for each in fields(one):
        weights, slope = getattr(one, each.name), slopes[each.name]
        place = np.unravel_index(np.abs(slope).argmax(), slope.shape)
        found = []
        for step in (1e-2, -1e-2):
            moved = weights.copy()
            moved[place] += step
            found.append(error(replace(one, **{each.name: moved}), taught) / 2)
        assert slope[place] == pytest.approx((found[0] - found[1]) / 2e-2, rel=0.05), each.name


def test_who_is_taught_the_same_again_and_again_knows_it() -> None:
    one, taught = network(), lessons(SMALL)
    fitting, order = Fitting(one, COLUMNS), np.random.default_rng(1)
    before = error(one, taught)
    for _ in range(300):
        fitting.fit(taught, order, 5e-3)
    assert error(fitting.network, taught) < 0.1 * before


def test_a_new_network_says_what_it_is_told_to() -> None:
    new = Network.new(np.random.default_rng(3), -np.eye(HAND_FEATURES, dtype=np.float32)[BEHIND])
    taught = lessons(SMALL)
    said = EmbeddedNetwork(new, COLUMNS).of(taught.seen)
    assert said == pytest.approx(-POINTS * taught.seen.features[:, BEHIND], abs=1e-4)


def test_in_which_order_the_columns_lie_makes_no_difference() -> None:
    seen, taught = EmbeddedNetwork(network(), COLUMNS), lessons(SMALL)
    turned = taught.seen._replace(own=taught.seen.own[:, ::-1], theirs=taught.seen.theirs[:, ::-1])
    assert seen.of(turned) == pytest.approx(seen.of(taught.seen), abs=1e-3)


def test_a_smaller_hand_is_one_with_a_column_gone() -> None:
    seen, (own, theirs, features) = EmbeddedNetwork(network(), COLUMNS), lessons(SMALL).seen
    own[:, 3] = theirs[:, 3] = GONE
    smaller = NetworkInput(own[:, :3], theirs[:, :3], features)
    assert seen.of(smaller) == pytest.approx(seen.of(NetworkInput(own, theirs, features)), abs=1e-3)


def test_numbers_of_a_file_are_those_of_the_network_to_four_digits() -> None:
    one = network()
    again = Network.read(one.numbers())
    for each in fields(one):
        kept = getattr(again, each.name)
        assert kept == pytest.approx(getattr(one, each.name), rel=1e-3, abs=1e-9)
        assert kept.dtype == np.float32


def test_a_tiny_budget_makes_networks_of_the_same_shape_and_again_the_same(
    capsys: pytest.CaptureFixture[str],
) -> None:
    main(["--rounds", "120", "--seed", "5"])
    few = Learned.model_validate_json(capsys.readouterr().out)
    assert few == learn(120, 5)
    assert (few.version, few.rounds, few.seed) == (1, 120, 5)
    for numbers, kept in zip((few.ahead, few.drawing), learned(), strict=True):
        one = Network.read(numbers)
        assert all(
            getattr(one, each.name).shape == getattr(kept, each.name).shape for each in fields(kept)
        )


@pytest.mark.thorough
def test_a_small_budget_is_of_use_already() -> None:
    """It takes some seconds; what is learned from so few rounds sees more than the tables."""
    few = learn(8_000, 1)
    values = Values(Network.read(few.ahead), Network.read(few.drawing), TABLES)
    ahead, _ = SelfPlay(values, TABLES, np.random.default_rng(9)).lessons(1000, 60)
    tables = Network.new(
        np.random.default_rng(1), -np.eye(HAND_FEATURES)[BEHIND].astype(np.float32)
    )
    assert error(Network.read(few.ahead), ahead) < error(tables, ahead)


def test_tables_of_a_final_turn_can_be_looked_at() -> None:
    """They go no turn ahead; what is further away is as good as what is there."""
    chances = tuple(DECK.count(card) / len(DECK) for card in Card)
    features = column_features(tables_for(chances, 0))
    assert features.shape == COLUMNS.shape
    assert np.isfinite(features).all()
