"""Two made-up quarters of a server, with all that may happen to a match that counts."""

import random
from collections.abc import Iterator, Sequence
from typing import Final

from bot.games.kapow.rules.options import KapowOptions
from bot.league.results import kai_anchors
from bot.tables.entries import HandedOverBecause
from bot.tables.store import MatchResult, SeatResult, Tally
from tests.db.samples import GUILD
from tests.db.worlds import ms

BEGINS: Final = ms(2027, 7, 1)
ENDS: Final = ms(2028, 1, 1)
PEOPLE: Final = range(101, 115)
LEVELS: Final = ("easy", "normal", "hard", "expert")
HELD: Final[tuple[HandedOverBecause, ...]] = ("left", "away", "kicked")
EDGES: Final = (
    *(ms(2027, month, 1) for month in range(8, 13)),  # months, and a quarter
    *(ms(2027, 8, day) for day in (2, 9, 12, 16)),  # Mondays, and a Thursday
)
MONDAY: Final = ms(2027, 8, 9)
PLAIN: Final = (9, 0)
TURNS: Final = (PLAIN, PLAIN, PLAIN, PLAIN, (7, 2), (5, 5), (4, 6), (0, 8), (0, 0))


def season(seed: int, count: int) -> Sequence[MatchResult]:
    """Return matches in the order of their ends."""
    chance = random.Random(seed)
    when = sorted(_times(chance, count))
    return [_match(chance, number, at) for number, at in enumerate(when)]


def _times(chance: random.Random, count: int) -> Iterator[int]:
    """Yield the ends of matches: evenings, long nights of the same people, edges of periods."""
    for number in range(count):
        if number % 4 == 0:
            yield chance.choice(EDGES) + chance.choice((-1, 0, 1, 3_600_000, -3_600_000))
        elif number % 4 == 1:  # On either side of a Monday, more often than counts.
            yield MONDAY + chance.choice((-1, 0, 1, -chance.randrange(86_400_000)))
        else:
            yield chance.randrange(BEGINS, ENDS)


def _match(chance: random.Random, number: int, at: int) -> MatchResult:
    users = _company(chance, busy=abs(at - MONDAY) < 86_400_000)
    kais = chance.randint(0, 8 - len(users)) if chance.random() < 0.4 else 0
    kinds: list[int | None] = [*users, *[None] * max(kais, 2 - len(users))]
    chance.shuffle(kinds)
    totals = [chance.randrange(-3, 12) for _ in kinds]
    game, version = chance.choice(("kapow", "kapow", "kapow", "chowpow")), chance.choice((1, 2, 3))
    ranked = chance.random() < 0.95
    return MatchResult(
        table=f"{number:010x}",
        guild=GUILD,
        game=game,
        ranked=ranked,
        counted=ranked and chance.random() < 0.95,
        finished_at=at,
        seats=tuple(
            _seat(chance, seat, kind, (totals[seat], 1 + sum(own < totals[seat] for own in totals)))
            for seat, kind in enumerate(kinds)
        ),
        options={"rounds": chance.choice((1, 10))},
        kai_version=version,
        anchors=kai_anchors(game, version),
        full_length=chance.random() < 0.8,
        kind=KapowOptions().kind(len(kinds)) if game == "kapow" else "",
    )


def _company(chance: random.Random, *, busy: bool) -> Sequence[int]:
    """Return who plays: two who do so all the time, or any; few come often, and some seldom.

    ``busy``: while the same few play more often than counts in a week.
    """
    if busy:
        return chance.sample(PEOPLE[:4], 3)
    if chance.random() < 0.3:
        return PEOPLE[:2]
    keen = PEOPLE[:6] if chance.random() < 0.5 else PEOPLE
    return chance.sample(keen, min(len(keen), chance.choice((1, 2, 2, 3, 4, 4, 5, 6, 8))))


def _seat(
    chance: random.Random, number: int, kind: int | None, ended: tuple[int, int]
) -> SeatResult:
    total, rank = ended
    if kind is None:
        level = chance.choice(LEVELS)
        played = level if chance.random() < 0.8 else "easy"
        tally = Tally(
            kai_turns=8, levels={played: 12} if played == level else {level: 3, played: 9}
        )
        return SeatResult(number, None, "Kai", level, rank, total, (total,), tally)
    own, by_kai = chance.choice(TURNS)
    held = chance.choice(HELD) if by_kai and chance.random() < 0.7 else None
    name = chance.choice(
        ("Ada", "=SUM(A1:A9)", 'Çetin; "x"', "@everyone", "\N{FULLWIDTH EQUALS SIGN}1", "a\nb")
    )
    tally = Tally(own, by_kai)
    return SeatResult(number, kind, f"{name} {kind}", None, rank, total, (total,), tally, held)
