"""``/play``: a table of a game, in a channel or a thread, or a sentence why not."""

import discord
import pytest
from simcord import ChannelHandle

from bot.settings import HouseSettings
from bot.tables.entries import Clock
from tests.cogs.guest import Guest, words
from tests.cogs.options_form import choose_options
from tests.cogs.shown import in_private, shown
from tests.cogs.world import World


def channel_without(world: World, *permissions: str) -> ChannelHandle:
    """A channel where the bot may not do these things."""
    assert world.guild.me is not None
    denied = discord.PermissionOverwrite(**dict.fromkeys(permissions, False))
    return world.guild.create_text_channel("quiet", overwrites={world.guild.me: denied})


async def play(guest: Guest, channel: ChannelHandle, **options: int | str) -> str:
    return words(await guest.actor.slash(channel, "play", **options))


async def test_a_table_opens_here_friendly_and_without_a_clock(world: World, mina: Guest) -> None:
    result = in_private(await mina.slash("play"))
    assert f"Your table of Kapow! is open in <#{world.channel.id}>" in words(result)
    table = await world.state()
    assert table.setup.game == "kapow"
    assert table.setup.clock == Clock()
    assert not table.setup.ranked
    assert table.host.name == "Mina"
    assert table.place.channel == world.channel.id


async def test_all_the_rest_is_chosen_in_the_lobby(world: World) -> None:
    await world.guest("Mina").play(
        rounds=2, cards=9, no_pass=True, clock="60 seconds a turn", ranked=True, kai=3, hints=False
    )
    table = await world.state()
    assert table.setup.options == {"rounds": 2, "cards": 9, "no_pass": True}
    assert table.setup.clock == Clock(kind="live", seconds=60)
    assert table.setup.ranked
    assert len(table.kai) == 3
    assert not table.setup.hints


async def test_the_command_asks_for_the_game_and_for_kai(world: World) -> None:
    command = world.bot.tree.get_command("play")
    assert isinstance(command, discord.app_commands.Command)
    options = {option.name: option for option in command.parameters}
    assert list(options) == ["game", "kai"]
    assert (options["kai"].min_value, options["kai"].max_value) == (0, 7)
    assert not any(option.required for option in options.values())


@pytest.mark.parametrize(
    ("hints", "given"), [({}, True), ({"hints": True}, True), ({"hints": False}, False)]
)
async def test_hints_are_there_unless_switched_off(
    world: World, mina: Guest, hints: dict[str, bool], *, given: bool
) -> None:
    await mina.play(kai=1, rounds=1, cards=9, **hints)
    assert ("no hints" in world.board.text) != given
    await mina.click("Start")
    await mina.open_hand()
    assert ("Hint" in mina.hand.buttons) == given


@pytest.mark.parametrize("counts", [{"ranked": True}, {"game": "capit", "ante": 5}])
async def test_there_are_no_hints_where_a_match_counts(
    world: World, mina: Guest, counts: dict[str, int | str]
) -> None:
    await mina.play(hints=True, **counts)
    assert (await world.state()).setup.gives_hints is False


@pytest.mark.house(live_turn_seconds="45", slow_turn_hours="5,50")
async def test_clocks_are_those_of_the_settings(world: World, mina: Guest) -> None:
    await mina.play()
    form = shown(await mina.click("Options"))
    (menu,) = [found for found in form.menus if found.endswith(":clock")]
    assert list(form.lines(menu)) == [
        "no clock",
        "45 seconds a turn",
        "5 hours a turn",
        "50 hours a turn",
    ]
    await choose_options(mina, world.board, {"clock": "50 hours a turn"})
    assert (await world.state()).setup.clock == Clock(kind="slow", seconds=180_000)


def test_the_settings_offer_a_slow_and_a_live_clock_from_the_start() -> None:
    settings = HouseSettings()
    assert settings.live_turn_seconds
    assert settings.slow_turn_hours


async def test_more_kai_than_seats_is_refused_before_anything_opens(world: World) -> None:
    await world.set(threads=True)
    told = await play(world.guest("Mina"), world.channel, game="toy", kai=4)
    assert told == "High Card has room for you and at most 3 seats for Kai."
    assert not world.messages()
    assert not world.channel.threads


async def test_the_server_may_want_a_thread_for_each_table(world: World) -> None:
    await world.set(threads=True)
    mina = world.guest("Mina @everyone")
    result = await mina.play()
    (thread,) = world.channel.threads
    assert thread.name == "Kapow! with Mina @everyone"
    assert f"<#{thread.id}>" in words(result)
    assert not [m for m in world.channel.history() if m.components]
    (listing,) = world.bot.services.host.tables_in(world.guild.id)
    assert listing.channel == thread.id
    (shown,) = [message for message in thread.history() if message.components]
    await world.guest("Sam").actor.click(shown, label="Join")
    table = await world.bot.services.host.table(listing.table)
    assert [person.name for person in table.state.people] == ["Mina @everyone", "Sam"]


@pytest.mark.house(tables_per_person=9)
async def test_where_there_can_be_no_thread_the_table_opens_right_there(world: World) -> None:
    admin = world.guest("Ada", manage_guild=True)
    await world.set(threads=True)
    await admin.play()
    (thread,) = world.channel.threads
    news, voice = world.guild.create_news_channel("news"), world.guild.create_voice_channel("voice")
    for place in (thread, news, voice):
        assert f"is open in <#{place.id}>" in await play(admin, place)
    assert len(world.channel.threads) == 1


@pytest.mark.house(tables_per_person=1)
async def test_a_table_too_many_leaves_no_thread_behind(world: World, mina: Guest) -> None:
    await mina.play()
    await world.set(threads=True)
    assert "You're at 1 table," in words(await mina.play())
    assert not world.requests("POST", "/threads")
    assert len(world.bot.services.host.tables_in(world.guild.id)) == 1


@pytest.mark.parametrize(
    ("status", "code", "why"),
    [(403, 50013, "I lack a permission there."), (400, 50035, "Discord doesn't let me.")],
)
async def test_a_thread_that_is_not_allowed(world: World, status: int, code: int, why: str) -> None:
    world.fault("POST", "threads", status=status, code=code)
    await world.set(threads=True)
    told = await play(world.guest("Mina"), world.channel)
    assert f"I can't make a thread in <#{world.channel.id}>. {why}" in told
    assert not world.bot.services.host.listings()


@pytest.mark.parametrize("thread", [False, True])
async def test_an_unposted_table_is_closed(world: World, mina: Guest, *, thread: bool) -> None:
    await world.set(threads=thread)
    world.env.inject_error("POST", "/channels/*/messages", status=403, code=50013)
    told = await play(mina, world.channel, game="toy")
    assert "I can't post in <#" in told
    assert ", so I didn't open a table. I lack a permission there." in told
    assert "is open" not in told
    assert not world.bot.services.host.listings()
    assert not world.channel.threads
    assert "is open" in await play(mina, world.channel)


@pytest.mark.parametrize(
    ("missing", "thread", "names"),
    [
        (("attach_files", "embed_links"), False, ("Embed Links", "Attach Files")),
        (("send_messages",), False, ("Send Messages",)),
        (("create_public_threads",), True, ("Create Public Threads",)),
        (("send_messages_in_threads",), True, ("Send Messages in Threads",)),
    ],
)
async def test_missing_permissions_are_named(
    world: World, missing: tuple[str, ...], *, thread: bool, names: tuple[str, ...]
) -> None:
    channel = channel_without(world, *missing)
    await world.set(threads=thread)
    told = await play(world.guest("Mina"), channel)
    lacking = "**, **".join(names)
    assert f"I can't show a table in <#{channel.id}>. I need **{lacking}** there." in told
    assert not channel.threads
    assert not world.bot.services.host.tables_in(world.guild.id)


async def test_seven_seats_of_kais_fill_a_table(world: World) -> None:
    await world.guest("Mina").play(kai=7)
    assert len((await world.state()).kai) == 7
    assert "The table is full" in world.board.text


# As the server has set it.


async def test_the_usual_game_is_played_with_its_usual_options(world: World) -> None:
    await world.set(
        default_game="toy",
        default_options={"toy": {"rounds": 1}, "kapow": {"rounds": 5, "cards": 9}},
    )
    mina = world.guest("Mina")
    await mina.play()
    setup = (await world.state()).setup
    assert (setup.game, setup.options) == ("toy", {"rounds": 1})
    await mina.play(game="kapow")
    setup = (await world.state()).setup
    assert (setup.game, setup.options) == ("kapow", {"rounds": 5, "cards": 9})


async def test_a_usual_game_that_is_not_here_any_more_hinders_nobody(world: World) -> None:
    await world.set(
        default_game="poker", default_options={"kapow": {"rounds": 99, "jokers": 2, "cards": 9}}
    )
    await world.guest("Mina").play()
    setup = (await world.state()).setup
    assert (setup.game, setup.options) == ("kapow", {"cards": 9})


async def test_tables_are_opened_in_chosen_channels_and_threads(world: World, mina: Guest) -> None:
    other = world.guild.create_text_channel("other")
    await mina.play(game="toy")
    lobby = world.board
    await world.set(channels=(other.id,))
    refusal = f"Tables can be opened only in <#{other.id}>."
    assert await play(mina, world.channel) == refusal
    await world.set(threads=True)
    assert await play(mina, world.channel) == refusal
    assert not world.requests("POST", "/threads")
    assert "is open in" in await play(mina, other)
    (thread,) = other.threads
    sam = world.guest("Sam")
    assert f"is open in <#{thread.id}>" in await play(sam, thread)
    await mina.click("Leave", lobby)
    assert await mina.told("Open a new one", lobby) == refusal
    await world.set(channels=())
    assert "a seat at the new table" in await world.guest("Zoe").told("Open a new one", lobby)


@pytest.mark.house(tables_per_channel=2, tables_per_person=3)
async def test_a_server_has_fewer_tables_in_a_channel_than_the_bot_allows(world: World) -> None:
    mina, sam = world.guest("Mina"), world.guest("Sam")
    await world.set(tables_per_channel=1)
    await mina.play(game="toy")
    full = "This channel has 1 table, and that's the limit."
    assert full in words(await sam.play())
    await world.set(threads=True)
    assert "is open in" in words(await sam.play())
    await world.set(threads=False)
    await world.set(tables_per_channel=9)  # No more than the bot's own limit.
    assert "is open in" in words(await sam.play())
    assert "This channel has 2 tables, and that's the limit." in words(await sam.play())


@pytest.mark.house(tables_per_channel=5, tables_per_person=5)
async def test_a_server_bounds_a_person_s_tables(world: World, mina: Guest, sam: Guest) -> None:
    await world.set(tables_per_person=1)
    await mina.play(game="toy")
    lobby = world.board
    most = "You're at 1 table on this server, and that's the limit."
    assert most in words(await mina.play())
    await sam.click("Join", lobby)
    assert most in words(await sam.play())
    await sam.click("Leave", lobby)
    assert "is open in" in words(await sam.play())
    await mina.click("Leave", lobby)
    assert most in await sam.told("Open a new one", lobby)
    await world.set(tables_per_person=0)
    assert "a seat at the new table" in await sam.told("Open a new one", lobby)
