"""What is told of each event, and what the last turn changed."""

import pytest

from bot.face.phrases import LastPlay
from bot.game.rounds import Declined, Drew, Reshuffled, TurnStarted
from bot.games.kabobo.face import FACE
from bot.games.kabobo.face.descriptions import changed_spots, last_play, looked_spots
from bot.games.kabobo.rules import view as ev
from bot.games.kabobo.rules.cards import Card, Spot, card
from tests.face.moments import signs
from tests.games.kabobo.face.scenes import scene
from tests.games.kabobo.rules.at import at, watch

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
            ev.RoundStarted(2, 0, card("8H")),
            "**Round 2** begins. **Mina** starts, with an 8 of hearts on the discard pile.",
        ),
        (ev.Peeked(0, (0, 3)), "**Mina** looked at their first and fourth cards."),
        (TurnStarted(0, last=False), ""),
        (TurnStarted(0, last=True), "The last turn of **Mina**."),
        (
            ev.TookDiscard(0, 1, card("QH"), card("2S")),
            (
                "**Mina** took the queen of hearts from the discard pile as their second card and "
                "discarded the 2 of spades."
            ),
        ),
        (Drew(0), ""),
        (
            ev.Kept(0, 2, card("X")),
            "**Mina** kept a card from the draw pile as their third card and discarded the joker.",
        ),
        (
            ev.Seasoned(0, card("AS"), has_power=True),
            "**Mina** drew and discarded the ace of spades.",
        ),
        (
            ev.Seasoned(0, card("X"), has_power=False),
            "**Mina** drew and discarded the joker. It does nothing.",
        ),
        (ev.LookedAt(0, Spot(0, 1)), "**Mina** looked at their own second card."),
        (ev.LookedAt(0, Spot(1, 1)), f"**Mina** looked at {KAI}'s second card."),
        (
            ev.Traded(0, Spot(0, 0), Spot(1, 3)),
            f"**Mina** traded their own first card for {KAI}'s fourth card.",
        ),
        (ev.Locked(0, Spot(0, 0)), "**Mina** locked their own first card."),
        (ev.Unlocked(0, Spot(1, 2)), f"**Mina** unlocked {KAI}'s third card."),
        (Declined(0), "**Mina** left its power unused."),
        (ev.Called(0), "**Mina** called **Kabobo!** Everyone else has one last turn."),
        (Reshuffled(31), "31 discards were shuffled into a new draw pile."),
        (ev.MatchEnded((2, 1), (4, 5)), f"{KAI} wins with 5 of 5 pieces!"),
        (
            ev.MatchEnded((2, 1), (5, 5), handle=(1,)),
            f"{KAI} wins the handle and the match, with 5 of 5 pieces!",
        ),
        (
            ev.MatchEnded((1, 1), (5, 5), handle=(0, 1)),
            f"**Mina** and {KAI} share the handle and the win, with 5 of 5 pieces!",
        ),
        (ev.MatchEnded((1, 1), (3, 3)), f"**Mina** and {KAI} share the win with 3 of 5 pieces!"),
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
    """The caller: in the last line that is told, and in the description of the picture."""
    state = at("6D 9C X 3H\n3D 3C QH 3H", caller="1", to_move="0", draw_pile="2S", pieces="5 5")
    state, happened = watch(state, "draw", "season")
    lines = [line for event in happened if (line := FACE.say(event, SIGNS))]
    assert lines[-1] == "**Mina** wins the handle and the match, with 5 of 5 pieces!"
    described = FACE.alt(scene(state, events=happened))
    assert "Mina: 30 points, 5 of 5 pieces and the handle;" in described
    assert described.count("the handle") == 1


def events(*actions: str, **fields: str) -> list[object]:
    return watch(at(TABLE, None, **fields), *actions)[1]


@pytest.mark.parametrize(
    ("actions", "spots"),
    [
        (("take 2",), {Spot(0, 1)}),
        (("draw",), set()),
        (("draw", "keep 3"), {Spot(0, 2)}),
        (("draw", "season", "trade 1 2.2"), {Spot(0, 0), Spot(1, 1)}),
        (("call",), set()),
    ],
)
def test_changed_places_are_the_last_turn_s(actions: tuple[str, ...], spots: set[Spot]) -> None:
    assert changed_spots(events(*actions), SIGNS) == spots


def test_locks_are_changes() -> None:
    happened = events("lock 1", phase="power", discard_pile="2D")
    assert changed_spots(happened, SIGNS) == {Spot(0, 0)}
    happened = events("unlock 2.3", phase="power", discard_pile="2D")
    assert changed_spots(happened, SIGNS) == {Spot(1, 2)}


def test_looks_are_marked_and_change_nothing() -> None:
    """B5.1: who looked where is public."""
    happened = events("look 2.4", phase="power", discard_pile="2C")
    assert looked_spots(happened, SIGNS) == {Spot(1, 3)}
    assert changed_spots(happened, SIGNS) == frozenset()


@pytest.mark.parametrize(
    ("actions", "play"),
    [
        (("draw",), LastPlay(0, "drew a card")),
        (("take 1",), LastPlay(0, "took it as card 1", card("6H"))),
        (("draw", "keep 3"), LastPlay(0, "replaced card 3", card("9S"))),
        (("draw", "season"), LastPlay(0, "discarded it", card("8H"))),
        (("draw", "season", "trade 1 2.2"), LastPlay(0, "traded 1 for 2", card("8H"))),
        (("draw", "season", "decline"), LastPlay(0, "didn't use it", card("8H"))),
        (("call",), LastPlay(0, "called Kabobo!")),
    ],
)
def test_the_last_play_names_what_all_saw(actions: tuple[str, ...], play: LastPlay[Card]) -> None:
    assert last_play(events(*actions), SIGNS) == play


def test_before_the_first_play_there_is_none() -> None:
    assert last_play((), SIGNS) is None


@pytest.mark.parametrize(
    ("actions", "line"),
    [
        (("draw",), "**Mina** drew a card."),
        (
            ("take 2",),
            "**Mina** took the 6 of hearts as their second card instead of the queen of hearts.",
        ),
        (
            ("draw", "keep 3"),
            "**Mina** drew a card and kept it as their third card instead of the 9 of spades.",
        ),
        (
            ("draw", "season", "trade 1 2.2"),
            (
                "**Mina** drew the 8 of hearts, discarded it and traded their own first card for "
                f"{KAI}'s second card."
            ),
        ),
        (
            ("draw", "season", "decline"),
            "**Mina** drew the 8 of hearts, discarded it and didn't use its power.",
        ),
        (("call",), "**Mina** called “Kabobo!”."),
    ],
)
def test_a_turn_is_told_in_a_sentence(actions: tuple[str, ...], line: str) -> None:
    """B5.1: a card that was drawn and kept is not named."""
    assert FACE.turn(events(*actions), SIGNS) == line


def test_looks_of_several_are_told_as_one_in_their_place() -> None:
    happened = (ev.RoundStarted(1, 0, card("8H")), *(ev.Peeked(seat, (0, 3)) for seat in range(2)))
    told = "**Round 1** begins. 2 players looked at two of their cards."
    assert FACE.turn(happened, SIGNS) == told
