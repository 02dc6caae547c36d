"""Storage of match reviews; ``db`` implements it."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Protocol

from pydantic import JsonValue

from bot.game.contract import Seat
from bot.review.values import read_review
from bot.tables.leases.lease import ALL_SERVERS, Shards

__all__ = ["Reviews", "StoredReview", "own_review"]


@dataclass(frozen=True, slots=True)
class StoredReview:
    """A match's review, or the request for one."""

    table: str
    version: str
    """The version of the review's making; reviews of another version are not used."""
    asked_at: int
    """Milliseconds since 1970."""
    body: str | None
    """A :class:`bot.review.values.Review` as JSON; None until it is finished."""


class Reviews(Protocol):
    """Reviews of finished matches, one each. All calls raise ``StoreUnavailableError``."""

    async def review(self, table: str) -> StoredReview | None:
        """Return a match's review or request; None if nobody asked for one."""

    async def ask(self, table: str, version: str, at: int) -> None:
        """Store the request for a review, replacing an older review. ``at``: ms since 1970."""

    async def finish(self, table: str, version: str, body: str) -> None:
        """Store a finished review, unless the match's log has been deleted meanwhile."""

    async def drop(self, table: str) -> None:
        """Delete the request for a review."""

    async def unfinished(self, shards: Shards = ALL_SERVERS) -> Sequence[tuple[str, int]]:
        """Return table and server of each requested review on these shards, oldest first."""

    async def latest(
        self, guild: int, channel: int, user: int, games: Collection[str]
    ) -> str | None:
        """Return a person's newest match on a server, else the newest one of a channel.

        Only matches of these games that still have a log; None if there is none.
        """


def own_review(body: str, seat: Seat) -> JsonValue:
    """Return the part of a review that is about one seat, as JSON; None if it cannot be read."""
    try:
        review = read_review(body)
    except ValueError:
        return None
    rounds: list[JsonValue] = [
        {
            "points": one.points[seat],
            "lost_hundredths": one.losses[seat],
            "choices": one.choices[seat],
            "sound": one.sound[seat],
        }
        for one in review.rounds
    ]
    return {
        "rounds": rounds,
        "slips": [slip.model_dump(mode="json") for slip in review.slips[seat]],
        "chances": [list(point) for point in review.chances[seat]],
    }
