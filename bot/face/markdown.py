"""Names and numbers in texts: told apart, escaped for Markdown, cut; minus signs and plurals.

A name is untrusted text: it may contain Markdown, mentions, links, invisible characters or signs
that change the writing direction. Here it becomes one short visible line without any other effect.

All names that people chose pass through :func:`told_apart` (one alone: :func:`called`) before
anyone sees them. What stands in round brackets behind a name is always said by the house.
"""

import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import chain, count
from typing import Final

from bot.league.counting import half_up

MINUS: Final = "\N{MINUS SIGN}"

NAME_LIMIT: Final = 32

_MINUTE: Final = 60
_HOUR: Final = 60 * _MINUTE
_DAY: Final = 24 * _HOUR

_NAMELESS: Final = "Nobody"
_ELLIPSIS: Final = "\N{HORIZONTAL ELLIPSIS}"

_MARK: Final = re.compile(r" \((?:person(?: [0-9]+)?|[0-9]+)\)$")

_INVISIBLE: Final = frozenset({"Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp", "Zs"})
"""Control, format, unassigned, private and separator characters."""

_BLANK_LETTERS: Final = frozenset(
    "\u115f\u1160\u3164\uffa0\u2800\u034f\u17b4\u17b5\u180b\u180c\u180d\u180f\U0001d159"
)
"""Characters that count as letters, marks or symbols but are invisible."""

_AT: Final = "\N{FULLWIDTH COMMERCIAL AT}"
"""Replaces ``@``: in Discord, a backslash does not stop ``@everyone`` from being a mention."""

_PUNCTUATION: Final = {ord(sign): f"\\{sign}" for sign in "\\*_~`|>#<[]:/.-&"}
_PUNCTUATION[ord("@")] = _AT


def plain(name: str, limit: int = NAME_LIMIT) -> str:
    """Return ``name`` as one visible line of at most ``limit`` characters, not escaped.

    Never empty; a mark such as ``(2)`` stays.
    """
    line = one_line(name, 4 * len(name)) or _NAMELESS
    base, mark = halves(line) if len(line) > limit else (line, "")
    if limit <= len(mark):
        return shorten(line, limit)
    return shorten(base, limit - len(mark)) + mark


def marked(name: str, mark: str) -> str:
    """Return a name with a mark in brackets, by which it is told apart from another."""
    return f"{name} ({mark})"


def halves(name: str) -> tuple[str, str]:
    """Return a name without its mark, and the mark: it stays when the name is cut."""
    found = _MARK.search(name)
    return (name[: found.start()], found[0]) if found else (name, "")


def one_line(text: str, limit: int) -> str:
    """Return the visible part of ``text`` in one line; may be empty."""
    if not (text.isascii() and text.isprintable()):  # There, all is visible already.
        text = "".join(map(_visible, unicodedata.normalize("NFC", text)))
    line = " ".join(text.split())
    while line and unicodedata.combining(line[0]):
        line = line[1:].lstrip()
    return shorten(line, limit)


def escape(name: str, limit: int = NAME_LIMIT) -> str:
    r"""Return ``name`` escaped for Markdown: at most ``limit`` characters when displayed.

    The returned text is at most twice as long, since signs get a backslash.
    """
    return plain(name, limit).translate(_PUNCTUATION)


def shorten(line: str, limit: int) -> str:
    """Return ``line`` cut to ``limit`` characters, with an ellipsis if it was too long."""
    if len(line) <= limit:
        return line
    return line[: limit - 1].rstrip() + _ELLIPSIS


def strong(text: str) -> str:
    """Return Markdown of one line in bold, with the names in it that are bold already."""
    return f"**{text.replace('**', '')}**"


def bare(text: str) -> str:
    r"""Return Markdown of one line as plain text, for a button: without ``**`` and ``\``."""
    return re.sub(r"\\(.)", r"\1", text.replace("**", ""))


@lru_cache(maxsize=4096)
def _visible(character: str) -> str:
    if character.isspace():
        return " "
    if character in _BLANK_LETTERS or unicodedata.category(character) in _INVISIBLE:
        return ""
    if 0xFE00 <= ord(character) <= 0xFE0F or 0xE0100 <= ord(character) <= 0xE01EF:  # variations
        return ""
    return character


def number(value: int) -> str:
    """Return a value with a true minus sign, not a hyphen."""
    return str(value).replace("-", MINUS)


def signed(value: int) -> str:
    """Return a value with a plus sign or the true minus sign: ``+1``."""
    return f"{value:+d}".replace("-", MINUS)


def ordinal(rank: int) -> str:
    """Return an ordinal: ``1st``, ``2nd``, ``3rd``, ``4th``, ``11th``, ``21st``."""
    teens = rank // 10 % 10 == 1
    return f"{rank}{'th' if teens else {1: 'st', 2: 'nd', 3: 'rd'}.get(rank % 10, 'th')}"


def counted(value: int, noun: str) -> str:
    """Return a number with its noun in singular or plural: ``1 card``, ``2 matches``."""
    many = "people" if noun == "person" else f"{noun}{'es' if noun.endswith('ch') else 's'}"
    return f"{number(value)} {noun if abs(value) == 1 else many}"


def span_words(seconds: float) -> str:
    """Return a length of time as all pages say it: ``34 minutes``, ``24 hours``, ``14 days``."""
    if seconds < _MINUTE:
        return "less than a minute"
    for unit, noun, most in ((_MINUTE, "minute", 60), (_HOUR, "hour", 48)):
        if round(seconds / unit) < most:
            return counted(round(seconds / unit), noun)
    return counted(round(seconds / _DAY), "day")


def percent(share: Fraction | float) -> str:
    """Return a share as a whole percentage: ``13%`` for an eighth."""
    return f"{half_up(100 * _exact(share))}%"


def tenths(value: Fraction | float) -> str:
    """Return a value with one digit after the point: ``0.3`` for a quarter."""
    whole, part = divmod(abs(found := half_up(10 * _exact(value))), 10)
    return f"{MINUS * (found < 0)}{whole}.{part}"


def _exact(value: Fraction | float) -> Fraction:
    """Return what a number is meant to be: 0.285, not what is stored of it in binary."""
    return value if isinstance(value, Fraction) else Fraction(str(value))


IN_TEXT: Final = 24

IN_LINE: Final = 20

IN_RESULTS: Final = 16

IN_ALT: Final = 16
"""Limits of names, in characters; none is below :data:`IN_ALT`."""

LIMITS: Final = (IN_ALT, IN_LINE, IN_TEXT, NAME_LIMIT)

_PERSON: Final = "person"
"""Behind the name of a person who looks like Kai or like a word of the house."""

_ALIKE: Final = {
    "a": "\u0430\u03b1@\u13aa\ua4ee",
    "b": "\u0432\u03b2\u044c\u13fc\ua4d0",
    "c": "\u0441\u03f2\u13df\ua4da",
    "d": "\u0501\u13a0\ua4d3",
    "e": "\u0435\u03b5\u0454\u13ac\ua4f0",
    "f": "\u03dd\u0493\ua4dd",
    "g": "\u050d\u13c0\ua4d6",
    "h": "\u043d\u03b7\u04bb\u0570\u13bb\ua4e7",
    "i": "\u0456\u03b9\u04cf1l|\u0269\u13a5\ua4f2\u04c0",
    "j": "\u0458\u03f3\u13ab\ua4d9",
    "k": "\u043a\u03ba\u049b\u049d\u13e6\ua4d7",
    "m": "\u043c\u03bc\u13b7\ua4df",
    "n": "\u03bd\u043f\u0578\ua4e0",
    "o": "\u043e\u03bf\u03c30\u0585\ua4f3\u05e1",
    "p": "\u0440\u03c1\u13e2\ua4d1",
    "q": "\u051b\u0566",
    "r": "\u0433\u13a1\ua4e3",
    "s": "\u04555\ua4e2\u13da",
    "t": "\u0442\u03c4\u13a2\ua4d4",
    "u": "\u03c5\u057d\ua4f4",
    "v": "\u0475\u13d9\ua4e6",
    "w": "\u051d\u0461\u03c9\ua4ea",
    "x": "\u0445\u03c7\ua4eb",
    "y": "\u0443\u03b3\u04af\u10e7\ua4ec",
    "z": "\u13c3\ua4dc",
}
"""For each Latin letter, those that look like it, in either case."""

_FOLDED: Final = {
    ord(other): letter
    for letter, others in _ALIKE.items()
    for other in chain(others, others.casefold())
} | {ord("\u00df"): "ss", ord("\u00e6"): "ae", ord("\u0153"): "oe"}

_DECORATED: Final = re.compile(
    r"(?:(?:NEGATIVE )?(?:CIRCLED |SQUARED )?LATIN|REGIONAL INDICATOR)\b"
    r".*?\bLETTER (?:[A-Z]{2,} )*([A-Z])\b"
)
"""Unicode's names of decorated letters, such as ``LATIN LETTER SMALL CAPITAL K``."""

_BRACKETS: Final = str.maketrans(
    "()\u2985\u2986\u2768\u2769\u276a\u276b\u2e28\u2e29\ufd3e\ufd3f", "[][][][][][]"
)


def told_apart(names: Iterable[str], house: Collection[int] = ()) -> tuple[str, ...]:
    """Return what people with these names are called where they stand together, in this order.

    Who would look like an earlier one gets a number: ``Sam``, ``Sam (2)``. A name like Kai's or
    like a word of the bot is marked: ``Kai (person)``. The names at the places ``house`` are the
    house's own, with a number each if they are equal: ``Kai 1``, ``Kai 2``. All are still not
    escaped, but differ in whatever limit they are cut to.
    """
    given = _numbered(tuple(names), house)
    taken = {key for at in house for key in _keys(given[at])}
    tried, shown = Counter[str](), list[str]()
    for at, name in enumerate(given):
        one = name if at in house else _free(name, taken, tried)
        taken.update(_keys(one))
        shown.append(one)
    return tuple(shown)


def called(name: str) -> str:
    """Return what a person is called where no other person is named."""
    return told_apart((name,))[0]


def skeleton(text: str) -> str:
    """Return what a text looks like, in small Latin letters, digits and the letters left."""
    parts = _parts(text)
    return "".join(map(_looks, parts)) or "".join(parts.split())


def skeletons(text: str) -> list[str]:
    """Return what a text's words look like, without the numbers at their ends."""
    parts = re.sub(r"\d+(?!\w)", " ", _parts(text))
    return "".join(_looks(c) or ("" if unicodedata.combining(c) else " ") for c in parts).split()


def _parts(text: str) -> str:
    """Return a text taken apart into letters and accents, all of one case and width."""
    folded = unicodedata.normalize("NFKC", text).casefold()
    return unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", folded).casefold())


@lru_cache(maxsize=4096)
def _looks(character: str) -> str:
    """Return the letter or digit that a character looks like; nothing for any other sign."""
    if ord(character) in _FOLDED:
        return _FOLDED[ord(character)]
    decorated = _DECORATED.match(unicodedata.name(character, ""))
    if decorated is not None:
        letter = decorated[1].lower()
        return _FOLDED.get(ord(letter), letter)
    kept = character.isalnum() or unicodedata.category(character) == "Mc"
    return character if kept else ""


_KAI: Final = skeleton("Kai")

_ARTICLES: Final = frozenset(map(skeleton, ("a", "the")))

_HOUSE: Final = frozenset(
    skeleton(said)
    for said in (
        *("Kai", "you", "yourself", "nobody", "no one", "everyone", "someone", "anyone"),
        *("host", "moderator", "hidden", "hidden player", "former", "former player"),
        *("person", "seat", "board"),
    )
)
"""What the house calls others, without articles and numbers."""


def _numbered(names: tuple[str, ...], house: Collection[int]) -> tuple[str, ...]:
    """Return the names with a number behind each of the house's that is there several times."""
    times = Counter(names[at] for at in house)
    numbers = defaultdict[str, Iterator[int]](lambda: count(1))
    return tuple(
        f"{name} {next(numbers[name])}" if at in house and times[name] > 1 else name
        for at, name in enumerate(names)
    )


def _free(name: str, taken: set[str], tried: Counter[str]) -> str:
    """Return a name with the first mark, not ``tried``, by which it looks like no name taken."""
    own = _own(name)
    mark = _PERSON if _is_of_the_house(own) else ""
    while True:
        tried[own] += 1
        said = " ".join(filter(None, (mark, str(tried[own]) if tried[own] > 1 else "")))
        one = marked(own, said) if said else own
        if not _keys(one) & taken:
            return one


@lru_cache(maxsize=4096)
def _own(name: str) -> str:
    """Return a name in one visible line, with square brackets: the round ones are the house's."""
    return plain("".join(map(_square, name)), 20 * max(1, len(name)))


def _square(character: str) -> str:
    """Return the character, a round bracket of any form as a square one."""
    folded = unicodedata.normalize("NFKC", character)
    if "(" in folded or ")" in folded:
        character = folded
    return character.translate(_BRACKETS)


@lru_cache(maxsize=4096)
def _keys(name: str) -> frozenset[str]:
    """Return what a name looks like in each limit to which it may be cut."""
    return frozenset(map(skeleton, {plain(name, limit) for limit in LIMITS}))


@lru_cache(maxsize=4096)
def _is_of_the_house(name: str) -> bool:
    """Whether a name looks like Kai, whatever follows, or like a word of the house."""
    found = skeletons(name)
    if len(found) > 1 and found[0] in _ARTICLES:
        del found[0]
    return found[:1] == [_KAI] or "".join(found) in _HOUSE


HIDDEN_NAME: Final = "Hidden player"
"""Stands for people who keep their results to themselves."""


def names_in_list(
    people: Iterable[tuple[int | None, str]], hidden: Collection[int] = ()
) -> Mapping[int, str]:
    """Return what people are called in a list, by user, told apart in its order; nobody hidden.

    Those without a user are left out, and those below zero are former players.
    """
    known: dict[int, str] = {}
    for user, name in people:
        if user is not None and user not in hidden:
            known.setdefault(user, name)
    house = [at for at, user in enumerate(known) if user < 0]
    return dict(zip(known, told_apart(known.values(), house), strict=True))


def names_of_seats(
    users: Sequence[int | None], names: Sequence[str], hidden: Collection[int] = ()
) -> Sequence[str]:
    """Return what the players of a finished match are called, by seat, as at their table."""
    seen = [seat for seat, user in enumerate(users) if user not in hidden]
    house = [at for at, seat in enumerate(seen) if users[seat] is None]
    shown = dict(zip(seen, told_apart((names[seat] for seat in seen), house), strict=True))
    return [shown.get(seat, HIDDEN_NAME) for seat in range(len(users))]
