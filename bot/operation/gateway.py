"""The connections to Discord's gateway: which of them are up."""

from bot.operation.meters import Meters

__all__ = ["GatewayWatch"]


class GatewayWatch:
    """Listens to the shards of a client; its methods are the library's events."""

    def __init__(self, meters: Meters) -> None:
        self._meters = meters
        self._ready = False
        self._down: set[int] = set()

    @property
    def up(self) -> bool:
        """Whether every shard of this process is connected."""
        return self._ready and not self._down

    async def on_ready(self) -> None:
        """All shards have connected for the first time."""
        self._ready = True

    async def on_shard_ready(self, shard: int) -> None:
        """A shard has connected, with a new session."""
        self._down.discard(shard)

    async def on_shard_resumed(self, shard: int) -> None:
        """A shard has connected again, and nothing was missed."""
        self._meters.resumes.inc()
        self._down.discard(shard)

    async def on_shard_disconnect(self, shard: int) -> None:
        """A shard has lost its connection."""
        if shard not in self._down:
            self._meters.disconnects.inc()
            self._down.add(shard)
