"""What reviews of matches need of a storage; ``db`` meets it."""

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
    """The review of a match, or that one is being made."""

    table: str
    version: str
    """What it was, or is being, made by: one by another version counts for nothing."""
    asked_at: int
    """Milliseconds since 1970."""
    body: str | None
    """A :class:`bot.review.values.Review` as JSON; None as long as it is not finished."""


class Reviews(Protocol):
    """Reviews of finished matches, one each. All calls raise ``StoreUnavailableError``."""

    async def review(self, table: str) -> StoredReview | None:
        """Return a match's review, if one was asked for."""

    async def ask(self, table: str, version: str, at: int) -> None:
        """Note that a match is to be reviewed; an older review goes. ``at``: ms since 1970."""

    async def finish(self, table: str, version: str, body: str) -> None:
        """Keep a review, unless the match's log has been deleted meanwhile."""

    async def drop(self, table: str) -> None:
        """Forget that a review was wanted."""

    async def unfinished(self, shards: Shards = ALL_SERVERS) -> Sequence[tuple[str, int]]:
        """Return the matches of these shards' servers to be reviewed, and the server of each.

        First come, first served.
        """

    async def latest(
        self, guild: int, channel: int, user: int, games: Collection[str]
    ) -> str | None:
        """Return a person's newest match on a server, else the newest one of a channel.

        Of these games, and with a log that is still there; None where there is no such match.
        """


def own_review(body: str, seat: Seat) -> JsonValue:
    """Return what a review says of one seat, as JSON; None where it cannot be read any more."""
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
