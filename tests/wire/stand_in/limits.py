"""Discord's rate limits: fixed windows for each bucket, and 50 requests a second in all."""

import hashlib
import re
import time
from dataclasses import dataclass, field


@dataclass(slots=True)
class Window:
    """``most`` requests in ``seconds``."""

    most: int
    seconds: float
    used: int = 0
    until: float = 0

    def take(self, now: float) -> float:
        """Count a request; return 0, or the seconds after which to try again."""
        if now >= self.until:
            self.until, self.used = now + self.seconds, 0
        if self.used >= self.most:
            return self.until - now
        self.used += 1
        return 0

    def headers(self, bucket: str, now: float) -> dict[str, str]:
        """Return what Discord says of the window with each answer."""
        return {
            "X-RateLimit-Limit": str(self.most),
            "X-RateLimit-Remaining": str(self.most - self.used),
            "X-RateLimit-Reset": f"{time.time() + self.until - now:.3f}",
            "X-RateLimit-Reset-After": f"{self.until - now:.3f}",
            "X-RateLimit-Bucket": _hash(bucket),
        }


@dataclass(slots=True)
class Limits:
    """``channel``: posts and edits in one; ``overall``: all that counts, a second; or None."""

    channel: tuple[int, float] | None = (5, 5.0)
    overall: int | None = 50
    hit: int = 0
    """How many requests were refused."""
    _windows: dict[str, Window] = field(default_factory=dict)

    def take(self, bucket: str | None, now: float) -> tuple[float, bool, dict[str, str]]:
        """Count a request; return the seconds to wait, whether that goes for all, and headers."""
        if self.overall is not None and bucket is not None:
            wait = self._window("overall", self.overall, 1.0).take(now)
            if wait:
                self.hit += 1
                return wait, True, {}
        if self.channel is None or bucket is None:
            return 0, False, {}
        window = self._window(bucket, *self.channel)
        wait = window.take(now)
        self.hit += bool(wait)
        return wait, False, window.headers(bucket, now)

    def _window(self, name: str, most: int, seconds: float) -> Window:
        return self._windows.setdefault(name, Window(most, seconds))


def _hash(bucket: str) -> str:
    """Return what Discord calls a bucket: the same in all channels and servers (API docs)."""
    route = re.sub(r"\d+", "", bucket)
    return hashlib.md5(route.encode(), usedforsecurity=False).hexdigest()
