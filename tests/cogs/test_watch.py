"""The watch: whose turn it is to be looked after, and what it costs."""

from cogs.watch import MOST, MOST_OF_A_SERVER, chosen
from tests.cogs.taken import SOON, begin
from tests.cogs.world import World

BIG, SMALL = 1, 2


def test_no_server_takes_all_the_turns() -> None:
    waiting: dict[str, int | str] = {f"big {n}": BIG for n in range(50)}
    waiting |= {f"small {n}": SMALL for n in range(3)} | {"night": "night"}
    found = chosen(waiting)
    assert found[BIG] == [f"big {n}" for n in range(MOST_OF_A_SERVER)]
    assert found[SMALL] == ["small 0", "small 1", "small 2"]
    assert found["night"] == ["night"]


def test_no_more_are_looked_after_than_discord_bears() -> None:
    waiting: dict[str, int | str] = {f"{n}": n for n in range(100)}
    found = chosen(waiting)
    assert [*found] == [*range(MOST)]


async def test_a_table_costs_a_few_reads_in_a_minute(world: World) -> None:
    scene = await begin(world, "match")
    before = len(world.requests("GET"))
    await world.pass_time(SOON)
    reads = world.requests("GET")[before:]
    messages = [found for found in reads if "/messages/" in found.path]
    assert 1 <= len(messages) <= 2
    assert len(reads) == len(messages) * (1 + len(scene.guests))


async def test_a_message_that_somebody_deletes_again_and_again_stays_away(world: World) -> None:
    scene = await begin(world, "match")
    for _ in range(3):
        world.env.backend.delete_message(world.channel.id, world.board.message.id)
        await world.pass_time(SOON)
        assert await scene.is_shown()
    world.env.backend.delete_message(world.channel.id, world.board.message.id)
    await world.pass_time(2 * SOON)
    assert not await scene.is_shown()
    await scene.stir()
    assert await scene.is_shown()
