"""The powers of the four suits (B2.3, B2.4, B6.2), and who knows what by them (section 5)."""

import pytest

from bot.game.contract import SPECTATOR, Viewer
from bot.game.rounds import Declined, Drew, TurnStarted
from bot.games.kabobo.rules.cards import Spot, card
from bot.games.kabobo.rules.game import KABOBO
from bot.games.kabobo.rules.state import State
from bot.games.kabobo.rules.view import How, Locked, LookedAt, Phase, Seasoned, Traded, Unlocked
from tests.game.playing import permuted
from tests.games.kabobo.rules.at import at, do, drawing, hand, legal, refusal, watch

HANDS = """
    ?3D/0peek ?3C *?QH 3H
    ?6D/1peek *?9C ?X 4H
    ?2S ?2C *2H *2D
    """


def seasoned(power: str, hands: str = HANDS) -> State:
    return do(at(hands, draw_pile=f"{power} 8C"), "draw", "season")


def test_only_a_card_drawn_and_discarded_gives_a_power_b2_3() -> None:
    state, happened = watch(at(HANDS, draw_pile="5S"), "draw", "season")
    assert happened == [Drew(0), Seasoned(0, card("5S"), has_power=True)]
    assert (state.phase, state.to_move, state.drawn) == (Phase.POWER, 0, None)


def test_spades_look_at_an_own_face_down_card_b2_3() -> None:
    state = seasoned("5S")
    assert legal(state) == ["check 1", "check 2", "decline"]
    state, happened = watch(state, "check 2")
    assert happened == [LookedAt(0, Spot(0, 1)), TurnStarted(1, False)]
    assert hand(state) == "?3D/0peek ?3C/0check *?QH 3H"


def test_a_known_card_may_be_checked_the_first_time_counts_b6_2() -> None:
    state = do(seasoned("5S"), "check 1")
    assert hand(state) == "?3D/0peek ?3C *?QH 3H"
    assert state.hands[0][0].fresh == {0}


def test_clubs_look_at_an_opponents_face_down_card_b2_3() -> None:
    state = seasoned("5C")
    assert legal(state) == ["look 2.1", "look 2.3", "look 3.1", "look 3.2", "decline"]
    state, happened = watch(state, "look 2.1")
    assert happened == [LookedAt(0, Spot(1, 0)), TurnStarted(1, False)]
    assert hand(state, 1) == "?6D/0look,1peek *?9C ?X 4H"


def test_hearts_trade_an_own_card_with_an_opponents_b2_3() -> None:
    state = seasoned("5H")
    own, others = ("1", "2", "4"), ("2.1", "2.3", "2.4", "3.1", "3.2")
    trades = [f"trade {place} {other}" for place in own for other in others]
    assert legal(state) == [*trades, "decline"]
    state, happened = watch(state, "trade 1 2.4")
    assert happened == [Traded(0, Spot(0, 0), Spot(1, 3)), TurnStarted(1, False)]
    assert hand(state) == "4H ?3C *?QH 3H"
    assert hand(state, 1) == "?6D/1peek *?9C ?X ?3D/0peek"


def test_what_was_seen_goes_with_the_card_and_each_keeps_facing_as_it_was_b2_3() -> None:
    state = do(seasoned("5H"), "trade 4 2.1")
    assert hand(state) == "?3D/0peek ?3C *?QH ?6D/1peek"
    assert hand(state, 1) == "3H *?9C ?X 4H"
    assert state.hands[0][3].how(1) is How.PEEK
    assert state.hands[0][3].how(0) is None


def test_diamonds_lock_an_own_card_or_unlock_any_b2_3() -> None:
    state = seasoned("5D")
    locks = ["lock 1", "lock 2", "lock 4"]
    unlocks = ["unlock 1.3", "unlock 2.2", "unlock 3.3", "unlock 3.4"]
    assert legal(state) == [*locks, *unlocks, "decline"]
    locked, happened = watch(state, "lock 4")
    assert happened == [Locked(0, Spot(0, 3)), TurnStarted(1, False)]
    assert hand(locked) == "?3D/0peek ?3C *?QH *3H"
    opened, happened = watch(state, "unlock 3.4")
    assert happened == [Unlocked(0, Spot(2, 3)), TurnStarted(1, False)]
    assert hand(opened, 2) == "?2S ?2C *2H 2D"


@pytest.mark.parametrize(
    ("power", "action", "rule"),
    [
        ("5S", "check 4", "B2.3"),
        ("5S", "check 3", "B2.4"),
        ("5S", "look 2.1", "B2.3"),
        ("5C", "look 1.1", "B2.3"),
        ("5C", "look 6.1", "B2.3"),
        ("5C", "look 2.4", "B2.3"),
        ("5C", "look 2.2", "B2.4"),
        ("5C", "check 1", "B2.3"),
        ("5H", "trade 3 2.1", "B2.4"),
        ("5H", "trade 1 2.2", "B2.4"),
        ("5H", "trade 1 1.2", "B2.3"),
        ("5H", "trade 1 4.1", "B2.3"),
        ("5D", "lock 3", "B2.3"),
        ("5D", "unlock 1.1", "B2.3"),
        ("5D", "unlock 5.1", "B2.3"),
        ("5D", "trade 1 2.1", "B2.3"),
        ("5D", "draw", "B2.3"),
        ("5D", "season", "B2.3"),
    ],
)
def test_what_a_power_cannot_do_b2_3_b2_4(power: str, action: str, rule: str) -> None:
    state = seasoned(power)
    before = repr(state)
    assert refusal(state, action).rule == rule
    assert repr(state) == before


@pytest.mark.parametrize("power", ["5S", "5C", "5H", "5D"])
def test_a_power_may_be_declined_b2_3(power: str) -> None:
    state = seasoned(power)
    after, happened = watch(state, "decline")
    assert happened == [Declined(0), TurnStarted(1, False)]
    assert [hand(after, seat) for seat in range(3)] == [hand(state, seat) for seat in range(3)]


def test_a_power_may_be_used_in_a_last_turn_b2_5() -> None:
    state = do(at(HANDS, draw_pile="5S 9C", to_move="2", caller="0", turns="4"), "draw", "season")
    assert state.phase is Phase.POWER
    assert KABOBO.outcome(do(state, "check 1")) is None


@pytest.mark.parametrize(
    ("power", "hands"),
    [
        ("5S", "3D 3C *?QH 3H\n?6D ?9C ?X 4H"),
        ("5C", "?3D ?3C ?QH ?3H\n6D *?9C X 4H"),
        ("5H", "*?3D *3C *?QH *3H\n?6D ?9C ?X 4H"),
        ("5H", "?3D 3C ?QH 3H\n*?6D *?9C *?X *4H"),
    ],
)
def test_without_a_legal_target_a_power_does_nothing_b2_3_b6_2(power: str, hands: str) -> None:
    state, happened = watch(at(hands, draw_pile=f"{power} 8C"), "draw", "season")
    assert happened[1] == Seasoned(0, card(power), has_power=False)
    assert (state.phase, state.to_move) == (Phase.TURN, 1)


SEEN = "?3D/0peek ?3C *?QH/0peek,1look 3H\n?6D/1peek ?9C ?X/0look 4H"


def shown(state: State, viewer: Viewer) -> list[str]:
    """Return the cards as a viewer sees them, without who has seen them."""
    view = KABOBO.view(state, viewer)
    return [" ".join(drawing(laid).split("/")[0] for laid in hand) for hand in view.hands]


@pytest.mark.parametrize(
    ("viewer", "hands"),
    [
        (SPECTATOR, ["? ? *? 3H", "? ? ? 4H"]),
        (0, ["?3D ? *?QH 3H", "? ? ?X 4H"]),
        (1, ["? ? *?QH 3H", "?6D ? ? 4H"]),
    ],
)
def test_face_up_cards_are_public_and_others_known_to_who_saw_them_b5_1(
    viewer: Viewer, hands: list[str]
) -> None:
    assert shown(at(SEEN), viewer) == hands


def test_who_has_seen_what_is_public_b5_1() -> None:
    view = KABOBO.view(at(SEEN), SPECTATOR)
    assert drawing(view.hands[0][2]) == "*?/0peek,1look"


def test_only_the_drawer_sees_the_card_drawn_b2_2() -> None:
    state = do(at(SEEN, draw_pile="7S 8S"), "draw")
    assert [KABOBO.view(state, viewer).drawn for viewer in (SPECTATOR, 0, 1)] == [
        None, card("7S"), None
    ]  # fmt: skip
    assert all(KABOBO.view(state, viewer).has_drawn for viewer in (SPECTATOR, 0, 1))


def test_discards_are_public_and_the_deck_is_counted_b5_1() -> None:
    view = KABOBO.view(at(SEEN, discard_pile="KH 2D", draw_pile="7S 8S"), SPECTATOR)
    assert (view.discard_pile, view.draw_pile) == ((card("KH"), card("2D")), 2)


def test_knowledge_follows_a_card_through_trades_b5_2() -> None:
    state = do(at(SEEN, draw_pile="5H 9H 5H"), "draw", "season", "trade 1 2.1")
    assert shown(state, 0) == ["? ? *?QH 3H", "?3D ? ?X 4H"]
    assert shown(state, 1) == ["?6D ? *?QH 3H", "? ? ? 4H"]
    state = do(state, "draw", "season", "trade 1 1.2")
    assert shown(state, 0) == ["? ?3D *?QH 3H", "? ? ?X 4H"]


def test_a_card_that_was_replaced_is_forgotten_b5_2() -> None:
    state = do(at(SEEN, draw_pile="7S 8S"), "draw", "keep 1")
    assert shown(state, 0) == ["?7S ? *?QH 3H", "? ? ?X 4H"]
    state = do(state, "draw", "keep 3")
    assert shown(state, 0)[1] == "? ? ? 4H"


def test_a_look_is_fresh_until_the_seat_acts_again_b5_2() -> None:
    state = do(at(SEEN, draw_pile="5S 9C 2D 3D"), "draw", "season", "check 2")
    assert state.hands[0][1].fresh == {0}
    state = do(state, "draw", "keep 1")
    assert state.hands[0][1].fresh == {0}
    assert state.hands[1][0].fresh == {1}
    state = do(state, "draw")
    assert state.hands[0][1].fresh == frozenset()
    assert state.hands[1][0].fresh == {1}
    assert state.hands[0][1].how(0) is not None


@pytest.mark.parametrize(
    ("viewer", "unknown"), [(SPECTATOR, "3D 3C QH 6D 9C X"), (0, "3C 6D 9C"), (1, "3D 3C 9C X")]
)
def test_all_that_a_viewer_may_not_know_is_permuted_b5_1(viewer: Viewer, unknown: str) -> None:
    """The card that another has drawn and the deck, too."""
    state = do(at(SEEN, draw_pile="7S 8S 9S"), "draw")
    hidden = ["8S", "9S", *["7S"] * (viewer != 0)]
    assert permuted(KABOBO, state, viewer) == sorted([*unknown.split(), *hidden])
