from tests.cogs.world import World


async def test_a_lobby_opens_and_fills(world: World) -> None:
    mina, sam = world.guest("Mina"), world.guest("Sam")
    await mina.play()
    await sam.click("Join")
    assert "Mina" in world.board.text
    assert "Sam" in world.board.text
