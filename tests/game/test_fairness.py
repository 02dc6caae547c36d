"""Anyone can check a deal with SHA-256 and HMAC alone, as ``docs/fairness.md`` says."""

import hashlib
import re
import runpy
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import islice, permutations
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import pytest
from hypothesis import given, strategies as st

from bot.game import deck
from bot.game.deck import Chance
from bot.game.option_faults import options_of
from bot.game.record import parse_record
from bot.games.capit.rules.game import CAPIT
from bot.games.capit.rules.options import CapitOptions
from bot.games.kabobo.rules.game import KABOBO
from bot.games.kabobo.rules.options import KaboboOptions
from bot.games.kapow.rules.cards import DECK
from bot.games.kapow.rules.game import KAPOW
from bot.games.kapow.rules.options import KapowOptions
from bot.games.registry import GAMES
from tests.helpers import Capsys, not_none
from tests.house.files import ROOT
from tests.playthroughs.files import record_files

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

T = TypeVar("T")
DOCUMENT = (ROOT / "docs" / "fairness.md").read_text("utf-8")
VECTOR_SECRET = bytes(range(32))
VECTOR_CUTS = ("Zoë", "", "seven")
WORDS = 2**32

secrets = st.binary(min_size=32, max_size=32)
texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
cuts = st.lists(texts, max_size=8)


def block(language: str) -> str:
    found = re.findall(rf"```{language}\n(.*?)```", DOCUMENT, re.DOTALL)
    assert len(found) == 1
    return str(found[0])


@pytest.fixture(scope="module")
def documented(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """Return the names defined by the program in the document, which imports nothing of ours."""
    path = tmp_path_factory.mktemp("fairness") / "program.py"
    path.write_text(block("python"), "utf-8")
    return runpy.run_path(str(path))


def test_the_documents_program_prints_its_vector(tmp_path: Path, capsys: Capsys) -> None:
    path = tmp_path / "program.py"
    path.write_text(block("python"), "utf-8")
    runpy.run_path(str(path))
    assert capsys.readouterr().out == block("text")


def test_the_bot_deals_the_vector() -> None:
    seed = deck.round_seed(VECTOR_SECRET, VECTOR_CUTS, 1)
    words = islice(deck.words(seed, "deal"), 4)
    lines = (
        f"commitment   {deck.commitment(VECTOR_SECRET)}",
        f"round 0 seed {deck.round_seed(VECTOR_SECRET, VECTOR_CUTS, 0).hex()}",
        f"round 1 seed {seed.hex()}",
        f"first words  {' '.join(f'{word:08x}' for word in words)}",
        *(line for name in ("kapow", "kabobo", "chowpow", "capit") for line in vector(name)),
    )
    assert "\n".join(lines) == block("text").rstrip("\n")


def vector(name: str) -> "Iterator[str]":
    """Yield the lines of a game's deal, as the bot deals it."""
    game = GAMES[name]
    seats = max(3, game.seats[0])
    cuts = VECTOR_CUTS + ("",) * (seats - 3)
    state: Any = game.new(game.options(), seats, Chance(VECTOR_SECRET, cuts)).state
    yield from ("", game.title)
    number = state.dealer if name == "capit" else state.starter
    drawn = ("dealer", (number - 1) % seats) if name == "kapow" else ("starter", number)
    yield "{:12} {}".format(*(("dealer", number) if name == "capit" else drawn))
    for seat, hand in enumerate(state.hands):
        laid = [each for triad in hand for each in triad] if name == "kapow" else hand
        yield f"seat {seat}       {_line([e.upper if name == 'kapow' else e.card for e in laid])}"
    if name == "chowpow":
        yield f"grid         {_line([pile[0].card for pile in state.grid])}"
    else:
        yield f"discard pile {_line(state.discard_pile)}"
    yield f"draw pile    {_line(state.draw_pile[:12])} ..."


@dataclass(frozen=True, slots=True)
class Asked(Chance):
    """Chance that tells which events it was asked for."""

    names: set[tuple[int, str]] = field(default_factory=set, compare=False)

    def shuffled(self, round_number: int, event: str, cards: Sequence[T]) -> tuple[T, ...]:
        self.names.add((round_number, event))
        return Chance.shuffled(self, round_number, event, cards)

    def below(self, round_number: int, event: str, bound: int) -> int:
        self.names.add((round_number, event))
        return Chance.below(self, round_number, event, bound)


@pytest.mark.parametrize("name", [name for name in GAMES if record_files(name)])
def test_a_games_events_are_those_of_its_table(name: str) -> None:
    """As its golden matches, with all that seldom happens, ask for them: in which round, which."""
    game, asked = GAMES[name], Asked(b"")
    for file in record_files(name):
        record = parse_record(file.read_text("utf-8"))
        chance = Asked(record.secret, record.cuts, record.fixed, asked.names)
        state = game.new(options_of(record, game), len(record.seats), chance).state
        for seat, text in record.actions:
            state = game.apply(state, seat, game.parse(text)).state
    found = {
        ("0" if number == 0 else "r", event.rstrip(" 0123456789")) for number, event in asked.names
    }
    section = DOCUMENT.partition(f"## The events of {game.title}\n")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| (0|\*r\*|the last one) \| `([a-z-]+)", section, re.MULTILINE)
    assert found == {("0" if number == "0" else "r", event) for number, event in rows}


def test_cards_are_dealt_as_documented() -> None:
    """K9.1, K2.3, K2.5: seats, columns, rows; then the discard pile, the draw pile, the starter."""
    chance = Chance(VECTOR_SECRET, VECTOR_CUTS)
    cards = chance.shuffled(1, "deal", DECK)
    dealt = KAPOW.new(KapowOptions(), 3, chance).state
    laid = [position.cards[0] for hand in dealt.hands for triad in hand for position in triad or ()]
    assert (*laid, *dealt.discard_pile, *dealt.draw_pile) == cards
    assert dealt.starter == (chance.below(0, "dealer", 3) + 1) % 3


def test_a_reshuffle_takes_the_discard_pile_from_the_top_down(documented: dict[str, Any]) -> None:
    """K5.5."""
    chance = Chance(VECTOR_SECRET, VECTOR_CUTS)
    state = KAPOW.new(KapowOptions(), 3, chance).state
    seat = state.to_move
    state = KAPOW.apply(state, seat, KAPOW.parse("reveal 1t 1m")).state
    current = state
    state = replace(state, draw_pile=(), discard_pile=(*current.discard_pile, *current.draw_pile))
    after = KAPOW.apply(state, seat, KAPOW.parse("take draw")).state
    seed = documented["round_seed"](VECTOR_SECRET, VECTOR_CUTS, 1)
    new = documented["shuffled"](documented["words"](seed, "reshuffle 1"), current.draw_pile)
    assert [not_none(after.drawn).card, *after.draw_pile] == new


def test_kabobo_is_dealt_as_documented_b1_1_b1_3_b1_4_b6_1(documented: dict[str, Any]) -> None:
    once, seed = (documented["round_seed"](VECTOR_SECRET, VECTOR_CUTS, number) for number in (0, 1))
    starter = documented["below"](documented["words"](once, "starter"), 3)
    ranks = ("A", *map(str, range(2, 11)), "J", "Q", "K")
    sorted_deck = [rank + suit for suit in "SCHD" for rank in ranks] + ["X", "X"]
    cards = documented["shuffled"](documented["words"](seed, "deal"), sorted_deck)
    state = KABOBO.new(KaboboOptions(), 3, Chance(VECTOR_SECRET, VECTOR_CUTS)).state
    assert state.starter == starter
    for turn in range(3):
        hand = state.hands[(starter + turn) % 3]
        assert [str(laid.card) for laid in hand] == cards[turn:12:3]
    assert [*map(str, state.discard_pile), *map(str, state.draw_pile)] == cards[12:]


@pytest.mark.parametrize(("seats", "decks"), [(4, 2), (5, 3), (6, 3)])
def test_capit_is_dealt_as_documented(documented: dict[str, Any], seats: int, decks: int) -> None:
    """C1.1, C1.3, C1.4, C8.1."""
    once, seed = (documented["round_seed"](VECTOR_SECRET, VECTOR_CUTS, number) for number in (0, 1))
    dealer = documented["below"](documented["words"](once, "dealer"), seats)
    deck = [rank + suit for suit in "CDHS" for rank in "23456789TJQKA"]
    sorted_cards = deck * decks + ["X"] * (2 * decks)
    cards = documented["shuffled"](documented["words"](seed, "deal"), sorted_cards)
    state = CAPIT.new(CapitOptions(), seats, Chance(VECTOR_SECRET, VECTOR_CUTS)).state
    assert state.dealer == dealer
    for turn in range(seats):
        hand = state.hands[(dealer + 1 + turn) % seats]
        assert [str(held.card) for held in hand] == cards[turn : 10 * seats : seats]
    assert [*map(str, state.discard_pile), *map(str, state.draw_pile)] == cards[10 * seats :]


def test_kabobo_is_reshuffled_as_documented_b2_6(documented: dict[str, Any]) -> None:
    state = KABOBO.new(KaboboOptions(), 3, Chance(VECTOR_SECRET, VECTOR_CUTS)).state
    for seat in range(3):
        state = KABOBO.apply(state, seat, KABOBO.parse("peek 1 2")).state
    top, *below = state.draw_pile
    emptied = replace(state, draw_pile=(), discard_pile=(top, *below, *state.discard_pile))
    after = KABOBO.apply(emptied, state.starter, KABOBO.parse("draw")).state
    seed = documented["round_seed"](VECTOR_SECRET, VECTOR_CUTS, 1)
    stream = documented["words"](seed, "reshuffle 1")
    assert [after.drawn, *after.draw_pile] == documented["shuffled"](
        stream, [*below, *state.discard_pile]
    )
    assert after.discard_pile == (top,)


def test_the_deck_before_the_shuffle_is_the_documented_one_k1_1(documented: dict[str, Any]) -> None:
    assert list(map(str, DECK)) == documented["KAPOW"]


@given(secrets, cuts, st.tuples(st.integers(0, WORDS - 1), texts), st.integers(1, 200))
def test_the_documents_program_and_the_bot_agree(
    documented: dict[str, Any], secret: bytes, cuts: list[str], name: tuple[int, str], bound: int
) -> None:
    (number, event), chance = name, Chance(secret, tuple(cuts))
    seed = documented["round_seed"](secret, cuts, number)
    stream: Callable[[bytes, str], Iterator[int]] = documented["words"]
    assert seed == deck.round_seed(secret, cuts, number)
    assert list(islice(stream(seed, event), 20)) == list(islice(deck.words(seed, event), 20))
    below = documented["below"](stream(seed, event), bound)
    assert chance.below(number, event, bound) == below
    shuffled = documented["shuffled"](stream(seed, event), range(bound))
    assert list(chance.shuffled(number, event, range(bound))) == shuffled


def test_the_commitment_is_the_plain_sha_256() -> None:
    assert deck.commitment(VECTOR_SECRET) == hashlib.sha256(VECTOR_SECRET).hexdigest()


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ((["ab", "c"], 1), (["a", "bc"], 1)),
        ((["a"], 1), (["a"], 2)),
        ((["a"], 1), (["a", ""], 1)),
        ((["a", "b"], 1), (["b", "a"], 1)),
    ],
)
def test_every_cut_and_its_seat_changes_the_deal(
    one: tuple[list[str], int], other: tuple[list[str], int]
) -> None:
    """Lengths are part of the message: no two lists of cuts are the same bytes."""
    assert deck.round_seed(VECTOR_SECRET, *one) != deck.round_seed(VECTOR_SECRET, *other)


def test_a_cut_is_the_same_however_its_letters_are_put_together() -> None:
    composed, decomposed = "Zo\u00eb", "Zoe\u0308"
    seeds = {deck.round_seed(VECTOR_SECRET, [cut], 1) for cut in (composed, decomposed)}
    assert len(seeds) == 1


def test_words_that_would_favour_low_numbers_are_dropped() -> None:
    """The words that count fill whole turns of the bound, and as many turns as fit."""
    for bound in (*range(1, 119), 255, 256, 257, 65_537):
        limit = WORDS - WORDS % bound
        assert limit % bound == 0
        assert WORDS - limit < bound
        assert deck._below(iter([limit - 1]), bound) == bound - 1
        dropped = range(limit, WORDS)
        assert deck._below(iter([*dropped, 7]), bound) == 7 % bound


def test_all_orders_come_about_equally_often() -> None:
    """Of 12,000 shuffles of four cards each of the 24 orders is expected 500 times."""
    chance = Chance(VECTOR_SECRET, VECTOR_CUTS)
    found = Counter(chance.shuffled(number, "deal", range(4)) for number in range(12_000))
    assert set(found) == set(permutations(range(4)))
    # 23 degrees of freedom: one fair shuffle in a thousand passes 49.7. The words are fixed.
    assert sum((count - 500) ** 2 / 500 for count in found.values()) < 49.7


def _line(cards: Sequence[object]) -> str:
    return " ".join(map(str, cards))
