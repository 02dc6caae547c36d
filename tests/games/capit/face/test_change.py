import pytest

from bot.face.recent import LastPlay
from bot.games.capit.face.change import changed_cards, last_play, was_discarded
from bot.games.capit.rules.cards import JOKER, Card, read_cards
from bot.games.capit.rules.state import State
from tests.games.capit.face.scenes import at, watch

TABLE = """
    0 run 5S6S7S
    1 set AHADX
    """
HAND = "7H 7D 7C 4S 8S 9S AS KH"


def changed(state: State, *actions: str) -> frozenset[tuple[int, int]]:
    after, events = watch(state, *actions)
    return changed_cards(events, [laid.meld for laid in after.melds])


@pytest.mark.parametrize(
    ("actions", "cards"),
    [
        ((), set()),
        (("meld set 7C7D7H",), {(2, 0), (2, 1), (2, 2)}),
        (("off 1 8S", "off 1 9S"), {(0, 3), (0, 4)}),
        (("off 1 low 4S", "off 1 8S"), {(0, 0), (0, 4)}),
        (("meld set 7C7D7H", "off 1 8S", "discard KH"), {(2, 0), (2, 1), (2, 2), (0, 3)}),
        (("swap 2.3 AS: off 1 X",), {(1, 2), (0, 3)}),
        (("meld set 7C7D7H", "discard KH", "take"), set()),
    ],
)
def test_the_cards_of_the_last_turn_are_framed(
    actions: tuple[str, ...], cards: set[tuple[int, int]]
) -> None:
    """C4.2, C4.4."""
    assert changed(at(HAND, TABLE), *actions) == cards


def test_a_contract_is_framed_whole() -> None:
    """C4.1."""
    state = at("7H 7D 7C AS AC AD KH", "1 set KHKCX", laid=frozenset({1}))
    assert changed(state, "lay set 7C7D7H set ACADAS") == {
        (number, at) for number in (1, 2) for at in range(3)
    }


@pytest.mark.parametrize(
    ("phase", "actions", "play"),
    [
        ("draw", ("take",), LastPlay(0, "took from the pile", read_cards("6H")[0])),
        ("draw", ("push",), LastPlay(0, "pushed to the left", read_cards("6H")[0])),
        (
            "draw",
            ("take", "discard 6H", "push"),
            LastPlay(1, "pushed to the left", read_cards("6H")[0]),
        ),
        ("play", ("meld set 7C7D7H",), LastPlay(0, "laid meld 3")),
        ("play", ("off 1 8S",), LastPlay(0, "laid off on meld 1", read_cards("8S")[0])),
        ("play", ("swap 2.3 AS: off 1 X",), LastPlay(0, "laid off on meld 1", JOKER)),
        ("play", ("discard KH",), LastPlay(0, "discarded", read_cards("KH")[0])),
    ],
)
def test_the_last_play_names_what_everybody_saw(
    phase: str, actions: tuple[str, ...], play: LastPlay[Card]
) -> None:
    """C3.2: a card from the stock is not among it."""
    _, events = watch(at(HAND, TABLE, phase=phase), *actions)
    assert last_play(events) == play


def test_before_the_first_play_there_is_none() -> None:
    assert last_play(()) is None


@pytest.mark.parametrize(
    ("phase", "actions", "was"),
    [
        ("play", ("discard KH",), True),
        ("play", ("off 1 8S", "discard KH"), True),
        ("play", ("off 1 8S",), False),
        ("draw", ("take",), False),
        ("play", ("discard KH", "take"), False),
    ],
)
def test_a_discard_is_new_until_the_next_play(
    phase: str,
    actions: tuple[str, ...],
    was: bool,  # noqa: FBT001 - what is compared
) -> None:
    """C4.5."""
    _, events = watch(at(HAND, TABLE, phase=phase), *actions)
    assert was_discarded(events) is was
