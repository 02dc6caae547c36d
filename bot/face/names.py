"""Players' names: told apart wherever several stand together, and how texts write them.

All names that people chose pass through :func:`told_apart` (one alone: :func:`called`) before
anyone sees them. What stands in round brackets behind a name is always said by the house.
"""

import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain, count
from typing import Any, Final

from bot.face.face import Scene, SeatSign
from bot.face.markdown import NAME_LIMIT, escape, halves, marked, plain
from bot.game.contract import Seat

IN_TEXT: Final = 24
IN_LINE: Final = 20
IN_RESULTS: Final = 16
IN_ALT: Final = 16
"""Limits of names, in characters: in the text version, in a line that has all names, in the
results of a round, and in the alternative text of a picture. None is below :data:`IN_ALT`."""

NBSP: Final = "\N{NO-BREAK SPACE}"
"""Keeps the words on both sides in one line."""

YOU: Final = "You"
"""The name of the seat that looks on, in alternative texts."""

_VERB: Final = re.compile(r"(?:^|(?<= and )|(?<= or ))(has|is|\w+(?=s\b))s?\b")
"""A verb of the third person; what isn't its ending is a group."""

_LIMITS: Final = (IN_ALT, IN_LINE, IN_TEXT, NAME_LIMIT)

_PERSON: Final = "person"
"""What is said behind the name of a person who looks like Kai or like a word of the house."""

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

    Who would look like an earlier one gets a number: ``Sam``, ``Sam (2)``; so nobody is called
    otherwise because another comes. A name like Kai's or like a word of the bot is marked:
    ``Kai (person)``. The names at the places ``house`` are the house's own and stay as they are,
    with a number each if they are equal: ``Kai 1``, ``Kai 2``. All are still not escaped, but
    differ in whatever limit they are cut to.
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
    """Return what a text looks like, in small Latin letters, digits and the letters left.

    Texts that are equal but for their case and for what NFKC makes equal have one skeleton.
    """
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
"""What the house calls others than a person with this name, without articles and numbers."""


def bold(seats: Sequence[SeatSign], seat: Seat, limit: int = NAME_LIMIT) -> str:
    """Return a seat's name in bold Markdown, cut to ``limit`` characters."""
    return f"**{escape(seats[seat].name, limit)}**"


def briefly(seats: Sequence[SeatSign], seat: Seat, limit: int) -> str:
    """Return a seat's name, without Kai's level, in fewer characters than names usually have.

    Where another seat's is cut to the same, the number of the seat stays beside it.
    """
    names = [sign.name.partition(" (")[0] if sign.kai else sign.name for sign in seats]
    return unlike(names, seat, lambda name: plain(name, limit))


def unlike(names: Sequence[str], seat: Seat, cut: Callable[[str], str]) -> str:
    """Return a seat's name as ``cut`` leaves it, with the seat's number if another looks so.

    Where that is needed, other numbers are those of seats, too.
    """
    looks = [skeleton(cut(name)) for name in names]
    base, mark = halves(names[seat])
    if len({*looks}) == len(looks) or (looks.count(looks[seat]) == 1 and not mark):
        return cut(names[seat])
    return cut(marked(base, str(seat + 1)))


def listed(words: Sequence[str]) -> str:
    """Join words as in a sentence: ``a``, ``a and b``, ``a, b and c``."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} and {words[-1]}"


def heading(scene: Scene[Any], seat: Seat, about: Iterable[str]) -> str:
    """Return a seat's name for the text version, followed by remarks in brackets."""
    said = ", ".join(about)
    return f"{bold(scene.seats, seat, IN_TEXT)}{f' ({said})' if said else ''}"


def marks(scene: Scene[Any], seat: Seat, first: Seat, began: str = "started") -> Iterator[str]:
    """Yield the remarks that all games share: whether the seat went ``first`` or is away."""
    if seat == first:
        yield began
    if scene.seats[seat].away:
        yield "Kai plays on"


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
    return frozenset(map(skeleton, {plain(name, limit) for limit in _LIMITS}))


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

    ``people`` are users with their names. Those without a user are left out, and those below zero
    are former players.
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


def in_alt(scene: Scene[Any], seat: Seat) -> str:
    """Return a seat's name for an alternative text: ``You`` for the seat that looks on."""
    return YOU if seat == scene.view.viewer else plain(scene.seats[seat].name, IN_ALT)


def does(scene: Scene[Any], seat: Seat, words: str) -> str:
    """Return what a seat does, for an alternative text: ``Mina draws.``, but ``You draw.``

    ``words`` are in the third person; verbs after the first one follow *and* or *or*.
    """
    name = in_alt(scene, seat)
    plural = {"has": "have", "is": "are"}
    own = _VERB.sub(lambda verb: plural.get(verb[1], verb[1]), words)
    return f"{name} {own if name == YOU else words}."
