"""Count the week again, from the raw rows and what people were told, by none of the bot's SQL."""

from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from typing import Any, Final, NamedTuple

from bot.daily.days import span_of
from bot.game.record import parse_record
from bot.game.replay import verify
from bot.games.registry import GAMES
from db.schema import daily_deals, daily_rounds, puzzle_answers
from db.storage import Storage
from lab.week.plan import FIRST_USER
from lab.week.week import Diary
from tests.db.rows import named_rows

_RECORD: Final = """card night record 1
game: kapow
option rounds: 1
option cards: 9
option max_reshuffles: 1
commitment: {commitment}
secret: {secret}
seat 0: Guest
seat 1: Kai
cut 0:
cut 1:

{moves}
"""


class Kept(NamedTuple):
    """What the database holds."""

    secrets: Mapping[int, str]
    """By day."""
    rounds: Sequence[Mapping[str, Any]]
    answers: Sequence[Mapping[str, Any]]


async def read(storage: Storage) -> Kept:
    """Read all rows of a database."""
    deals = await named_rows(storage, daily_deals)
    rounds = await named_rows(storage, daily_rounds)
    answers = await named_rows(storage, puzzle_answers)
    return Kept(
        {deal.day: deal.secret for deal in deals},
        [row._asdict() for row in rounds],
        [row._asdict() for row in answers],
    )


def faults(kept: Kept, diary: Diary) -> Iterator[str]:
    """Yield what is wrong, in words; nothing if all is right."""
    yield from _seals(kept, diary)
    yield from _scores(kept)
    yield from _promises(kept, diary)
    forgotten = {user for _, user in diary.told("forgotten")}
    counting = [row for row in kept.rounds if not row["practice"]]
    for row in (*counting, *kept.answers):
        if row["user_id"] in forgotten and row["day"] <= _last_forgotten(diary, row["user_id"]):
            yield f"a row of {row['user_id']} is left, whose data were deleted"


def _seals(kept: Kept, diary: Diary) -> Iterator[str]:
    """Every fingerprint that was told is that of the secret, from the day before on."""
    first = min(kept.secrets)
    for kind, *words in diary.lines:
        if kind != "sealed":
            continue
        day, drawn_at, fingerprint = int(words[0]), int(words[1]), words[2]
        if sha256(bytes.fromhex(kept.secrets[day])).hexdigest() != fingerprint:
            yield f"day {day}: the secret is not the one that was sealed"
        if day > first and drawn_at >= span_of(day).begins:
            yield f"day {day}: it was sealed on the day itself"


def _scores(kept: Kept) -> Iterator[str]:
    """Every stored round is legal by the rules, and has the points that they give."""
    for row in kept.rounds:
        secret = kept.secrets[row["day"]]
        commitment = sha256(bytes.fromhex(secret)).hexdigest()
        text = _RECORD.format(commitment=commitment, secret=secret, moves=row["moves"])
        end = verify(parse_record(text), GAMES).state
        outcome = GAMES["kapow"].outcome(end)
        scores = None if outcome is None else outcome.scores
        told = None if row["points"] is None else (row["points"], row["kai_points"])
        if scores != told:
            yield f"day {row['day']}: a round has {told}, and by the rules {scores}"
        if not row["practice"] and scores is None:
            yield f"day {row['day']}: a round was not finished"


def _promises(kept: Kept, diary: Diary) -> Iterator[str]:
    """Whatever a person was told is stored, unless their data were deleted."""
    rows = {(r["day"], r["user_id"], r["practice"]): r for r in kept.rounds}
    gone = {(day, user) for day, user in diary.told("forgotten")}
    kept_for = {user: day for day, user in sorted(gone)}
    for day, user, practice, revision in diary.told("moved"):
        row = rows.get((day, user, practice))
        if _is_kept(kept_for, day, user) and (row is None or row["played"] < revision):
            yield f"day {day}: move {revision} of {user} is lost"
    for day, user, practice, points, kai in diary.told("ended"):
        row = rows.get((day, user, practice))
        told = (points, kai)
        if _is_kept(kept_for, day, user) and (
            row is None or (row["points"], row["kai_points"]) != told
        ):
            yield f"day {day}: the result of {user} is not {told}"
    answers = {(row["day"], row["user_id"]): row["best"] for row in kept.answers}
    for day, user, best in diary.told("answered"):
        if _is_kept(kept_for, day, user) and answers.get((day, user)) != best:
            yield f"day {day}: the answer of {user} is lost"


def _is_kept(gone: Mapping[int, int], day: int, user: int) -> bool:
    """Whether a person's data of a day are still theirs."""
    return user >= FIRST_USER and day > gone.get(user, 0)


def _last_forgotten(diary: Diary, user: int) -> int:
    return max(day for day, other in diary.told("forgotten") if other == user)
