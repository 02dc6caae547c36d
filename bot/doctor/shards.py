"""Check that there are enough shards."""

from bot.doctor.api import Api
from bot.doctor.finding import FaultError, check

__all__ = ["check_shards"]

GATEWAY_OF_BOT = "/gateway/bot"


@check("shards")
async def check_shards(api: Api, count: int) -> str:
    """Check that there are as many shards as Discord recommends, or more."""
    recommended = int((await api.get(GATEWAY_OF_BOT))["shards"])
    if count < recommended:
        raise FaultError(
            f"Discord recommends {recommended} shards, but CARDS_SHARD_COUNT is {count}: change it "
            "in all processes, and restart them."
        )
    return f"The number of shards is {count}; Discord recommends {recommended}."
