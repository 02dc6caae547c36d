"""Replaying records: what is proved, what is refused, and what the command line says of it."""

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from bot.__main__ import main
from bot.game.contract import Outcome
from bot.game.record import NightTable, Record, parse_record
from bot.game.record_lines import MAX_RECORD_LENGTH, RecordError
from bot.game.replay import check_record, position_at, replay, verify
from bot.games.registry import GAMES
from tests.game.test_record import EXAMPLE
from tests.helpers import Capsys, not_none
from tests.toy_game import TOY

TOYS = {TOY.name: TOY}
HIGH_CARDS = Record(
    game="toy",
    secret=bytes(32),
    seats=("Mina", "Ole"),
    cuts=("swan", "goose"),
    options=(("rounds", 1),),
    fixed=((1, "deal", ("12", "1", "7", "2")),),
    actions=((1, "play 7"), (0, "play 12")),
    outcome=Outcome("all rounds played", (1, 2), (1, 0), ((1, 0),)),
)
"""A match of the toy game: both seats choose in secret, in any order."""


def kapow() -> Record:
    return parse_record(EXAMPLE)


def refusal(record: Record) -> tuple[str, str]:
    text = str(record)
    with pytest.raises(RecordError) as refused:
        check_record(text, GAMES)
    sentence, line = str(refused.value), refused.value.line
    if line is None:
        return sentence, ""
    return sentence.removeprefix(f"Line {line}: "), text.splitlines()[line - 1]


def test_a_replay_has_every_position_on_the_way() -> None:
    moments = list(replay(kapow(), GAMES))
    actions = [(moment.seat, str(moment.action)) for moment in moments[1:]]
    assert tuple(actions) == kapow().actions
    assert [moment.index for moment in moments] == list(range(len(moments)))
    assert all(moment.events for moment in moments)
    for moment in moments:
        assert position_at(kapow(), moment.index, GAMES) == moment
    assert position_at(kapow(), None, GAMES) == moments[-1]


@pytest.mark.parametrize("index", [-1, 35, 10**9])
def test_there_is_no_position_past_the_actions(index: int) -> None:
    count = len(kapow().actions)
    assert count < 35
    with pytest.raises(RecordError, match=f"has {count} actions, so there's no action {index}"):
        position_at(kapow(), index, GAMES)


def test_a_checked_record_is_told_to_be_fair() -> None:
    told = check_record(EXAMPLE, GAMES)
    assert f"all {len(kapow().actions)} actions are legal" in told
    assert kapow().commitment in told
    assert "The scores are right: Mina 42, Kai 57." in told


def verdict(record: Record) -> list[str]:
    return check_record(str(record), GAMES).split("\n")


SECRET_FITS = f"Fingerprint of the secret: {kapow().commitment}"
LOBBY = "That's the proof if the lobby showed the same before the match."


def test_a_verdict_says_what_is_proved_and_against_which_fingerprint() -> None:
    assert verdict(replace(kapow(), cuts=("seven swans", "tea"), actions=(), outcome=None)) == [
        "Proved.",
        "Kapow!: nobody has done anything yet. The match isn't finished.",
        "Every shuffle and draw follows from the secret and the cuts.",
        SECRET_FITS,
        LOBBY,
        "Cut by Mina “seven swans”, Kai “tea”. This record doesn't say who cut last.",
        "Not proved: that each word is what its player typed. Look for yours.",
    ]
    count = len(kapow().actions)
    assert (
        f": all {count} actions are legal. The scores are right: Mina 42, Kai 57."
        in verdict(kapow())[1]
    )


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"cuts": ("swan", "tea"), "cuts_made": (1, 0)}, ["Cut by Kai “tea”, then Mina “swan”."]),
        ({"cuts": ("", "")}, [": nobody cut.", LOBBY, "Not proved: that nobody knew the secret."]),
        (
            {"cuts": ("", ""), "daily": date(2026, 3, 5)},
            [
                ": nobody cuts a daily deal.",
                "`/daily play` showed the same on 5 March 2026, or on the",
            ],
        ),
        (
            {"cuts": ("", ""), "night": NightTable("5f0c", 1, 0)},
            [": nobody cuts at a night's table.", "“Fairness” at the table", "The night's record"],
        ),
        ({"actions": ()}, ["nobody has done anything yet. The match isn't finished."]),
        ({"actions": kapow().actions[:1]}, ["its only action is legal."]),
        ({"actions": kapow().actions[:2]}, ["all 2 actions are legal."]),
    ],
)
def test_a_verdict_speaks_of_this_kind_of_match(changes: dict[str, Any], told: list[str]) -> None:
    lines = verdict(replace(kapow(), outcome=None, **({"actions": ()} | changes)))
    assert SECRET_FITS in lines
    assert [words for words in told if any(words in line for line in lines)] == told
    assert ("lobby" in " ".join(lines)) == (not changes.keys() & {"daily", "night"})


def test_a_scripted_deal_is_not_proved() -> None:
    told = check_record(str(HIGH_CARDS), TOYS)
    assert told == (
        "The deal isn't proved.\n"
        "High Card: all 2 actions are legal. The scores are right: Mina 1, Ole 0.\n"
        "The record scripts the deal, so nothing proves the shuffle.\n"
        f"Fingerprint of the secret: {HIGH_CARDS.commitment}"
    )


@pytest.mark.parametrize(
    ("changes", "at", "sentence"),
    [
        ({"scores": (41, 57)}, "scores", "The scores should be 42 57, but the record has 41 57."),
        ({"ranks": (2, 1)}, "ranks", "The ranks should be 1 2, but the record has 2 1."),
        ({"ranks": ()}, "ranks", "The ranks should be 1 2, but the record has nothing."),
        ({"rounds": ((42, 5),)}, "round 1", "The points should be 42 57, but the record has 42 5."),
        ({"rounds": ((42, 57), (0, 0))}, "round 2", "The match has no round 2."),
        ({"rounds": ()}, "", "The record has no line “round 1:”."),
        ({"reason": "luck"}, "result", "The result should be “all rounds played”."),
    ],
)  # fmt: skip
def test_a_wrong_result_is_named(changes: dict[str, object], at: str, sentence: str) -> None:
    outcome = not_none(kapow().outcome)
    wrong = replace(outcome, **changes)  # type: ignore[arg-type] # each has its field's type
    told, line = refusal(replace(kapow(), outcome=wrong))
    assert told == sentence
    assert line.partition(":")[0] == at


@pytest.mark.parametrize("scores", ["42 57", "57 42"])
def test_scores_without_a_result_are_not_passed_over(scores: str) -> None:
    text = EXAMPLE.replace("scores: 42 57", f"scores: {scores}")
    text = text.replace("result: all rounds played\n", "")
    with pytest.raises(RecordError, match="has no line “result:”, which belongs with this") as told:
        check_record(text, GAMES)
    assert told.value.line == 1 + text.splitlines().index("ranks: 1 2")


def test_a_match_that_is_over_needs_no_result() -> None:
    told = check_record(str(replace(kapow(), outcome=None)), GAMES)
    assert "The record has no result. By the rules, the scores are Mina 42, Kai 57.\n" in told


@pytest.mark.parametrize(
    "order",
    [(1, "reshuffle 9", ("K",)), (2, "deal", ("K",)), (1, "dealt", ("K",)), (0, "deal", ("K",))],
)
def test_an_order_that_is_never_used_is_refused(order: tuple[int, str, tuple[str, ...]]) -> None:
    dealer = (0, "dealer", ("1",))
    assert "scripts the deal" in check_record(str(replace(kapow(), fixed=(dealer,))), GAMES)
    for record in (kapow(), replace(kapow(), actions=(), outcome=None)):
        told, line = refusal(replace(record, fixed=(dealer, order)))
        assert told == "This order is never used in the match."
        assert line == f"order {order[0]} {order[1]}: K"


@pytest.mark.parametrize(
    ("game", "option", "sentence"),
    [
        ("kapow", "jokers: true", "Kapow! has no option “jokers”."),
        ("kapow", "rounds: 11", "The option “rounds” is a whole number from 1 to 10."),
        ("kapow", "rounds: null", "The option “rounds” is a whole number from 1 to 10."),
        ("kapow", "rounds: [1]", "The option “rounds” is a whole number from 1 to 10."),
        ("kapow", "rounds: " + "9" * 4000, "The option “rounds” is a whole number from 1 to 10."),
        ("kapow", 'rounds: "1"', "The option “rounds” should be written 1."),
        ("kapow", "rounds: 1.0", "The option “rounds” should be written 1."),
        ("kapow", "rounds: true", "The option “rounds” should be written 1."),
        ("kapow", "cards: 10", "The option “cards” is 12 or 9 or null."),
        ("kapow", 'no_pass: "maybe"', "The option “no_pass” is true or false."),
        ("capit", 'run_suit: "red"', 'The option “run_suit” is "same" or "any".'),
        ("chowpow", "deck: 7", "The option “deck” is a text of at most 400 characters."),
        ("chowpow", 'deck: "?"', "The option “deck” doesn't fit: a deck's text ends with its"),
    ],
)
def test_an_option_that_does_not_fit_is_named(game: str, option: str, sentence: str) -> None:
    lines = EXAMPLE.replace("game: kapow", f"game: {game}").splitlines()
    text = "\n".join(line for line in lines if not line.startswith("option"))
    with pytest.raises(RecordError) as refused:
        check_record(f"{text}\noption {option}", GAMES)
    number = text.count("\n") + 2
    assert str(refused.value).startswith(f"Line {number}: {sentence}")


def test_a_result_before_the_end_is_refused() -> None:
    early = replace(kapow(), actions=kapow().actions[:-1])
    told = "The record has a result, but its match goes on."
    assert refusal(early) == (told, "result: all rounds played")


@pytest.mark.parametrize(
    ("at", "seat", "action", "sentence"),
    [
        (0, 0, "take draw", "Action 1 (seat 0: take draw) isn't possible: Turn up two"),
        (
            0,
            1,
            "reveal 1t 1m",
            "Action 1 (seat 1: reveal 1t 1m) isn't possible: It isn't your turn",
        ),
        (0, 99, "take draw", "Action 1 (seat 99: take draw) isn't possible: There's no seat 99."),
        (2, 0, "replace 4t", "Action 3 (seat 0: replace 4t) isn't possible: There's no"),
        (2, 0, "fly away", "Action 3 (seat 0: fly away) isn't possible: "),
    ],
)
def test_the_first_illegal_action_is_named(at: int, seat: int, action: str, sentence: str) -> None:
    actions = (*kapow().actions[:at], (seat, action), *kapow().actions[at + 1 :])
    told, line = refusal(replace(kapow(), actions=actions))
    assert told.startswith(sentence)
    assert line == f"{seat} {action}"


def test_an_action_after_the_end_is_refused() -> None:
    longer = replace(kapow(), actions=(*kapow().actions, (0, "next")))
    assert "isn't possible: The match is over. (K6.6)" in refusal(longer)[0]


UNDEALT = "The match can't be dealt"


@pytest.mark.parametrize(
    ("changes", "at", "sentence"),
    [
        ({"game": "chess"}, "game", "There's no game “chess” here."),
        (
            {"seats": ("Mina",), "cuts": ("",)},
            "seat 0",
            f"{UNDEALT}: Kapow! has 2 to 8 seats, not 1.",
        ),
        ({"seats": (), "cuts": ()}, "", "The record has no line “seat 0:”."),
        (
            {"fixed": ((1, "deal", ("K",) * 7),)},
            "order 1 deal",
            f"{UNDEALT}: no card K is left to put in the order.",
        ),
        (
            {"fixed": ((1, "deal", ("Q",)),)},
            "order 1 deal",
            f"{UNDEALT}: no card Q is left to put in the order.",
        ),
        *(
            (
                {"fixed": ((0, "dealer", tuple(given.split(" "))),)},
                "order 0 dealer",
                f"{UNDEALT}: dealer is fixed to {given}, which is no number from 0 to 1.",
            )
            for given in ("2", "me", "0 1", "-1", "01", "1_0", "\u0661")
        ),
    ],
)
def test_what_cannot_be_dealt_is_named(changes: dict[str, object], at: str, sentence: str) -> None:
    changed = replace(kapow(), **changes)  # type: ignore[arg-type] # each has its field's type
    told, line = refusal(changed)
    assert told == sentence
    assert line.partition(":")[0] == at


def test_another_secret_or_cut_is_another_match() -> None:
    """K9.1: the scores hold for this deal alone."""
    other = bytes([1, *kapow().secret[1:]])
    for changed in (replace(kapow(), secret=other), replace(kapow(), cuts=("seven geese", ""))):
        told, _ = refusal(changed)
        assert "isn't possible" in told or "should be" in told


def test_a_game_with_secret_simultaneous_choices_is_replayed_too() -> None:
    assert parse_record(str(HIGH_CARDS)) == HIGH_CARDS
    last = verify(HIGH_CARDS, TOYS)
    assert TOY.outcome(last.state) == HIGH_CARDS.outcome
    either = replace(HIGH_CARDS, actions=tuple(reversed(HIGH_CARDS.actions)))
    assert verify(either, TOYS).state == last.state


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "night.record"
    path.write_text(EXAMPLE, "utf-8")
    return path


def run(words: Sequence[object], capsys: Capsys) -> tuple[int, str, str]:
    status = main([*map(str, words)])
    out, err = capsys.readouterr()
    return status, out, err


def test_the_command_checks_a_file(file: Path, capsys: Capsys) -> None:
    status, out, err = run(["record", "check", file], capsys)
    assert (status, err) == (0, "")
    assert out == check_record(EXAMPLE, GAMES) + "\n"


def test_the_command_shows_a_position(file: Path, capsys: Capsys) -> None:
    status, out, err = run(["record", "show", file, "--at", 5], capsys)
    assert (status, err) == (0, "")
    assert "Mina" in out
    assert "Kai" in out


def test_the_command_shows_a_seat_what_that_seat_may_know(file: Path, capsys: Capsys) -> None:
    """K3.2: after two actions seat 0 holds a card from the draw pile, which only it has seen."""
    card = position_at(kapow(), 2, GAMES).state.drawn.card
    words = ["record", "show", file, "--at", 2]
    spectator, owner, other = (
        run([*words, *seat], capsys)[1] for seat in ([], ["--seat", 0], ["--seat", 1])
    )
    assert f"has drawn the {card}" in owner
    assert spectator == other == owner.replace(f"the {card}", "a card")


def test_the_command_draws_a_picture(file: Path, tmp_path: Path, capsys: Capsys) -> None:
    picture = tmp_path / "now.png"
    status, out, err = run(["record", "show", file, "--picture", picture], capsys)
    assert (status, err) == (0, "")
    assert str(picture) in out
    assert picture.read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "This isn't a record"),
        (b"\xff\xfe", "Line 1: This isn't UTF-8 text."),
        (b"x" * (MAX_RECORD_LENGTH + 10), "This file is too large to be a record."),
        (EXAMPLE.replace("take draw", "take it", 1).encode(), "isn't possible"),
        (EXAMPLE.replace("scores: 42", "scores: 24").encode(), "The scores should be 42 57"),
        (EXAMPLE.replace("kapow", "chess", 1).encode(), "There's no game “chess” here."),
        (None, "can't be used."),
    ],
)
def test_the_command_refuses_in_one_sentence(
    content: bytes | None, sentence: str, file: Path, capsys: Capsys
) -> None:
    if content is None:
        file.unlink()
    else:
        file.write_bytes(content)
    for verb in ("check", "show"):
        if verb == "show" and "scores" in sentence:
            continue  # showing a position proves no result
        status, out, err = run(["record", verb, file], capsys)
        assert (status, out) == (1, "")
        assert sentence in err
        assert err.count("\n") == 1


@pytest.mark.parametrize("words", [["--at", 99], ["--at", -1], ["--seat", 2], ["--seat", -1]])
def test_what_the_record_lacks_is_refused(words: list[object], file: Path, capsys: Capsys) -> None:
    status, out, err = run(["record", "show", file, *words], capsys)
    assert (status, out) == (1, "")
    assert re.fullmatch(r"(The record has|There's no seat -?\d+, only) .*\.\n", err)
