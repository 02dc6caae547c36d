"""What Kai learned of Kapow!: the script makes it again, and it is of use."""

from dataclasses import fields, replace
from typing import Final

import numpy as np
import pytest

from bot.games.kapow.kai.columns import GONE, Floats, tables_for
from bot.games.kapow.kai.engine.tables import guide, policy_tables_of
from bot.games.kapow.kai.network import (
    HAND_FEATURES,
    POINTS,
    VARYING,
    Fixed,
    Learned,
    Network,
    Varying,
    column_features,
    learned,
    promises,
)
from bot.games.kapow.rules.cards import DECK, Card
from lab.training.duel import duel
from lab.training.selfplay import Lessons, SelfPlay
from lab.training.values import VERSION, Fitting, learn, main
from tests.helpers import Capsys

CHANCES: Final = tuple(DECK.count(card) / len(DECK) for card in Card)
COLUMNS: Final = column_features(tables_for(CHANCES, 14))
SMALL: Final = 40
OTHERS: Final = 2


def network(seed: int = 1) -> Network:
    """Return one whose hidden layer has its say."""
    source = np.random.default_rng(seed)
    found = Network.new(source)
    return replace(found, units=source.normal(0, 0.3, found.units.shape).astype(np.float32))


def lessons(count: int, seed: int = 2) -> Lessons:
    source = np.random.default_rng(seed)
    hands = source.integers(GONE + 1, size=(count, 4 + 4 * OTHERS))
    features = source.normal(0, 1, (count, HAND_FEATURES)).astype(np.float32)
    ahead = source.normal(0, 10, count).astype(np.float32)
    return Lessons(hands[:, :4], hands[:, 4:], features, ahead)


def said_by(network: Network, seen: Lessons) -> Floats:
    """Return [lesson] points, reckoned layer by layer."""
    traits = network.embedded(network.mixtures(COLUMNS))
    others = seen.theirs.shape[1] // 4
    sums = traits[seen.own].sum(axis=1) @ network.own
    sums += traits[seen.theirs].sum(axis=1) @ network.theirs / others
    sums += seen.features @ network.hands + network.units_start
    line = seen.features @ network.line
    found: Floats = POINTS * (np.maximum(sums, 0) @ network.units + line + network.start)
    return found


def error(network: Network, taught: Lessons) -> float:
    """Return the mean squared error, in the unit of a network."""
    return float((((said_by(network, taught) - taught.ahead) / POINTS) ** 2).mean())


@pytest.mark.thorough
@pytest.mark.parametrize("seats", [2, 4])
def test_what_is_noted_in_play_is_what_the_network_sees(seats: int) -> None:
    """An example that is learned from its own prediction has nothing to teach."""
    play = SelfPlay(3, 0.1, 4.0, 0.0)
    taught = play.lessons(guide(), 20, seats, results=False)
    said = said_by(learned(), taught)
    later = np.isclose(said[1:, None], taught.ahead[None, :-1], atol=2e-2).any(axis=0)
    assert later.mean() > 0.4
    assert len(said) > 20 * 20
    drawing = taught.features[:, VARYING + Fixed.TO_DRAW] == 1
    assert 0.2 < drawing.mean() < 0.6
    # What the best play of the card turned out to be worth is nearly what is said before.
    assert np.corrcoef(said[drawing], taught.ahead[drawing])[0, 1] > 0.8


@pytest.mark.thorough
@pytest.mark.parametrize("seats", [2, 5])
def test_the_network_plays_better_than_the_tables(seats: int) -> None:
    """By five points a round and more; four standard errors are demanded."""
    tables = policy_tables_of(Network.new(np.random.default_rng(1)), promises())
    ahead = duel(guide(), tables, 400, seats, 7)
    assert ahead.mean() > 4 * ahead.std() / len(ahead) ** 0.5


def test_the_gradient_is_that_of_the_squared_error() -> None:
    one, taught = network(), lessons(SMALL)
    slopes = Fitting(one, COLUMNS).slopes(taught)
    for each in fields(one):
        weights, slope = getattr(one, each.name), slopes[each.name]
        place = np.unravel_index(np.abs(slope).argmax(), slope.shape)
        found = []
        for step in (1e-2, -1e-2):
            moved = weights.copy()
            moved[place] += step
            found.append(error(replace(one, **{each.name: moved}), taught) / 2)
        assert slope[place] == pytest.approx((found[0] - found[1]) / 2e-2, rel=0.05), each.name


@pytest.mark.thorough
def test_who_is_taught_the_same_again_and_again_knows_it() -> None:
    one = network()
    taught = lessons(SMALL).some(np.tile(np.arange(SMALL), 60))
    fitting, order = Fitting(one, COLUMNS), np.random.default_rng(1)
    before = error(one, taught)
    for _ in range(300):
        fitting.fit(taught, order, 5e-3)
    assert error(fitting.network, taught) < 0.1 * before


def test_a_new_network_says_what_the_tables_say() -> None:
    new, taught = Network.new(np.random.default_rng(3)), lessons(SMALL)
    assert said_by(new, taught) == pytest.approx(
        -POINTS * taught.features[:, Varying.BEHIND], abs=1e-4
    )


def test_numbers_of_a_file_are_those_of_the_network_to_four_digits() -> None:
    one = network()
    again = Network.read(one.numbers())
    for each in fields(one):
        kept = getattr(again, each.name)
        assert kept == pytest.approx(getattr(one, each.name), rel=1e-3, abs=1e-9)
        assert kept.dtype == np.float32


def test_weights_of_another_network_are_refused() -> None:
    """Compiled code would read beyond their end."""
    numbers = network().numbers()
    with pytest.raises(ValueError, match="line has the shape"):
        Network.read({**numbers, "line": numbers["line"][:-1]})
    for names in (numbers.keys() - {"line"}, numbers.keys() | {"more"}):
        with pytest.raises(ValueError, match="the weights of another network"):
            Network.read({name: numbers.get(name, [0.0]) for name in names})


@pytest.mark.thorough
def test_a_tiny_budget_makes_a_network_of_the_same_shape_and_again_the_same(capsys: Capsys) -> None:
    main(["--rounds", "1200", "--seed", "5"])
    few = Learned.model_validate_json(capsys.readouterr().out)
    assert few == learn(1200, 5)
    assert (few.version, few.rounds, few.seed) == (VERSION, 1200, 5)
    one, kept = Network.read(few.network), learned()
    assert all(
        getattr(one, each.name).shape == getattr(kept, each.name).shape for each in fields(kept)
    )


@pytest.mark.thorough
def test_a_small_budget_is_of_use_already() -> None:
    """It takes some seconds; what is learned from so few rounds plays better than the tables."""
    new = Network.new(np.random.default_rng(1))
    few = policy_tables_of(Network.read(learn(40_000, 1).network), promises())
    ahead = duel(few, policy_tables_of(new, promises()), 1000, 2, 9)
    assert ahead.mean() > 0


def test_tables_of_a_final_turn_can_be_looked_at() -> None:
    """They go no turn ahead; what is further away is as good as what is there."""
    features = column_features(tables_for(CHANCES, 0))
    assert features.shape == COLUMNS.shape
    assert np.isfinite(features).all()
