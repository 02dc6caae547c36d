"""Taking a card and playing it (K3.2, K3.3, K3.5, K9.5)."""

import pytest

from bot.game.contract import IllegalActionError
from bot.game.rounds import Discarded
from bot.games.kapow.rules.actions import Pile, PutBeneath
from bot.games.kapow.rules.cards import Card, Place, position
from bot.games.kapow.rules.game import KAPOW
from bot.games.kapow.rules.options import KapowOptions
from bot.games.kapow.rules.view import Drawn, Phase, Placed, Replaced, Took
from tests.game.playing import pile
from tests.games.kapow.rules.at import at, do, legal, lies, refusal, watch
from tests.helpers import not_none

TAKE = """
    phase take
    draw 7 8
    discard 9 10

    1  ?4 .
    ?5 ?5 .
    P1 0-2 .
    """
HAND = """
    9  ?4 .  P2
    ?5 K  .  0-2
    P1 3  .  12
    """


def holding(card: str, pile: str = "draw") -> str:
    return f"drawn {card} {pile}\n\n{HAND}"


def test_the_top_card_of_either_pile_can_be_taken_k3_2() -> None:
    assert legal(at(TAKE)) == ["take draw", "take discard"]
    drawn, events = watch(at(TAKE), "take draw")
    assert drawn.drawn == Drawn(Card.C7, Pile.DRAW)
    assert [str(card) for card in drawn.draw_pile] == ["8"]
    assert events == [Took(0, Pile.DRAW, None)]
    taken, events = watch(at(TAKE), "take discard")
    assert taken.drawn == Drawn(Card.C9, Pile.DISCARD)
    assert pile(taken) == "10"
    assert events == [Took(0, Pile.DISCARD, Card.C9)]
    assert drawn.phase is taken.phase is Phase.PLAY


@pytest.mark.parametrize("action", ["reveal 1t 1m", "discard", "replace 1t", "end", "swap 1t 1m"])
def test_first_a_card_is_taken_k3_2(action: str) -> None:
    refused = refusal(at(TAKE), action)
    assert (refused.rule, refused.sentence[:11]) == ("K3.2", "Take a card")


@pytest.mark.parametrize("action", ["take draw", "reveal 1t 1m", "end", "swap 2m 1t", "next"])
def test_then_it_is_played_k3_3(action: str) -> None:
    assert refusal(at(holding("7")), action).rule == "K3.3"


def test_only_the_seat_to_move_acts_k2_5() -> None:
    state = at(TAKE)
    assert KAPOW.to_act(state) == {0}
    assert KAPOW.legal(state, 1) == ()
    for seat in (1, 2, -1):
        with pytest.raises(IllegalActionError, match="isn't your turn") as refused:
            KAPOW.apply(state, seat, KAPOW.parse("take draw"))
        assert refused.value.rule == "K2.5"


@pytest.mark.parametrize("source", ["draw", "discard"])
def test_the_card_may_be_discarded_from_either_pile_k3_3a(source: str) -> None:
    state, events = watch(at(holding("7", source)), "discard")
    assert pile(state) == "7 12 12"
    assert events[0] == Discarded(0, Card.C7)
    assert state.drawn is None


def test_a_plain_pass_can_be_forbidden_k3_3a() -> None:
    state = at(holding("7", "discard"), KapowOptions(no_pass=True))
    assert refusal(state, "discard").rule == "K3.3a"
    assert "discard" in legal(at(holding("7", "draw"), KapowOptions(no_pass=True)))


def test_a_fixed_card_replaces_anything_left_and_goes_on_power_cards_k3_3b_k3_3c() -> None:
    assert legal(at(holding("7"))) == [
        *["discard", "replace 1t", "replace 1m"],
        *["replace 1b", "top 1b +", "top 1b -"],
        *["replace 2t", "replace 2m", "replace 2b"],
        *["replace 4t", "top 4t +", "top 4t -"],
        *["replace 4m", "replace 4b"],
    ]


def test_a_power_card_goes_beneath_anything_face_up_too_k3_3d() -> None:
    assert [text for text in legal(at(holding("P2"))) if text.startswith("beneath")] == [
        f"beneath {place} {sign}"
        for place in ("1t", "1b", "2m", "2b", "4t", "4m", "4b")
        for sign in "+-"
    ]
    others = [text for text in legal(at(holding("P2"))) if not text.startswith("beneath")]
    assert others == legal(at(holding("7"))) == legal(at(holding("K")))


@pytest.mark.parametrize(
    ("place", "old", "left"),
    [
        *[("1t", "9", "9 12 12"), ("1m", "5", "5 12 12"), ("4m", "0-2", "0 P2 12 12")],
        *[("2m", "K", "K 12 12"), ("4t", "P2", "P2 12 12"), ("2t", "4", "4 12 12")],
    ],
)
def test_what_is_replaced_is_discarded_face_up_k3_3b(place: str, old: str, left: str) -> None:
    before = at(holding("7"))
    state, events = watch(before, f"replace {place}")
    where = Place(int(place[0]) - 1, "tmb".index(place[1]))
    assert events[0] == Replaced(0, where, Card.C7, position(old))
    assert pile(state) == left
    assert sum(KAPOW.cards(state).values()) == sum(KAPOW.cards(before).values())


def test_the_card_lies_face_up_where_the_old_one_was_k3_3b() -> None:
    assert lies(do(at(holding("7")), "replace 2t"), "9 7 . P2\n?5 K . 0-2\nP1 3 . 12")


@pytest.mark.parametrize("place", ["3t", "3m", "3b"])
def test_nothing_is_put_where_a_triad_was_discarded_k3_3(place: str) -> None:
    actions = {"b": f"replace {place}", "c": f"top {place} -", "d": f"beneath {place} +"}
    for part, action in actions.items():
        refused = refusal(at(holding("P1")), action)
        assert (refused.rule, refused.sentence) == (f"K3.3{part}", "There's no card in that place.")


def test_a_hand_of_nine_has_no_fourth_column_k3_3b() -> None:
    state = at("drawn 7 draw\n\n9 ?4 1\n?5 K 2\nP1 3 4")
    assert refusal(state, "replace 4t").sentence == "There's no card in that place."


@pytest.mark.parametrize(
    ("card", "action", "made"),
    [
        *[("7", "top 4t +", "7+2"), ("7", "top 4t -", "7-2"), ("0", "top 1b -", "0-1")],
        *[("P1", "top 4t +", "P1+2"), ("P2", "top 1b -", "P2-1"), ("K", "top 4t -", "K-2")],
    ],
)
def test_any_card_goes_on_top_of_a_lone_power_card_k3_3c(card: str, action: str, made: str) -> None:
    place = Place(int(action[4]) - 1, "tmb".index(action[5]))
    state, events = watch(at(holding(card)), action)
    assert events[0] == Placed(0, place, KAPOW_CARDS[card], on_top=True, position=position(made))
    assert not_none(state.hands[0][place.column])[place.row] == position(made)
    assert pile(state) == "12 12"


KAPOW_CARDS = {"7": Card.C7, "0": Card.C0, "P1": Card.POWER_1, "P2": Card.POWER_2, "K": Card.KAPOW}


@pytest.mark.parametrize("place", ["1t", "1m", "2t", "2m", "4m", "4b"])
def test_nothing_goes_on_top_of_anything_else_k3_3c(place: str) -> None:
    """Fixed cards, face-down cards, KAPOW! cards and powersets."""
    assert refusal(at(holding("P1")), f"top {place} +").rule == "K3.3c"


def test_nothing_goes_on_top_of_a_face_down_power_card_k3_3c() -> None:
    state = at("drawn 7 draw\n\n?P1 4 4\n5 K 2\n0 3 9")
    assert refusal(state, "top 1t +").rule == "K3.3c"


@pytest.mark.parametrize(
    ("action", "made"),
    [
        *[("beneath 1t +", "9+2"), ("beneath 1t -", "9-2"), ("beneath 1b -", "P1-2")],
        *[("beneath 2m +", "K+2"), ("beneath 4m -", "0-2-2"), ("beneath 4m +", "0-2+2")],
    ],
)
def test_a_power_card_goes_beneath_whatever_lies_face_up_k3_3d_k9_5(action: str, made: str) -> None:
    """A new card beneath lies lowest."""
    place = Place(int(action[8]) - 1, "tmb".index(action[9]))
    state, events = watch(at(holding("P2")), action)
    placed = Placed(0, place, Card.POWER_2, on_top=False, position=position(made))
    assert events[0] == placed
    assert pile(state) == "12 12"


def test_any_number_of_power_cards_goes_beneath_one_position_k3_3d() -> None:
    state = at("drawn P1 draw\n\n5-2+1-1+2 4 4\n?5 0 2\n9 3 9")
    assert lies(do(state, "beneath 1t -"), "5-2+1-1+2-1 4 4\n?5 0 2\n9 3 9")


def test_power_cards_of_either_face_go_on_top_and_beneath_each_other_k3_3c_k3_3d() -> None:
    state = at("drawn P1 draw\n\nP2 4 4\n?5 0 2\n9 3 9")
    made = {}
    for action in ("top 1t +", "top 1t -", "beneath 1t +", "beneath 1t -"):
        triad = not_none(do(state, action).hands[0][0])
        made[action] = str(triad[0])
    assert made == {
        "top 1t +": "P1+2",
        "top 1t -": "P1-2",
        "beneath 1t +": "P2+1",
        "beneath 1t -": "P2-1",
    }


@pytest.mark.parametrize("place", ["1m", "2t"])
def test_nothing_goes_beneath_a_face_down_card_k3_3d(place: str) -> None:
    refused = refusal(at(holding("P1")), f"beneath {place} +")
    assert (refused.rule, "face-down" in refused.sentence) == ("K3.3d", True)


@pytest.mark.parametrize("card", ["7", "0", "K"])
def test_only_power_cards_go_beneath_k3_3d(card: str) -> None:
    refused = refusal(at(holding(card)), "beneath 1t +")
    assert (refused.rule, "power card" in refused.sentence) == ("K3.3d", True)


def test_a_modifier_is_plus_or_minus_the_face_k1_2() -> None:
    state = at(holding("P1"))
    with pytest.raises(IllegalActionError) as refused:
        KAPOW.check(state, 0, PutBeneath(Place(0, 0), 2))
    assert refused.value.rule == "K1.2"


def test_a_modifier_never_changes_afterwards_k1_2() -> None:
    """Whatever follows, the powerset stays as it was put together."""
    state = at("drawn K draw\n\n0-2 4 4\n?5 0 2\n9 3 9")
    state = do(state, "replace 1m", "swap 1m 1t")
    assert lies(state, "K 4 4\n0-2 0 2\n9 3 9")


def test_a_waiting_triad_takes_no_card_k3_5() -> None:
    """Only in a final turn does a triad wait while a card is played."""
    state = at("out 1\ndrawn P1 draw\n\n12 4 4\n12 0 2\nK 3 9")
    for action in ("replace 1t", "top 1t +", "beneath 1m -", "beneath 1b +"):
        assert refusal(state, action).rule == "K3.5"
    assert not any(" 1" in text for text in legal(state))
