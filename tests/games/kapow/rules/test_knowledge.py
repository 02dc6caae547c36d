"""What everyone may know (section 7, K3.2)."""

import pytest

from bot.game.contract import SPECTATOR, Viewer
from bot.games.kapow.rules.actions import Pile
from bot.games.kapow.rules.cards import Card
from bot.games.kapow.rules.game import KAPOW
from bot.games.kapow.rules.view import Drawn
from tests.games.kapow.rules.at import at, do, format_hand

PICTURE = """
    phase take
    to move 1
    draw 7 8 9
    discard 4 K P1
    out 2
    opened 1 2
    swaps 3
    reshuffles 1

    ?9 2
    5  K+1
    ?1 9

    7  .
    ?3 .
    ?K .

    0-2
    P1
    12
    """

VIEWERS: list[Viewer] = [SPECTATOR, 0, 1, 2]


@pytest.mark.parametrize("viewer", VIEWERS)
def test_face_down_cards_are_unknown_to_everyone_k7(viewer: Viewer) -> None:
    """Their owner included; all face-up cards and powersets are seen."""
    view = KAPOW.view(at(PICTURE), viewer)
    assert [format_hand(hand).split("\n") for hand in view.hands] == [
        ["? 2", "5 K+1", "? 9"],
        ["7 .", "? .", "? ."],
        ["0-2", "P1", "12"],
    ]


@pytest.mark.parametrize("viewer", VIEWERS)
def test_discards_and_the_size_of_the_draw_pile_are_public_k7(viewer: Viewer) -> None:
    view = KAPOW.view(at(PICTURE), viewer)
    assert [str(card) for card in view.discard_pile] == ["4", "K", "P1"]
    assert view.draw_pile == 3
    assert not hasattr(view, "draw")


@pytest.mark.parametrize("viewer", VIEWERS)
def test_a_card_from_the_draw_pile_is_seen_by_its_drawer_only_k3_2_k7(viewer: Viewer) -> None:
    view = KAPOW.view(do(at(PICTURE), "take draw"), viewer)
    assert view.drawn == Drawn(Card.C7 if viewer == 1 else None, Pile.DRAW)


@pytest.mark.parametrize("viewer", VIEWERS)
def test_a_card_from_the_discard_pile_is_known_to_everyone_k3_2(viewer: Viewer) -> None:
    view = KAPOW.view(do(at(PICTURE), "take discard"), viewer)
    assert view.drawn == Drawn(Card.C4, Pile.DISCARD)


def test_the_rest_of_a_view_is_public() -> None:
    state = at(PICTURE)
    view = KAPOW.view(state, SPECTATOR)
    assert (view.viewer, view.seats, view.options) == (None, 3, state.setup.options)
    assert (view.round, view.turn, view.starter, view.to_move) == (1, 9, 0, 1)
    assert (view.phase, view.out, view.final_turn) == (state.phase, 2, True)
    assert (view.opened, view.swaps, view.reshuffles) == (frozenset({1, 2}), 3, 1)
    assert (view.results, view.totals) == ((), (0, 0, 0))


def test_totals_add_up_the_rounds_scored() -> None:
    state = do(at("out 1\ndrawn 9 draw\n\n0\n3\n4\n\n9\n5\n7"), "discard")
    view = KAPOW.view(do(state, "next"), 0)
    assert view.totals == (7, 42)
    assert view.results == state.results


def test_after_a_round_the_draw_pile_is_still_unknown_k7() -> None:
    state = do(at("out 1\ndrawn 9 draw\ndraw 1 2 3\n\n0\n3\n4\n\n9\n5\n7"), "discard")
    turned = KAPOW.permute_unknown(state, SPECTATOR, lambda cards: cards[::-1])
    assert [str(card) for card in turned.draw_pile] == ["3", "2", "1"]
    assert KAPOW.view(turned, SPECTATOR) == KAPOW.view(state, SPECTATOR)


@pytest.mark.parametrize(("viewer", "unknown"), [(1, 7), (0, 8), (SPECTATOR, 8)])
def test_all_that_a_viewer_may_not_know_is_permuted_k7(viewer: Viewer, unknown: int) -> None:
    """Four face-down cards, three in the draw pile, and the card drawn by another."""
    state = do(at(PICTURE.replace("draw 7 8 9", "draw 7 8 9 10")), "take draw")
    asked: list[int] = []

    def order(cards: object) -> list[str]:
        assert isinstance(cards, list)
        asked.append(len(cards))
        return cards[::-1]

    other = KAPOW.permute_unknown(state, viewer, order)
    assert asked == [unknown]
    assert KAPOW.cards(other) == KAPOW.cards(state)
    assert KAPOW.view(other, viewer) == KAPOW.view(state, viewer)
