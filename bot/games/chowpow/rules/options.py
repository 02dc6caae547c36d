"""The options of Chow Pow! (section 5), and decks as data, with their notation in a line (P1.1)."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import pairwise
from pathlib import Path
from typing import Any, Final, NamedTuple

from pydantic import Field, JsonValue, ValidationInfo, field_validator
from pydantic_core import PydanticCustomError

from bot.game.options import Options
from bot.game.plain_toml import read_plain_toml
from bot.games.chowpow.rules.cards import TEAM_UP, WILD, Card, Code

FEWEST: Final = 16 + 6 * 3 + 1
"""The smallest deck: for the grid, six hands and one refill (P1.3)."""

MOST: Final = 250
"""The largest deck."""

FACTIONS: Final = range(2, 13)

COPIES: Final = range(1, 13)

WILD_COPIES: Final = range(25)

NUMBERS: Final = range(1, 10)

LONGEST_NAME: Final = 12

_COPIES: Final = "0|[1-9][0-9]?"

_FACTION: Final = re.compile(f"([A-Z]) (.+) ([1-9]+)x({_COPIES})")

_WILDS: Final = re.compile(f"({WILD}|{TEAM_UP}) ([1-9])x({_COPIES})")


class DeckError(ValueError):
    """An invalid deck; ``str`` of it is a sentence without its full stop.

    ``at`` is the path of the invalid part: a faction's index, ``wild`` or ``team_up``, then the
    key. It is empty if the error is about the whole deck.
    """

    def __init__(self, sentence: str, *at: int | str) -> None:
        super().__init__(sentence)
        self.at = at


class Faction(NamedTuple):
    """A faction: letter, name, ascending numbers, and copies of each number."""

    code: str
    name: str
    numbers: tuple[int, ...]
    copies: int


class Wilds(NamedTuple):
    """The Wilds or the Team-Up Wilds: their number and copies (P1.2)."""

    number: int
    copies: int


@dataclass(frozen=True, slots=True)
class Deck:
    """A valid deck; raises :class:`DeckError` otherwise."""

    factions: tuple[Faction, ...]
    wild: Wilds
    team_up: Wilds

    def __post_init__(self) -> None:
        for place, faction in enumerate(self.factions):
            _check_faction(place, faction)
            _check_copies(faction.copies, COPIES, place, "copies")
        for key, wilds in (("wild", self.wild), ("team_up", self.team_up)):
            _check_number(wilds.number, key, "number")
            _check_copies(wilds.copies, WILD_COPIES, key, "copies")
        _check_whole(self)

    @property
    def cards(self) -> tuple[Card, ...]:
        """Return all cards before the shuffle: by faction and number, then Wilds, then Team-Ups."""
        plain = (
            Card(code, number)
            for code, _, numbers, copies in self.factions
            for number in numbers
            for _ in range(copies)
        )
        wilds = (Card(WILD, self.wild.number),) * self.wild.copies
        team_ups = (Card(TEAM_UP, self.team_up.number),) * self.team_up.copies
        return self.named((*plain, *wilds, *team_ups))

    def named(self, cards: Iterable[Card]) -> tuple[Card, ...]:
        """Return cards whose codes know their names here: ``Fruit``, ``Wild``, ``Team-Up``."""
        names = {faction.code: faction.name for faction in self.factions}
        names |= {WILD: "Wild", TEAM_UP: "Team-Up"}
        codes = {code: Code(code, name, at) for at, (code, name) in enumerate(names.items())}
        return tuple(Card(codes.get(code, code), number) for code, number in cards)

    def __str__(self) -> str:
        """Return the deck as a line: ``F Fruit 123456x2; V Veg 123456x2; W 3x6; T 2x6``."""
        return "; ".join(_parts(self))


@lru_cache(maxsize=32)
def parse_deck(text: str) -> Deck:
    """Parse a deck's line: ``parse_deck(str(deck)) == deck``; raises :class:`DeckError`."""
    *plain, wild, team_up = text.split("; ") if "; " in text else ("", "")
    return Deck(
        tuple(map(_read_faction, plain)), _read_wilds(WILD, wild), _read_wilds(TEAM_UP, team_up)
    )


def _read_wilds(code: str, text: str) -> Wilds:
    found = _WILDS.fullmatch(text)
    if found is None or found[1] != code:
        raise DeckError("a deck's text ends with its wilds and team-ups, such as “W 3x6; T 2x6”")
    return Wilds(int(found[2]), int(found[3]))


def _read_faction(text: str) -> Faction:
    found = _FACTION.fullmatch(text)
    if found is None:
        raise DeckError("a faction is written like “F Fruit 123456x2”")
    return Faction(found[1], found[2], tuple(map(int, found[3])), int(found[4]))


def _parts(deck: Deck) -> Iterator[str]:
    for code, name, numbers, copies in deck.factions:
        yield f"{code} {name} {''.join(map(str, numbers))}x{copies}"
    for code, wilds in ((WILD, deck.wild), (TEAM_UP, deck.team_up)):
        yield f"{code} {wilds.number}x{wilds.copies}"


def _check_faction(place: int, faction: Faction) -> None:
    code, name, numbers, _ = faction
    if not re.fullmatch("[A-Z]", code) or code in (WILD, TEAM_UP):
        raise DeckError(
            "a faction's code is one capital letter, but neither W nor T, which are the wilds",
            *(place, "code"),
        )
    if not 0 < len(name) <= LONGEST_NAME or not re.fullmatch(r"\w([\w '-]*\w)?", name):
        raise DeckError(
            f"a faction's name has 1 to {LONGEST_NAME} letters, digits and spaces", place, "name"
        )
    for number in numbers:
        _check_number(number, place, "numbers")
    if not numbers or any(one >= other for one, other in pairwise(numbers)):
        raise DeckError("a faction's numbers stand in rising order, each once", place, "numbers")


def _check_number(number: int, *at: int | str) -> None:
    if number not in NUMBERS:
        raise DeckError(f"a card's number is {NUMBERS[0]} to {NUMBERS[-1]}, not {number}", *at)


def _check_copies(copies: int, possible: range, *at: int | str) -> None:
    if copies not in possible:
        raise DeckError(f"copies are {possible[0]} to {possible[-1]}, not {copies}", *at)


def _check_whole(deck: Deck) -> None:
    if len(deck.factions) not in FACTIONS:
        raise DeckError(
            f"a deck has {FACTIONS[0]} to {FACTIONS[-1]} factions, not {len(deck.factions)}"
        )
    _check_different([faction.code for faction in deck.factions], "letter", "code")
    _check_different([faction.name for faction in deck.factions], "name", "name")
    count = len(deck.cards)
    if count < FEWEST:
        raise DeckError(
            f"a deck has at least {FEWEST} cards, for the grid, six hands and one to refill; "
            f"this one has {count}"
        )
    if count > MOST:
        raise DeckError(f"a deck has at most {MOST} cards; this one has {count}")


def _check_different(texts: Sequence[str], what: str, key: str) -> None:
    for place, text in enumerate(texts):
        if text in texts[:place]:
            raise DeckError(f"two factions have the {what} {text}", place, key)


DEFAULT: Final = Path(__file__).parents[4] / "seeds" / "chowpow" / "deck.toml"
"""The standard deck."""

_TABLES: Final = ("faction", "wild", "team_up")

_KEYS: Final[Mapping[str, Mapping[str, type]]] = {
    "faction": {"code": str, "name": str, "numbers": list, "copies": int},
    "wild": {"number": int, "copies": int},
    "team_up": {"number": int, "copies": int},
}
"""The required keys of each table; no others are allowed."""

_KINDS: Final[Mapping[type, str]] = {
    str: "a text in quotes",
    list: "a list of numbers",
    int: "a whole number",
}

_HEADER: Final = re.compile(r"\s*\[+\s*([\w-]+)\s*\]+")

_KEY: Final = re.compile(r"\s*([\w-]+)\s*=")


@cache
def default_deck() -> Deck:
    """Return the standard deck: 84 cards (P1.1)."""
    return read_deck_file(DEFAULT.read_text("utf-8"))


def read_deck_file(text: str) -> Deck:
    """Parse a deck file; raises ``ValueError`` with a sentence that names the line."""
    content = read_plain_toml(text)
    try:
        return _deck(content)
    except DeckError as error:
        sentence = str(error)
        raise ValueError(
            f"Line {_line(text, error.at)}: {sentence[0].upper()}{sentence[1:]}."
        ) from None


def _deck(content: Mapping[str, Any]) -> Deck:
    for key in content:
        if key not in _TABLES:
            raise DeckError(f"a deck has no “{key}”", key)
    factions = content.get("faction", [])
    if not isinstance(factions, list):
        raise DeckError("factions are written as [[faction]]", "faction")
    return Deck(
        tuple(Faction(**_table("faction", entry, place)) for place, entry in enumerate(factions)),
        *(Wilds(**_table(key, content.get(key), key)) for key in ("wild", "team_up")),
    )


def _table(kind: str, entry: object, at: int | str) -> dict[str, Any]:
    if not isinstance(entry, dict):
        raise DeckError(f"the table [{kind}] is missing", at)
    wanted = _KEYS[kind]
    for key in entry:
        if key not in wanted:
            raise DeckError(f"[{kind}] has no “{key}”", at, key)
    for key, value_kind in wanted.items():
        if key not in entry:
            raise DeckError(f"[{kind}] needs its “{key}”", at)
        if not _is_a(entry[key], value_kind):
            raise DeckError(f"“{key}” is {_KINDS[value_kind]}", at, key)
    return {key: tuple(value) if key == "numbers" else value for key, value in entry.items()}


def _is_a(value: object, kind: type) -> bool:
    if isinstance(value, list):
        return kind is list and all(_is_a(each, int) for each in value)
    return isinstance(value, kind) and not isinstance(value, bool)


def _line(text: str, at: tuple[int | str, ...]) -> int:
    """Return the line of a key or table; for errors about the whole deck, the last line."""
    lines = text.removesuffix("\n").split("\n")
    if not at:
        return len(lines)
    table, *key = at
    found, place, inside = 0, -1, False
    for number, line in enumerate(lines, 1):
        if header := _HEADER.match(line):
            place += header[1] == "faction"
            inside = (place if header[1] == "faction" else header[1]) == table
        named = _KEY.match(line)
        if (inside and header) or (not found and named and named[1] == table):
            found = number
        if inside and named and key == [named[1]]:
            return number
    return found or len(lines)


GAMES_OF_A_MEAL = 3
"""Games in a Three Course Meal (P5.2)."""

LONGEST_DECK = 400
"""The longest notation of a deck, in characters."""

_TURNS = 60

_FEW = 4


class ChowpowOptions(Options):
    """Fields with a title are offered in the lobby."""

    hot_sauce: bool = Field(
        False,
        title="Hot Sauce",
        description="Cards left in your hand at the end cost you their number (P5.1).",
    )
    three_course_meal: bool = Field(
        False,
        title="Three Course Meal",
        description="You play three games and add up the points (P5.2).",
    )
    battle_buffet: bool = Field(
        False,
        title="Battle Buffet",
        description=(
            "No battles in turns. Once everyone has had a turn, all lay cards down together (P5.3)."
        ),
    )
    own_size: bool = Field(
        False,
        title="Pick on Your Own Size",
        description="You can attack only an opponent with the most cards (P5.4).",
    )
    memory_aid: bool = Field(
        True,
        title="Memory aid",
        description="Your hand remembers flips (P7.9).",
    )
    max_turns: int = Field(
        _TURNS,
        ge=3,
        le=200,
        title="Turns a game",
        description="Turns per player in a game (P4.3).",
    )
    deck: str = Field(
        "",
        max_length=LONGEST_DECK,
        description="Your own cards, as a file like seeds/chowpow/deck.toml (P1.1).",
        json_schema_extra={"file": "Deck"},
    )

    @field_validator("own_size")
    @classmethod
    def _not_at_a_buffet(cls, own_size: bool, info: ValidationInfo) -> bool:  # noqa: FBT001 - as pydantic gives it
        if own_size and info.data.get("battle_buffet"):
            raise PydanticCustomError(
                "own_size", "it doesn't go with Battle Buffet, where nobody chooses an opponent"
            )
        return own_size

    @field_validator("deck")
    @classmethod
    def _a_deck(cls, deck: str) -> str:
        try:
            return str(parse_deck(deck)) if deck else deck
        except DeckError as error:
            raise PydanticCustomError("deck", "{fault}", {"fault": str(error)}) from None

    @classmethod
    def from_file(cls, name: str, text: str) -> JsonValue:
        """Parse a deck file; ``ValueError`` names the line."""
        return str(read_deck_file(text)) if name == "deck" else super().from_file(name, text)

    @property
    def cards(self) -> Deck:
        """The deck as a value."""
        return parse_deck(self.deck) if self.deck else default_deck()

    @property
    def games(self) -> int:
        """The number of games in a match (P5.2)."""
        return GAMES_OF_A_MEAL if self.three_course_meal else 1

    @property
    def full_length(self) -> bool:
        """Whether games are played to their end with the standard deck (P1.1, P4.3)."""
        return self.max_turns >= _TURNS and not self.deck

    def turns(self, _seats: int) -> float:
        """Return about how many turns a match takes, decisions of others among them."""
        return 50 * self.games

    def hand_size(self, seats: int) -> int:
        """Return how many cards are dealt to each: three with five or six players (P1.3)."""
        return 4 if seats <= _FEW else 3

    def kind(self, _seats: int) -> str:
        """Return the variants in which a game comes to other points (P5.1, P5.3)."""
        variants = {"Hot Sauce": self.hot_sauce, "Battle Buffet": self.battle_buffet}
        return ", ".join(name for name, played in variants.items() if played)


SEATS: Final = range(2, 7)
"""The possible numbers of seats (P1.3)."""
