"""The standings of a duplicate night, by the words of ``docs/nights.md``; and any night's deals."""

import hmac
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from bot.lab.week.night_points import Played, Round, Standing
from bot.lab.week.night_rows import NightRow, table_name
from bot.lab.week.table_logs import TableLog

__all__ = ["boards_counted", "deal_faults"]


def boards_counted(rounds: Sequence[Round], here: frozenset[int]) -> Mapping[int, Standing]:
    """Return where everyone who is here or has had a seat stands after the boards that are done."""
    people = here | {who for one in rounds for table in one.tables for who in table.people}
    done = [one.tables for one in rounds if all(table.over for table in one.tables)]
    means = {
        who: sum((_percent(tables, who) for tables in done), Fraction()) / max(1, len(done))
        for who in people
    }
    return {
        who: Standing(1 + sum(other > mean for other in means.values()), mean)
        for who, mean in means.items()
    }


def _percent(tables: Sequence[Played], who: int) -> Fraction:
    """Return what a board is worth to somebody; 0 if they did not play it themselves."""
    own = next((table for table in tables if who in table.people and who not in table.away), None)
    if own is None:
        return Fraction()
    if who in own.removed:
        return Fraction(50)
    seat = next((at for at, (owner, _) in enumerate(own.scores) if owner == who), None)
    others = [] if seat is None else [table.scores[seat][1] for table in tables if table.scores]
    if seat is None or len(others) == 1:
        return Fraction(50)
    mine = own.scores[seat][1]
    others.remove(mine)
    beaten = sum(Fraction(other < mine) + Fraction(other == mine, 2) for other in others)
    return 100 * Fraction(beaten) / len(others)


def deal_faults(night: NightRow, logs: Mapping[str, TableLog]) -> Iterator[str]:
    """All tables are dealt as the night's secret and its words say, and nobody cuts there."""
    secret, words = _sealed(night)
    for number, seated in enumerate(night.rounds, 1):
        for at in range(len(seated["tables"])):
            table = 0 if night.form == "duplicate" else at + 1
            numbers = number.to_bytes(4, "big") + table.to_bytes(4, "big")
            expected = hmac.digest(secret, words + numbers, "sha256")
            log = logs.get(table_name(night, number, at))
            if log is None:
                continue
            cuts = [cut for started in log.of("started") for cut in started["cuts"] if cut]
            if log.entries[0]["secret"] != expected.hex() or cuts:
                yield f"night {night.id}: table {at} of round {number} is dealt something else"


def _sealed(night: NightRow) -> tuple[bytes, bytes]:
    """Return a night's secret, and its words, each behind its length, in their order."""
    (sealed,) = (event for event in night.events if event["kind"] == "sealed")
    words: dict[int, bytes] = {}
    for event in night.events:
        if event["kind"] == "cut":
            words.pop(event["person"], None)
            words[event["person"]] = event["word"].encode()
    spelt = b"".join(len(word).to_bytes(4, "big") + word for word in words.values())
    return bytes.fromhex(sealed["secret"]), spelt
