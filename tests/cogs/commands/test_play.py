"""``/play``: a table as it was asked for, in a channel or a thread, or a sentence why not."""

import discord
import pytest
from simcord import ChannelHandle

from bot.settings import HouseSettings
from bot.tables.core.entries import Clock
from cogs.commands.play import NO_HINTS
from tests.cogs.guest import Guest, words
from tests.cogs.world import World


def channel_without(world: World, *permissions: str) -> ChannelHandle:
    """A channel where the bot may not do these things."""
    assert world.guild.me is not None
    denied = discord.PermissionOverwrite(**dict.fromkeys(permissions, False))
    return world.guild.create_text_channel("quiet", overwrites={world.guild.me: denied})


async def play(guest: Guest, channel: ChannelHandle, **options: int | str | bool) -> str:
    return words(await guest.actor.slash(channel, "play", **options))


async def test_a_table_opens_here_as_friendly_and_without_a_clock(world: World) -> None:
    mina = world.guest("Mina")
    result = await mina.actor.slash(world.channel, "play")
    assert result.ephemeral
    assert f"Your table of Kapow! is open in <#{world.channel.id}>" in words(result)
    table = await world.state()
    assert table.setup.game == "kapow"
    assert table.setup.clock == Clock()
    assert not table.setup.ranked
    assert table.host.name == "Mina"
    assert table.place.channel == world.channel.id


async def test_all_that_can_be_chosen_is_chosen(world: World) -> None:
    await world.guest("Mina").play(
        rounds=2,
        cards=9,
        no_pass=True,
        clock="60 seconds a turn",
        ranked=True,
        kai=3,
        thread=False,
        hints=False,
    )
    table = await world.state()
    assert table.setup.options == {"rounds": 2, "cards": 9, "no_pass": True}
    assert table.setup.clock == Clock(kind="live", seconds=60)
    assert table.setup.ranked
    assert len(table.kai) == 3
    assert not table.setup.hints


@pytest.mark.parametrize(
    ("hints", "given"), [({}, True), ({"hints": True}, True), ({"hints": False}, False)]
)
async def test_hints_are_there_unless_switched_off(
    world: World, hints: dict[str, bool], *, given: bool
) -> None:
    mina = world.guest("Mina")
    await mina.play(kai=1, rounds=1, cards=9, **hints)
    assert ("no hints" in world.board.text) != given
    await mina.click("Start")
    await mina.open_hand()
    assert ("Hint" in mina.hand.buttons) == given


@pytest.mark.parametrize("counts", [{"ranked": True}, {"game": "capit", "ante": 5}])
async def test_hints_are_refused_where_a_match_counts(
    world: World, counts: dict[str, int | str]
) -> None:
    mina = world.guest("Mina")
    assert await play(mina, world.channel, hints=True, **counts) == NO_HINTS
    assert not world.messages()
    await mina.play(hints=False, **counts)
    assert (await world.state()).setup.gives_hints is False


@pytest.mark.house(live_turn_seconds="45", slow_turn_hours="5,50")
async def test_clocks_are_those_of_the_settings(world: World) -> None:
    command = world.bot.tree.get_command("play")
    assert isinstance(command, discord.app_commands.Command)
    clock = command.get_parameter("clock")
    assert clock is not None
    assert [choice.name for choice in clock.choices] == [
        "no clock",
        "45 seconds a turn",
        "5 hours a turn",
        "50 hours a turn",
    ]
    await world.guest("Mina").play(clock="50 hours a turn")
    assert (await world.state()).setup.clock == Clock(kind="slow", seconds=180_000)


def test_the_settings_offer_a_slow_and_a_live_clock_from_the_start() -> None:
    settings = HouseSettings()
    assert settings.live_turn_seconds
    assert settings.slow_turn_hours


async def test_options_are_offered_as_the_games_limit_them(world: World) -> None:
    command = world.bot.tree.get_command("play")
    assert isinstance(command, discord.app_commands.Command)
    options = {option.name: option for option in command.parameters}
    assert (options["rounds"].min_value, options["rounds"].max_value) == (1, 10)
    assert [choice.value for choice in options["cards"].choices] == [12, 9]
    assert options["cards"].description.startswith("Kapow!: ")
    assert options["no_pass"].type is discord.AppCommandOptionType.boolean
    assert (options["kai"].min_value, options["kai"].max_value) == (0, 7)
    assert not any(option.required for option in options.values())


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"game": "toy", "cards": 9}, "does not know `cards`. It has `rounds`."),
        ({"game": "toy", "rounds": 9}, "“Rounds” is a whole number from 1 to 5."),
        ({"game": "toy", "kai": 4}, "room for you and at most 3 seats of Kai's"),
    ],
)
async def test_what_a_game_does_not_have_is_refused_before_anything_opens(
    world: World, options: dict[str, int | str], sentence: str
) -> None:
    told = await play(world.guest("Mina"), world.channel, thread=True, **options)
    assert sentence in told
    assert not world.messages()
    assert not world.channel.threads


async def test_the_table_gets_a_thread_of_its_own(world: World) -> None:
    mina = world.guest("Mina @everyone")
    result = await mina.play(thread=True)
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


async def test_the_server_may_want_threads_always(world: World) -> None:
    admin = world.guest("Ada", manage_guild=True)
    await world.set(threads=True)
    await admin.play()
    assert len(world.channel.threads) == 1
    await admin.play(thread=False)
    assert len(world.channel.threads) == 1
    voice = world.guild.create_voice_channel("voice")
    told = await play(admin, voice)
    assert f"<#{voice.id}>" in told


async def test_a_thread_within_a_thread_is_refused(world: World) -> None:
    mina = world.guest("Mina")
    await mina.play(thread=True)
    (thread,) = world.channel.threads
    assert "This already is a thread. Leave out" in await play(mina, thread, thread=True)
    assert f"is open in <#{thread.id}>" in await play(mina, thread)


@pytest.mark.house(tables_per_person=1)
async def test_a_table_too_many_leaves_no_thread_behind(world: World) -> None:
    mina = world.guest("Mina")
    await mina.play()
    assert "You already sit at 1 table," in words(await mina.play(thread=True))
    assert not world.requests("POST", "/threads")
    assert len(world.bot.services.host.tables_in(world.guild.id)) == 1


async def test_a_voice_channel_has_no_thread(world: World) -> None:
    voice = world.guild.create_voice_channel("voice")
    told = await play(world.guest("Mina"), voice, thread=True)
    assert "Only a text channel can have a thread. Leave out `thread` to play here." in told


async def test_an_announcement_channel_has_no_thread_either(world: World) -> None:
    news = world.guild.create_news_channel("news")
    admin = world.guest("Mina", manage_guild=True)
    assert "Announcement channels have no threads for tables." in await play(
        admin, news, thread=True
    )
    assert not world.bot.services.host.listings()
    await world.set(threads=True)
    assert f"is open in <#{news.id}>" in await play(admin, news)


@pytest.mark.parametrize(("status", "code"), [(400, 50024), (403, 50013), (400, 160006)])
async def test_a_thread_that_discord_does_not_allow(world: World, status: int, code: int) -> None:
    path = f"/channels/{world.channel.id}/threads"
    world.env.inject_error("POST", path, status=status, code=code)
    told = await play(world.guest("Mina"), world.channel, thread=True)
    assert f"Discord does not let me make a thread in <#{world.channel.id}>" in told
    assert not world.bot.services.host.listings()


@pytest.mark.parametrize("thread", [False, True])
async def test_a_table_that_cannot_be_posted_is_closed_again(world: World, *, thread: bool) -> None:
    mina = world.guest("Mina")
    world.env.inject_error("POST", "/channels/*/messages", status=403, code=50013)
    told = await play(mina, world.channel, thread=thread, ante=5, game="toy")
    assert "Discord does not let me post in <#" in told
    assert "so no table was opened" in told
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
    told = await play(world.guest("Mina"), channel, thread=thread)
    lacking = "**, **".join(names)
    assert f"I cannot show a table in <#{channel.id}>: I lack **{lacking}** there." in told
    assert not channel.threads
    assert not world.bot.services.host.tables_in(world.guild.id)


async def test_seven_seats_of_kais_fill_a_table(world: World) -> None:
    await world.guest("Mina").play(kai=7)
    assert len((await world.state()).kai) == 7
    assert "The table is full" in world.board.text


# As the server has set it.


async def test_without_a_game_the_usual_one_is_played_with_its_usual_options(world: World) -> None:
    await world.set(
        default_game="toy",
        default_options={"toy": {"rounds": 1}, "kapow": {"rounds": 5, "cards": 9}},
    )
    mina = world.guest("Mina")
    await mina.play()
    setup = (await world.state()).setup
    assert (setup.game, setup.options) == ("toy", {"rounds": 1})
    await mina.play(game="kapow", rounds=2)
    setup = (await world.state()).setup
    assert (setup.game, setup.options) == ("kapow", {"rounds": 2, "cards": 9})


async def test_what_is_asked_for_wins_over_usual_options_that_forbid_it(world: World) -> None:
    await world.set(default_options={"chowpow": {"battle_buffet": True, "hot_sauce": True}})
    mina = world.guest("Mina")
    told = words(await mina.play(game="chowpow", own_size=True))
    assert "Your table of Chow Pow! is open" in told
    assert (await world.state()).setup.options == {"own_size": True}


async def test_a_usual_game_that_is_not_here_any_more_hinders_nobody(world: World) -> None:
    await world.set(
        default_game="poker", default_options={"kapow": {"rounds": 99, "jokers": 2, "cards": 9}}
    )
    await world.guest("Mina").play()
    setup = (await world.state()).setup
    assert (setup.game, setup.options) == ("kapow", {"cards": 9})


async def test_tables_are_opened_in_the_channels_of_the_server_and_their_threads(
    world: World,
) -> None:
    other = world.guild.create_text_channel("other")
    mina = world.guest("Mina")
    await mina.play(game="toy")
    lobby = world.board
    await world.set(channels=(other.id,))
    refusal = f"On this server tables are opened in <#{other.id}> only."
    assert await play(mina, world.channel) == refusal
    assert await play(mina, world.channel, thread=True) == refusal
    assert not world.requests("POST", "/threads")
    assert f"is open in <#{other.id}>" in await play(mina, other)
    assert "is open in" in await play(mina, other, thread=True)
    (thread,) = other.threads
    sam = world.guest("Sam")
    assert f"is open in <#{thread.id}>" in await play(sam, thread)
    await mina.click("Leave", lobby)
    assert await mina.told("Open a new one", lobby) == refusal
    await world.set(channels=())
    assert "A new table is open" in await world.guest("Zoe").told("Open a new one", lobby)


@pytest.mark.house(tables_per_channel=2, tables_per_person=3)
async def test_a_server_has_fewer_tables_in_a_channel_than_the_bot_allows(world: World) -> None:
    mina, sam = world.guest("Mina"), world.guest("Sam")
    await world.set(tables_per_channel=1)
    await mina.play(game="toy")
    full = "This channel already has 1 table, and that's the limit."
    assert full in words(await sam.play())
    assert "is open in" in words(await sam.play(thread=True))
    await world.set(tables_per_channel=9)  # No more than the bot's own limit.
    assert "is open in" in words(await sam.play())
    assert "This channel already has 2 tables, and that's the limit." in words(await sam.play())


@pytest.mark.house(tables_per_channel=5, tables_per_person=5)
async def test_a_server_says_at_how_many_of_its_tables_one_may_sit(world: World) -> None:
    mina, sam = world.guest("Mina"), world.guest("Sam")
    await world.set(tables_per_person=1)
    await mina.play(game="toy")
    lobby = world.board
    most = "You already sit at 1 table of this server, and that's the limit."
    assert most in words(await mina.play())
    await sam.click("Join", lobby)
    assert most in words(await sam.play(thread=True))
    assert not world.requests("POST", "/threads")
    await sam.click("Leave", lobby)
    assert "is open in" in words(await sam.play())
    await mina.click("Leave", lobby)
    assert most in await sam.told("Open a new one", lobby)
    await world.set(tables_per_person=0)
    assert "A new table is open" in await sam.told("Open a new one", lobby)
