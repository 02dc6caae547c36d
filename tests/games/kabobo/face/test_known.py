"""What a hand tells of recipes and unknown cards is right, short, and no more than is known."""

import random
import re
from itertools import combinations

import pytest

from bot.games.kabobo.face import FACE
from bot.games.kabobo.face.known import best_find, known_cards, offer, sure
from bot.games.kabobo.rules.cards import DECK, PLACES, Card, points_of_some, score
from bot.games.kabobo.rules.game import KABOBO
from bot.games.kabobo.rules.view import View
from tests.face.screens import press
from tests.games.kabobo.face.scenes import QUIET, moments, screen
from tests.games.kabobo.rules.at import at


def line(text: str, start: str) -> str:
    (found,) = [each for each in text.splitlines() if each.startswith(start)]
    return found


@pytest.mark.parametrize(
    ("hand", "told"),
    [
        ("?3D/0peek ?KH/0draw ?9S ?4C", "**No recipe yet.** You don't know cards 3 and 4. "),
        (
            "?4C/0peek ?5C/0peek ?6C/0peek ?7C/0peek",
            (
                "**59 points**: run 4 + 5 + 6 + 7 = 22; flush 4 + 5 + 6 + 7 = 22; "
                "fifteen 4 + 5 + 6 = 15."
            ),
        ),
        ("2S 4D 8H QC", "**0 points**: no recipe."),
        (
            "9S 9D ?4C ?X/0draw",
            "**At least 33 points**: pair 9 + 9 = 18; joker 15. You don't know card 3. ",
        ),
    ],
)
def test_recipes_of_the_known_cards_are_told_the_best_first(hand: str, told: str) -> None:
    """B3.1-B3.3: with the points that are sure, and how many cards are unknown."""
    text = screen(at(f"{hand}\n?7D ?8D ?9H ?10D")).text
    assert told in text


@pytest.mark.parametrize(
    ("hand", "find"),
    [
        ("4C 5C 6C ?2S", "The 7♧ there would make it **59**."),
        ("4C 5D 6C ?2S", "A joker there would make it **45**."),
        ("9S 9D ?4C ?X/0draw", "A 6 there would make it **48**."),
        ("?4C ?5C 8D ?6S", "An 8 in one of them would make it **16**."),
        ("2S 4D 7H ?QC", "A 4 there would make it **23**."),
    ],
)
def test_the_best_find_names_a_suit_only_where_it_matters(hand: str, find: str) -> None:
    assert find in screen(at(f"{hand}\n?7D ?8D ?9H ?10D", discard_pile="3H")).text


@pytest.mark.parametrize(
    ("others", "find"), [("KD KH KC ?9C", (2, 15)), ("KD KH ?KC ?9C", (13, 26))]
)
def test_a_card_that_lies_elsewhere_cannot_be_found(others: str, find: tuple[int, int]) -> None:
    """With one king left to be found it is the best card; with none, a 2 makes a fifteen."""
    best = best_find(KABOBO.view(at(f"KS ?2H ?3H ?4H\n{others}"), 0), 0)
    assert best is not None
    assert (best.card.value, best.points) == find


def test_the_top_discard_is_weighed() -> None:
    text = screen(at("4C 5C 6C ?2S\n?7D ?8D ?9H ?10D", discard_pile="6H")).text
    assert line(text, "With the") == (
        "With the 6♡ as card 4: **42 points** (run 15 + fifteen 15 + pair 12) instead of 30."
    )
    text = screen(at("9S 9D ?4C ?X/0draw\n?7D ?8D ?9H ?10D", discard_pile="9C")).text
    assert (
        line(text, "With the")
        == "With the 9♧ as card 3: **42 points** (triple 27 + joker 15) instead of 33."
    )
    text = screen(at("9S 9D ?4C ?2C\n?7D ?8D ?9H ?10D", discard_pile="9C")).text
    assert (
        line(text, "With the")
        == "With the 9♧ as card 3: at least **27 points** (triple 27) instead of 18."
    )
    text = screen(at("9S 9D ?4C ?2C\n?7D ?8D ?9H ?10D", discard_pile="5C")).text
    assert "The 5♧ adds nothing to your 18 points." in text


@pytest.mark.parametrize("way", ["take", "drawn"])
def test_each_place_for_a_card_is_weighed(way: str) -> None:
    hands = "?3D/0peek ?QH/0draw 9S ?4C\n?7D ?8D ?9H ?10D"
    text = screen(at(hands, discard_pile="QS"), focus="take").text
    if way == "drawn":
        text = screen(at(hands, phase="drawn", drawn="QS")).text
    assert line(text, "With the") == (
        "With the Q♤ as card 3: at least **39 points** (pair 24 + fifteen 15) instead of 15."
    )


HANDS = "9S 9D ?4C ?2C\n?7D ?8D ?9H ?10D"


def test_below_a_picture_one_line_weighs_the_card() -> None:
    for phase in ("turn", "drawn"):
        lead = screen(at(HANDS, phase=phase, drawn="5C", discard_pile="5C")).lead
        _, worth, *small = lead.splitlines()
        assert worth == "The 5♧ adds nothing to your 18 points."
        assert len(small) == (phase == "drawn")


def test_a_trade_for_a_known_card_is_weighed() -> None:
    hands = "?3D/0peek ?QH/0draw 9S ?4C\n?QS/0look ?8D *QC ?10D"
    state = at(hands, phase="power", discard_pile="2H")
    told = "With **Kai (hard)**'s Q♤ as card {}: at least **{} points** ({}) instead of 15."
    assert told.format(3, 39, "pair 24 + fifteen 15") in screen(state).text
    assert told.format(1, 24, "pair 24") in screen(state, focus="1").text
    assert (
        "You don't know the cards you could get."
        in screen(at("3D QH 9S 4C\n?KS ?8D *QC ?10D", phase="power", discard_pile="2H")).text
    )


def test_a_lock_is_offered_for_the_cards_that_score() -> None:
    text = screen(at("9S 4D 9C ?2H\n?7D ?8D ?9H ?10D", phase="power", discard_pile="2D")).text
    assert "Your points are in cards 1 and 3. A locked card can't be traded." in text


def test_the_table_of_recipes_marks_those_in_the_hand() -> None:
    state = at("9S 9D ?4C ?X/0draw\n?7D ?8D ?9H ?10D")
    assert press(screen(state), "Recipes") is not None
    text = screen(state, focus="recipes").text
    assert "- **Match ✔ 18** · 2, 3 or 4 cards of one value\n" in text
    assert "- **Run** · 3 or 4 values in a row" in text
    assert "- **Joker ✔ 15** · " in text
    assert "✔" not in screen(state, seat=1, focus="recipes").text


def test_without_the_aid_only_face_up_cards_are_counted() -> None:
    """B5.2: what a player has to remember is neither shown nor weighed."""
    hands = "?9D/0peek ?QH/0draw 9S 9C\n?9H/0look ?8D *QC ?10D"
    for fields in ({}, {"phase": "drawn", "drawn": "9S"}, {"phase": "power", "discard_pile": "2H"}):
        text = screen(at(hands, QUIET, **fields)).text
        assert "**At least 18 points**: pair 9 + 9 = 18. " in text
        assert "Face down, so not counted: cards 1 and 2." in text
        assert "27" not in text


def test_sure_points_are_those_of_the_rules_and_never_too_high() -> None:
    """B3.1-B3.3: any part of a hand scores no more than the whole, and all of it as much."""
    wheel = random.Random(7)
    for _ in range(300):
        cards = wheel.sample(DECK, len(PLACES))
        whole = score(cards).points
        assert points_of_some(cards) == whole
        for size in range(len(PLACES)):
            for places in combinations(PLACES, size):
                part = sure({place: cards[place] for place in places})
                assert part.points == points_of_some([cards[place] for place in places]) <= whole
                assert all({*each.places} <= {*places} for each in part.recipes)


def test_the_best_find_is_the_best_of_all_unseen_cards() -> None:
    """Compared with trying every card of the deck that the player does not see."""
    for moment in moments(3, 11):
        view = moment.scene(0).view
        find, hand = best_find(view, 0), view.hands[0]
        unknown = [place for place in PLACES if hand[place].card is None]
        if not unknown:
            assert find is None
            continue
        mine = known_cards(hand)
        totals = [offer(mine, unknown[0], card).points for card in _unseen(view)]
        assert (find.points if find else sure(mine).points) == max(totals)


def _unseen(view: View) -> list[Card]:
    cards = [*DECK]
    seen = [laid.card for hand in view.hands for laid in hand if laid.card is not None]
    for card in (*seen, *view.discard_pile, *([] if view.drawn is None else [view.drawn])):
        cards.remove(card)
    return cards


def test_no_line_is_about_a_card_of_value_nought() -> None:
    """Each number that is told belongs to a card: no unknown card slips into a sum."""
    for moment in moments(4, 77):
        for seat in range(4):
            text = FACE.screen(moment.scene(seat), KABOBO.legal(moment.state, seat), "").text
            assert not re.search(r"(^|\s)0 \+|\+ 0\b", text)
