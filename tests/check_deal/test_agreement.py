"""The check and the bot's own rules agree: on every card, and on every damaged record."""

import json
import random
from collections.abc import Iterator, Mapping
from itertools import product

import pytest
from pydantic import ValidationError

from bot.check_deal import record as of_check
from bot.check_deal.__main__ import check
from bot.check_deal.record import Fault, read
from bot.game.options import Options
from bot.game.record import Record, parse_record
from bot.game.record_lines import RecordError
from bot.game.replay import check_record
from bot.games.registry import GAMES
from tests.check_deal.product import told_of
from tests.game.test_mutations import mutations
from tests.games.own import declared, own, rarely
from tests.playthroughs.files import record_file, record_files
from tests.playthroughs.make import wild
from tests.playthroughs.playing import played

# Of this many damages one is tried, in the quick and in the thorough run: of a deck more of them.
STRIDES = ((7, 3), (3, 1))
LAST = 6
"""This many records end with another action of the same seat: nothing but this one can be wrong."""

TEXTS = [text for of in of_check.OPTIONS.values() for values in of.values() for text in values]
VALUES = {json.dumps(value) for value in [*TEXTS, *range(-2, 300), True, False]}


def takes(options: type[Options], name: str, value: str) -> bool:
    try:
        options.model_validate_json(f'{{"{name}": {value}}}', strict=True)
    except ValidationError:
        return False
    return True


def some(name: str) -> list[dict[str, object]]:
    """Return the usual options, and the first other value of each that may be alone."""
    others = [
        {option: values[1]}
        for option, values in of_check.OPTIONS[name].items()
        if values[1:] and takes(GAMES[name].options, option, json.dumps(values[1]))
    ]
    return [{}, *(others or [{}])]


CHECKED = {name: own(name, "positions", "CHECKED", some(name)) for name in of_check.OPTIONS}
"""Every second set of options is played by who draws a lot, and never ends a round too soon."""
CASES = {
    name: [(name, *case) for case in product(range(len(sets)), GAMES[name].seats)]
    for name, sets in CHECKED.items()
}


@pytest.mark.parametrize("name", of_check.OPTIONS)
def test_it_knows_every_option_and_all_that_it_can_be(name: str) -> None:
    options, known = GAMES[name].options, of_check.OPTIONS[name]
    usual: Mapping[str, object] = options().model_dump(mode="json")
    assert {option: values[0] for option, values in known.items()} == usual, (
        f"add it to OPTIONS in bot/check_deal/record.py, and to {name}.py there if it changes what "
        "may be done; then `make pack`"
    )
    for option, values in known.items():
        possible = {value for value in VALUES if takes(options, option, value)}
        assert {*map(json.dumps, values)} == possible, option


def match(case: tuple[str, int, int], seed: int) -> Record:
    """Return a random match; with every second set of options a patient one, which draws a lot."""
    name, number, seats = case
    game, options = GAMES[name], CHECKED[name][number]
    if number % 2 == 0:
        return wild(game, seats, seed, options)
    source, seldom = random.Random(seed), rarely(name)

    def patient(state: object) -> tuple[int, str]:
        seat = source.choice(sorted(game.to_act(state)))
        legal = [each for each in game.legal(state, seat) if not isinstance(each, seldom)]
        others = [str(action) for action in legal]
        draws = [text for text in others if text in ("draw", "take draw", "push")]
        return seat, source.choice(draws if draws and source.random() < 0.9 else others)

    return played(game, unplayed(case, source), patient)


def unplayed(case: tuple[str, int, int], source: random.Random) -> Record:
    name, number, seats = case
    cuts = tuple(source.choice(("", f"cut {source.random()}", "Zoe\u0308")) for _ in range(seats))
    return Record(
        game=name,
        secret=source.randbytes(32),
        seats=tuple(f"Seat {seat}" for seat in range(seats)),
        cuts=cuts,
        options=tuple(CHECKED[name][number].items()),
    )


def faulty(text: str) -> str:
    try:
        check([read(text)])
    except Fault as fault:
        return str(fault)
    return ""


def refused(text: str) -> str:
    """Scripted deals prove nothing, too."""
    try:
        check_record(text, GAMES)
    except RecordError as error:
        return str(error)
    return "scripted" if "\norder " in text else ""


def agree(record: Record) -> list[str]:
    """Compare what the check tells of a record with the bot's own replay; return that."""
    told, expected = check([read(str(record))], record.commitment[:16]), told_of(record)
    start = next(at for at, line in enumerate(told) if line.startswith(("dealer", "Round")))
    assert told[start : start + len(expected)] == expected
    assert told[start + len(expected)].startswith("The match is")
    return expected


@pytest.mark.parametrize("name", CHECKED)
def test_thousands_of_deals_are_those_of_the_bot(name: str) -> None:
    source = random.Random(name)
    cases = CASES[name]
    for number in range(600):
        agree(unplayed(cases[number % len(cases)], source))


@pytest.mark.parametrize(
    "matches", [1, pytest.param(2, marks=pytest.mark.thorough)], ids=["few", "many"]
)
@pytest.mark.parametrize("name", CHECKED)
def test_every_card_of_a_match_is_the_one_that_the_bot_dealt(name: str, matches: int) -> None:
    seen = dict.fromkeys(("Round", "reshuffle", "draws", "covered", "tie-break"), 0)
    for case in CASES[name]:
        for seed in range(matches):
            expected = agree(match(case, seed))
            for word in seen:
                seen[word] += sum(word in line for line in expected)
    told = own(name, "positions", "CHECKED", None) is not None
    assert seen["Round"] > (30 if told else len(CASES[name]))
    reshuffles = "shuffled" in str(declared(GAMES[name], "Event")).lower()
    assert seen["reshuffle"] > (20 if told else 0) or not reshuffles
    assert seen["draws"] + seen["covered"] > (500 if told else 10 * len(CASES[name]))


def test_every_card_of_the_golden_matches_is_the_one_that_the_bot_dealt() -> None:
    """Among them is a tie that is drawn for twice; a new game can do without the check."""
    files = [file for name in of_check.OPTIONS for file in record_files(name)]
    texts = [file.read_text("utf-8") for file in files]
    plain = [text for text in texts if "\norder " not in text]
    told = [line for text in plain for line in agree(parse_record(text))]
    assert len(plain) > 12
    assert sum("tie-break" in line for line in told) == 4


def changed(record: Record, source: random.Random) -> Iterator[str]:
    """Yield records that are changed in what decides the cards, finished and unfinished."""
    whole = str(record).split("\n")
    unfinished = [
        line for line in whole if not line.startswith(("result", "ranks", "scores", "round"))
    ]
    for lines in (whole, unfinished):
        acts = [at for at, line in enumerate(lines) if line[:1].isdigit()]
        one, other = source.choice(acts), source.choice(acts)
        sign = source.randrange(len(lines[one]))
        letter = source.choice("0123456789tmbPKXSCHDFVBGE")
        cut = next(at for at, line in enumerate(lines) if line.startswith("cut 1"))
        for at, new in (
            (cut, f"{lines[cut]}x"),
            (cut, "cut 1:"),
            (cut, f"{lines[cut]}\norder 1 deal: {source.choice(('7', '7H', 'F6', '10H'))}"),
            (cut, f"{lines[cut]}\ncuts made: {source.choice(('1 0', '0 1', '1', '0 0 1', ''))}"),
            (
                cut,
                f"{lines[cut]}\n{source.choice(('daily: 2026-01-01', 'night: n round 1 table 0'))}",
            ),
            (one, lines[other]),
            (one, ""),
            (one, f"{lines[one]}\n{lines[one]}"),
            (one, lines[one][:sign] + letter + lines[one][sign + 1 :]),
        ):
            yield "\n".join([*lines[:at], new, *lines[at + 1 :]])
        secret = record.secret[:-1] + bytes([record.secret[-1] ^ 1])
        text = "\n".join(lines).replace(record.secret.hex(), secret.hex())
        yield text
        yield "\n".join(unfinished[: source.randrange(acts[0], len(unfinished))])
        yield text.replace(f"commitment: {record.commitment}\n", "")
        for last in source.choices(acts, k=LAST):
            own = [lines[at] for at in acts if lines[at].split(" ")[0] == lines[last].split(" ")[0]]
            yield "\n".join([*lines[:last], source.choice(own)])


@pytest.mark.parametrize(
    ("matches", "every"),
    [(1, 5), pytest.param(1, 1, marks=pytest.mark.thorough)],
    ids=["few", "many"],
)
@pytest.mark.parametrize("name", CHECKED)
def test_a_changed_record_is_proved_by_both_or_neither(name: str, matches: int, every: int) -> None:
    source = random.Random(matches)
    found = {True: 0, False: 0}
    cases = CASES[name][::every]
    for case in cases:
        for seed in range(100, 100 + matches):
            for text in changed(match(case, seed), source):
                told, wrong = faulty(text), refused(text)
                assert bool(told) == bool(wrong), f"{told} | {wrong}\n{text}"
                found[bool(told)] += 1
    assert found[True] > 20 * len(cases)
    assert found[False] >= 2 * len(cases)


@pytest.mark.parametrize(
    ("game", "label"),
    [("kapow", "2-seats"), ("kabobo", "2-seats"), ("capit", "4-seats"), ("chowpow", "own-deck")],
)
def test_both_prove_a_damaged_record_or_neither(game: str, label: str, *, thorough: bool) -> None:
    text = record_file(game, label).read_text("utf-8")
    for what, lines in [*mutations(text)][:: STRIDES[label == "own-deck"][thorough]]:
        damaged = "\n".join(lines)
        told, wrong = faulty(damaged), refused(damaged)
        assert bool(told) == bool(wrong), f"{what}: {told} | {wrong}"
