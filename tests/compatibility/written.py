"""What the version before has written down, in today's words."""

import json
import re
from pathlib import Path
from typing import Any, Final, TypeAlias

_REWORDED: Final = tuple(
    (re.compile(before), after)
    for before, after in (
        (r"^To (?:move|act): (\*\*.+\*\*) \((.*)\)\.$", r"Now: \1 \2."),
        (r"\(to move\b", "(their turn"),
        (r"\(to act\b", "(choosing"),
        (r" may (swap KAPOW!|use|battle|add cards)", r" can \1"),
        (r"\b(?:Deck|Stock): (\d+ cards?\. Discard)", r"Draw pile: \1"),
        (r"(kept a card from the) deck", r"\1 draw pile"),
        (r"(a card from the) stock", r"\1 draw pile"),
        (r"drew a card from the draw pile\.", "drew a card."),
        (r"from the discards\b", "from the discard pile"),
        (r"the deck was empty, and everybody", "the deck was empty and everyone"),
        (r"(\*\*.+\*\*) is to move\.", r"It's \1's turn."),
        (r"Take a card from one of the piles\.", "Take a card from a pile."),
        (r"; or push: ", ", or push: "),
        (r" Go on whenever you like\.", ""),
        (r"You are attacked: lay down", "You're under attack! Lay down"),
        (r"Choose a faction; then single cards\.", "Choose a faction, then cards."),
        (
            r"You are watching: no hand here is yours\.",
            "You're watching, so you don't have a hand.",
        ),
        (r"nothing to do just now\.", "nothing to do right now."),
        (r"did not battle", "didn't battle"),
        (r": the cards are turned down again\.", "."),
        (r"found no match\. The cards go face down again\.", "found no match."),
        (r"(keep|discard) the card drawn\b", r"\1 the card you drew"),
        (r"power card (±)", r"\1"),
        (r"^(This turn|The turn before) flipped: ", r"\1: "),
        (r"^From the deck (.*) gets? a card(?: each)?;", r"The deck refills \1;"),
        (r"the deck was empty and everyone had a last turn", "the deck was empty"),
        (r" is behind and adds nothing", " added nothing"),
        (r" was behind and adds ", " adds "),
        (r"Still to lay cards for the showdown:", "Still to lay:"),
        (r"lay cards down in secret", "lay cards in secret"),
        (r"keep their own cards as points", "score their own cards"),
        (r"(lost cards?) (?:was|were) shuffled", r"\1 shuffled"),
        (r"If points are equal, more cards won rank higher:", "More cards won break the tie:"),
        (r"went out first([,)])", r"out\1"),
        (r"doubles if beaten", "doubled if beaten"),
        (r"dealt; an? (.*) starts", r"dealt; the \1 starts"),
    )
)


_CAPIT: Final = re.compile(
    r"\*\* (dealt;|(pushed|discarded|replaced|swapped|took) the (?!.*their))"
)
_CARD: Final = re.compile(r"(\w+) of (spade|heart|club|diamond)s|joker")
_SIGNS: Final = {"ace": "A", "jack": "J", "queen": "Q", "king": "K"}
"""Lines of CAP-IT, and the names of cards in them: they have signs today."""


def _sign(card: re.Match[str]) -> str:
    rank, suit = card.groups()
    return f"{_SIGNS.get(rank, rank)}{'♤♡♧♢'['shcd'.index(suit[0])]}" if suit else "Joker"


_LETTERS: Final = "Letters of the cards: "
_USUAL: Final = f"{_LETTERS}F Fruit, V Veg, B Bakery, G Grill, S Sweets, E Sea, W Wild, T Team-Up."
"""What a text of Chow Pow! said at its end: cards had letters, and have names today."""


Json: TypeAlias = Any
"""Whatever JSON can be."""


def in_todays_words(told: Json, *, seen: bool = False, letters: str = _USUAL) -> Json:
    """Return what the version before told, with all that someone saw in today's words."""
    if isinstance(told, dict):
        letters = _letters(told.get("text"), letters)
        return {
            key: in_todays_words(value, seen=seen or key == "seen", letters=letters)
            for key, value in told.items()
        }
    if isinstance(told, list):
        letters = _letters(told, letters)
        lines = [each for each in told if not str(each).startswith(_LETTERS)]
        return [in_todays_words(each, seen=seen, letters=letters) for each in lines]
    return _reworded(told, letters) if seen and isinstance(told, str) else told


def _letters(told: object, usual: str) -> str:
    lines = told if isinstance(told, list) else []
    return next((each for each in lines if str(each).startswith(_LETTERS)), usual)


def _reworded(line: str, letters: str) -> str:
    foods = dict(each.split(" ", 1) for each in letters[len(_LETTERS) : -1].split(", "))

    def named(cards: re.Match[str]) -> str:
        groups = {
            food: [one[1] for one in cards[0].split() if one[0] == letter]
            for letter, food in foods.items()
        }
        return ", ".join(
            f"{food} {' '.join(numbers)}" for food, numbers in groups.items() if numbers
        )

    for before, after in _REWORDED:
        line = before.sub(after, line)
    if _CAPIT.search(line):
        line = _CARD.sub(_sign, line)
    return re.sub(r"(?<=\*\*|\* )[A-Z][1-9](?: [A-Z][1-9])*(?=\*\*|;|\.)", named, line)


FOLDER: Final = Path(__file__).parent / "before"

HAD: Final = {"kapow", "kabobo", "capit", "chowpow"}
"""The games of the version before; a game that was added since isn't in what it left."""


def _written(name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((FOLDER / f"{name}.json").read_text("utf-8"))
    today: dict[str, Any] = in_todays_words(found)
    return today


RECORDS: Final = _written("records")
"""What it said of each record, by the name of its file."""

EVENING: Final = _written("evening")
"""What it said of its database."""


def record_text(name: str) -> str:
    return (FOLDER / f"{name}.record").read_bytes().decode("utf-8")


def as_json(told: Any) -> Any:  # noqa: ANN401 - whatever JSON can be
    """Return what today's code says as it would be read again."""
    return json.loads(json.dumps(told))
