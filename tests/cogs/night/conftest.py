import pytest

from tests.cogs.night.evening import Evening, planned
from tests.cogs.world import World


@pytest.fixture
async def evening(world: World) -> Evening:
    """A league night of two rounds in the world's channel."""
    return await planned(world)
