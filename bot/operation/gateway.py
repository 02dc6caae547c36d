"""Watch which shards are connected to Discord's gateway."""

from bot.operation.metrics import Metrics

__all__ = ["GatewayWatch"]


class GatewayWatch:
    """Listens to a client's shards; its methods are discord.py's events."""

    def __init__(self, metrics: Metrics) -> None:
        self._metrics = metrics
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
        """A shard has resumed its session; no events were missed."""
        self._metrics.resumes.inc()
        self._down.discard(shard)

    async def on_shard_disconnect(self, shard: int) -> None:
        """A shard has lost its connection."""
        if shard not in self._down:
            self._metrics.disconnects.inc()
            self._down.add(shard)
