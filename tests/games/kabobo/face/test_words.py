import pytest

from bot.face.text_version import TEXT_LIMIT
from bot.games.kabobo.face import FACE
from bot.games.kabobo.rules.cards import Spot, card
from bot.games.kabobo.rules.events import (
    Called,
    Declined,
    Drew,
    Kept,
    Locked,
    LookedAt,
    MatchEnded,
    Peeked,
    Reshuffled,
    RoundStarted,
    Seasoned,
    TookDiscard,
    Traded,
    TurnStarted,
    Unlocked,
)
from bot.games.kabobo.rules.game import KABOBO
from bot.games.kabobo.rules.options import KaboboOptions
from tests.face.moments import signs
from tests.games.kabobo.face.scenes import QUIET, moments, scene
from tests.games.kabobo.rules.at import at, do, watch

TABLE = """
    ?3D/0peek *?QH/0draw 9S ?4C
    ?JS/0look,1peek ?KD *AH ?X
    """
SIGNS = signs(2)
KAI = "**Kai (hard)**"


@pytest.mark.parametrize(
    ("event", "line"),
    [
        (
            RoundStarted(2, 0, card("8H")),
            "**Round 2** begins. **Mina** starts, with an 8 of hearts on the discard pile.",
        ),
        (Peeked(0, (0, 3)), "**Mina** looked at their first and fourth cards."),
        (TurnStarted(0, last=False), ""),
        (TurnStarted(0, last=True), "The last turn of **Mina**."),
        (
            TookDiscard(0, 1, card("QH"), card("2S")),
            (
                "**Mina** took the queen of hearts from the discard pile as their second card and "
                "discarded the 2 of spades."
            ),
        ),
        (Drew(0), ""),
        (
            Kept(0, 2, card("X")),
            "**Mina** kept a card from the draw pile as their third card and discarded the joker.",
        ),
        (
            Seasoned(0, card("AS"), has_power=True),
            "**Mina** drew and discarded the ace of spades.",
        ),
        (
            Seasoned(0, card("X"), has_power=False),
            "**Mina** drew and discarded the joker. It does nothing.",
        ),
        (LookedAt(0, Spot(0, 1)), "**Mina** looked at their own second card."),
        (LookedAt(0, Spot(1, 1)), f"**Mina** looked at {KAI}'s second card."),
        (
            Traded(0, Spot(0, 0), Spot(1, 3)),
            f"**Mina** traded their own first card for {KAI}'s fourth card.",
        ),
        (Locked(0, Spot(0, 0)), "**Mina** locked their own first card."),
        (Unlocked(0, Spot(1, 2)), f"**Mina** unlocked {KAI}'s third card."),
        (Declined(0), "**Mina** left its power unused."),
        (Called(0), "**Mina** called **Kabobo!** Everyone else has one last turn."),
        (Reshuffled(31), "The draw pile ran out, so 31 discards were shuffled into a new one."),
        (MatchEnded((2, 1), (4, 5)), f"{KAI} wins with 5 of 5 pieces!"),
        (
            MatchEnded((2, 1), (5, 5), handle=(1,)),
            f"{KAI} wins the handle and the match, with 5 of 5 pieces!",
        ),
        (
            MatchEnded((1, 1), (5, 5), handle=(0, 1)),
            f"**Mina** and {KAI} share the handle and the win, with 5 of 5 pieces!",
        ),
        (MatchEnded((1, 1), (3, 3)), f"**Mina** and {KAI} share the win with 3 of 5 pieces!"),
    ],
)
def test_every_event_is_told_in_one_line(event: object, line: str) -> None:
    assert FACE.say(event, SIGNS) == line


def test_the_end_of_a_round_names_all_scores() -> None:
    state = at("3D 3C QH 3H\n6D 9C X 3H", caller="0", to_move="1", draw_pile="2S")
    _, happened = watch(state, "draw", "season")
    lines = [line for event in happened if (line := FACE.say(event, SIGNS))]
    assert lines[-1] == "**Round 1** is over: **Mina** 24, **Kai (hard)** 30."


def test_who_wins_the_handle_is_announced_with_it_b4_2() -> None:
    """Whoever called: in the last line that is told, and in the description of the picture."""
    state = at("6D 9C X 3H\n3D 3C QH 3H", caller="1", to_move="0", draw_pile="2S", pieces="5 5")
    state, happened = watch(state, "draw", "season")
    lines = [line for event in happened if (line := FACE.say(event, SIGNS))]
    assert lines[-1] == "**Mina** wins the handle and the match, with 5 of 5 pieces!"
    described = FACE.alt(scene(state, events=happened))
    assert "Mina: 30 points, 5 of 5 pieces and the handle;" in described
    assert described.count("the handle") == 1


def test_an_unknown_event_is_not_told() -> None:
    assert FACE.say(object(), SIGNS) == ""


def test_the_text_tells_what_the_picture_shows() -> None:
    """B5.1: cards that lie face up, locks, and who has looked at which card."""
    text = FACE.text(scene(at(TABLE, pieces="2 0", caller="1")))
    assert "Draw pile: 3 cards. Discard pile: 1, a 6 of hearts on top." in text
    assert "Now: **Mina** takes a turn." in text
    assert "**Mina** (last turn, started): 2 of 5 pieces, 0 points" in text
    assert "- 1: face down (seen by **Mina**)" in text
    assert "- 2: face down, locked (seen by **Mina**)" in text
    assert "- 3: face up, 9 of spades" in text
    assert "- 3: face up, ace of hearts, locked" in text
    assert "called Kabobo!" in text


def test_without_the_aid_nobody_is_reminded_of_looks() -> None:
    """B5.2."""
    assert "seen by" not in FACE.text(scene(at(TABLE, QUIET)))


@pytest.mark.parametrize("memory_aid", [True, False])
def test_no_text_names_a_card_that_lies_face_down(*, memory_aid: bool) -> None:
    """B5.1: what everybody may read is made from what everybody may know."""
    state = at(TABLE, KaboboOptions(memory_aid=memory_aid))
    shown = scene(state)
    for text in (FACE.text(shown), FACE.alt(shown), FACE.status(shown)):
        for hidden in ("3♢", "Q♡", "4♧", "J♤", "K♢", "Joker", "3 of diamonds", "queen", "king"):
            assert hidden not in text


@pytest.mark.parametrize("seats", [2, 4, 6])
def test_texts_of_real_matches_keep_to_the_limits(seats: int) -> None:
    for moment in moments(seats, 60 + seats):
        shown = moment.scene()
        assert 0 < len(FACE.text(shown)) <= TEXT_LIMIT
        assert 0 < len(FACE.alt(shown)) <= 1_000
        assert "**" not in FACE.alt(shown)
        assert len(FACE.results(shown)) <= 2_000
        assert "\n" not in FACE.status(shown)
        for event in moment.events:
            assert "\n" not in FACE.say(event, shown.seats)


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"phase": "peek"}, "look at two of your cards."),
        (
            {},
            "take the 6 of hearts from the discard pile, draw a card, or call “Kabobo!”.",
        ),
        ({"caller": "1"}, "last turn: take the 6 of hearts from the discard pile, draw a card."),
        ({"phase": "drawn", "drawn": "2S"}, "keep the card you drew, or discard it for its power."),
        (
            {"phase": "power", "discard_pile": "2S"},
            "look at one of your face-down cards, or leave it.",
        ),
        (
            {"phase": "power", "discard_pile": "2C"},
            "look at a face-down card of another player, or leave it.",
        ),
        (
            {"phase": "power", "discard_pile": "2H"},
            "trade one of your cards for another player's, or leave it.",
        ),
        (
            {"phase": "power", "discard_pile": "2D"},
            "lock one of your cards, or unlock any, or leave it.",
        ),
        ({"phase": "scored"}, "the round is over; anyone can start the next one."),
        ({"phase": "over"}, "the match is over."),
    ],
)
def test_the_status_says_what_to_do(fields: dict[str, str], words: str) -> None:
    assert FACE.status(scene(at(TABLE, None, **fields))) == words


def test_texts_of_a_scored_round_have_points_and_places() -> None:
    state = do(at("3D 3C QH 3H\n6D 9C X 3S", caller="1", draw_pile="2C"), "draw", "season")
    assert KABOBO.stage(state).paused
    text = FACE.text(scene(state))
    assert "(2nd, started): round 24, 0 of 5 pieces, 24 points" in text
    assert "(1st, +2 pieces, called Kabobo!): round 30, 2 of 5 pieces, 30 points" in text
    assert "- 3♢ | 3♧ | Q♡ | 3♡ · triple 9 + fifteen 15 = 24" in text
