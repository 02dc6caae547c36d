"""``/daily play``: the daily deal, played by clicks on the real bot."""

import json
import logging
from dataclasses import replace
from hashlib import sha256

import pytest

from bot.daily.days import DAY, Score, span_of
from bot.daily.deal import GAME, PLAY, Deal, Ended, Key, StoredRound, dealt
from bot.face.markdown import HIDDEN_NAME
from bot.games.registry import player_for
from bot.league.settings import Visibility
from cogs.core.click import read_hand_address, too_old
from cogs.daily import MOVED_ON, NOTHING_TO_POST, POSTED
from tests.cogs.forge import button, forger
from tests.cogs.guest import Guest, Private, words
from tests.cogs.shown import Shown
from tests.cogs.world import World
from tests.helpers import not_none

OUTDATED = str(too_old("daily"))

MOST_CLICKS = 150


class DailyGuest(Private):
    """Someone with a daily deal on the screen, who plays as Kai would."""

    @property
    def is_over(self) -> bool:
        return "Board" in self.page.buttons

    async def think(self, level: str = "normal") -> str:
        world = self.guest.world
        day = int(next(iter(self.page.ids)).split(":")[1])
        practice = ":p:" in next(iter(self.page.ids))
        own = not_none(await world.bot.services.daily.look(Key(day, self.guest.id, practice)))
        scene = own.round.scene("me")
        return str(player_for(GAME.name, level).choose(scene.view, own.round.legal).action)

    async def act(self, action: str) -> None:
        """Find an action among the controls, a step deeper where need be, and do it."""
        for _ in range(4):
            for custom_id in self.page.ids:
                if _says(custom_id) == f"a:{action}":
                    await self.press_id(custom_id)
                    return
            deeper = [each for each in self.page.ids if _says(each).startswith("f:")]
            best = max(deeper, key=lambda each: _common(_says(each), action))
            await self.press_id(best)
        raise AssertionError(f"{action} can't be clicked")

    async def play(self) -> int:
        """Play to the end; return how many actions it took."""
        for count in range(MOST_CLICKS):
            if self.is_over:
                return count
            await self.act(await self.think())
        raise AssertionError("the round doesn't end")


def _says(custom_id: str) -> str:
    parts = custom_id.split(":", 3)
    if len(parts) < 4 or parts[2] not in ("h", "p"):
        return ""
    pressed = read_hand_address(parts[3])
    return f"{pressed.kind}:{pressed.words}"


def _common(says: str, action: str) -> int:
    _, _, focus = says.partition(":")
    return sum(1 if word in action.split() else -1 for word in focus.split()) if focus else -9


async def sealed(world: World, day: int | None = None) -> int:
    """Seal a deal that is the same in every run; return its day."""
    daily = world.bot.services.daily
    number = daily.today if day is None else day
    secret = sha256(f"daily {number}".encode()).digest()
    await daily.store.seal(Deal(number, secret, world.time.now()))
    return number


async def opened(world: World, name: str = "Mina", guest: Guest | None = None) -> DailyGuest:
    """Open the daily deal, by someone new if nobody is given."""
    guest = guest or world.guest(name)
    return DailyGuest(guest, await guest.slash("daily play"))


async def begun(world: World, name: str = "Mina") -> DailyGuest:
    daily = await opened(world, name)
    await daily.press("Play")
    return daily


async def finished(world: World, name: str = "Mina") -> DailyGuest:
    daily = await begun(world, name)
    await daily.play()
    return daily


async def tomorrow(world: World) -> None:
    """Let the next day begin, and whatever that brings be done."""
    daily = world.bot.services.daily
    [*_, there] = await daily.store.presence()
    world.time.set(world.time.now() + DAY)
    await daily.store.see(there.begins, world.time.now())  # Nobody was away.
    await daily.keep_up()


async def test_a_deal_says_when_it_was_drawn_and_that_nobody_can_cut(world: World) -> None:
    day = world.bot.services.daily.today
    secret = sha256(b"tomorrow").digest()
    before = span_of(day).begins - 1
    await world.bot.services.daily.store.seal(Deal(day, secret, before))
    page = (await opened(world)).page
    assert f"Sealed <t:{before // 1000}:f>" in page.text
    assert "Nobody can cut a daily deal" in page.text
    assert "wasn't here" not in page.text


async def test_a_round_is_played_to_its_end_in_one_private_message(world: World) -> None:
    day = await sealed(world)
    daily = await opened(world)
    page = daily.page
    assert page.message.flags.ephemeral
    assert page.text.startswith(f"## Daily {day} · 1 January")
    assert "Nobody has finished this deal yet." in page.text
    fingerprint = (await world.bot.services.daily.deal(day)).fingerprint
    assert fingerprint in page.text
    after = (await world.bot.services.daily.deal(day + 1)).fingerprint
    assert f"Tomorrow's begins with `{after[:16]}`." in page.text
    assert "Nobody can cut a daily deal" in page.text
    assert "I wasn't here the day before, so it was sealed late" in page.text
    await daily.press("Play")
    assert daily.page.files == ["table.png"]
    assert "> **Round 1** begins. **Kai** turned up" in daily.page.text
    assert 12 <= await daily.play() <= 60
    assert f"## Daily {day} · 1 January\n11 : 0 Kai\nKai beat you by 11 points." in daily.page.text
    assert "Streak: 1 day. You can miss one day a week." in daily.page.text
    assert daily.page.files == ["table.png"]
    assert world.messages() == []


async def test_later_the_same_result_is_shown_again(world: World) -> None:
    await sealed(world)
    daily = await finished(world)
    again = await opened(world, guest=daily.guest)
    assert again.page.text == daily.page.text
    assert "Practise" not in again.page.buttons


async def test_it_goes_on_after_a_crash_in_a_new_message(world: World) -> None:
    await sealed(world)
    daily = await begun(world)
    for _ in range(4):
        await daily.act(await daily.think())
    before = daily.page
    await world.restart()
    again = await opened(world, guest=daily.guest)
    assert again.page.ids == before.ids
    await daily.act(await daily.think())
    # The other message shows an earlier position, and says so.
    await again.press_id(again.page.ids[0])
    assert MOVED_ON in again.page.text
    await again.play()
    assert "Board" in again.page.buttons


async def test_one_s_own_buttons_do_nothing_for_anyone_else(world: World) -> None:
    await sealed(world)
    mina, sam = await begun(world), world.guest("Sam")
    for custom_id in mina.page.ids:
        told = words(await forger(sam).send(*button(custom_id)))
        assert OUTDATED in told or "haven't begun" in told
    own = not_none(await world.bot.services.daily.look(Key(1, mina.guest.id)))
    assert own.round == dealt(own.round.deal)


BAD = (
    *("", "0:play", "1:", "1:nothing", "1:h", "1:h:", "1:h:0:0:0:a", "1:h:1:0:0:a:take draw"),
    *("1:h:0:999999:0:a:take draw", "1:p:0:1:0:a:take draw", "1:h:0:5:0:n", "999999:board"),
    *("999999:play", "2:play", "1:practise", "1:proof", "x:play", "1:play:more:words"),
    *("1:h:0:5:0:f:" + "9" * 70, "1:h:0:5:0:a:\N{GRINNING FACE}"),
)


async def test_bad_buttons_get_a_sentence_and_change_nothing(world: World) -> None:
    await sealed(world)
    daily = await begun(world)
    key = Key(1, daily.guest.id)
    before = await world.bot.services.daily.store.round(key)
    for bad in BAD:
        told = words(await forger(daily.guest).send(*button(f"daily:{bad}"[:100])))
        assert told, bad
        assert "Traceback" not in told
        assert await world.bot.services.daily.store.round(key) == before, bad


async def test_a_result_is_posted_once_and_shows_no_card(world: World) -> None:
    await sealed(world)
    sam, mina = await finished(world, "Sam"), await finished(world, "Mina *Ünal*")
    await mina.press("Post it here")
    [post] = world.messages()
    assert post.text == (
        "**Mina \\*Ünal\\***\nDaily 1 · 11 : 0 Kai · better than 0% of 1 · streak of 1 day here\n"
        "▫▫▫▫▫▫▫⭐\n-# 8 turns, 1 column completed"
    )
    assert words(await mina.press("Post it here")) == POSTED
    again = await opened(world, guest=mina.guest)
    assert "Post it here" not in again.page.buttons
    told = words(await forger(sam.guest).send(*button("daily:2:share")))
    assert told == NOTHING_TO_POST
    texts = [one.text for one in world.messages()]
    assert [text for text in texts if text != "forged"] == [post.text]


async def test_an_empty_board_says_so_once(world: World) -> None:
    await sealed(world)
    await world.guest("Mina").slash("daily board")
    assert world.board.text.count("Nobody has finished this deal yet.") == 1
    store = world.bot.services.daily.store
    elsewhere = StoredRound(Key(1, 7), 5, "P", PLAY, 0, ((0, "x"),), Ended(Score(1, 2), 1))
    assert await store.begin(elsewhere)
    await world.guest("Sam").slash("daily board")
    assert "Nobody has finished this deal here yet." in world.board.text
    assert "of 1 player everywhere beat Kai." in world.board.text


async def test_the_board_lists_results_and_keeps_hidden_names(world: World) -> None:
    await sealed(world)
    mina, sam = await finished(world), await finished(world, "Sam")
    await world.bot.services.storage.people.choose(sam.guest.id, Visibility.HIDDEN)
    await mina.guest.slash("daily board")
    lines = world.board.text.splitlines()
    assert lines[1:3] == ["**1** Mina: 11 : 0 Kai", f"**1** {HIDDEN_NAME}: 11 : 0 Kai"]
    assert "2 players on Card night. " in world.board.text
    assert "of 2 players everywhere beat Kai." in world.board.text
    private = words(await sam.press("Board")).splitlines()
    assert private[1:3] == ["**1** Mina: 11 : 0 Kai", "**1** **You**: 11 : 0 Kai"]


async def test_a_board_of_many_shows_ten_and_the_reader(world: World) -> None:
    day = await sealed(world)
    mina = await finished(world)
    store = world.bot.services.daily.store
    for user in range(1, 15):
        new = StoredRound(Key(day, user), world.guild.id, f"P{user}", PLAY, 0, ((0, "x"),))
        assert await store.begin(replace(new, ended=Ended(Score(user - 5, 9), 1)))
    told = words(await mina.press("Board")).splitlines()
    assert [line.split(" ", 1)[0] for line in told[1:11]] == [f"**{n}**" for n in range(1, 11)]
    assert told[11] == "**15** **You**: 11 : 0 Kai"
    page = await opened(world, guest=mina.guest)
    assert "Better than 0% of 14 other players: 15th of 15." in page.page.text


async def test_the_deck_is_told_once_the_day_is_over_and_verify_proves_it(world: World) -> None:
    day = await sealed(world)
    daily = await finished(world)
    secret = (await world.bot.services.daily.deal(day)).secret.hex()
    assert "Proof" not in daily.page.buttons
    refused = words(await forger(daily.guest).send(*button(f"daily:{day}:proof")))
    assert refused == "The deck stays secret until the day is over."
    await tomorrow(world)
    late = await daily.guest.slash("daily play", day=day)
    proof = await daily.guest.actor.click(Private(daily.guest, late).page.message, label="Proof")
    assert secret in words(proof)
    [file] = Private(daily.guest, proof).page.message.attachments
    record = await file.read()
    told = words(await daily.guest.slash("match verify", file=("a.record", record)))
    assert "**Proved.**" in told
    assert "nobody cuts a daily deal" in told
    assert "lobby" not in told


async def test_nothing_tells_the_secret_before_the_end_of_the_day(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    day = await sealed(world)
    daily = await finished(world)
    secret = (await world.bot.services.daily.deal(day)).secret.hex()
    later = (await world.bot.services.daily.deal(day + 1)).secret.hex()
    exported = json.dumps(await world.bot.services.storage.privacy.export(daily.guest.id))
    for told in (daily.page.text, words(await daily.press("Board")), exported, caplog.text):
        assert secret not in told
        assert later not in told


async def test_a_deal_of_the_past_is_practised_as_often_as_wanted(world: World) -> None:
    day = await sealed(world)
    await tomorrow(world)
    guest = world.guest("Mina")
    daily = DailyGuest(guest, await guest.slash("daily play", day=day))
    assert "for practice" in daily.page.text
    await daily.press("Practise")
    await daily.play()
    assert f"## Daily {day} · practice\n11 : 0 Kai" in daily.page.text
    assert "Streak" not in daily.page.text
    await daily.press("Practise again")
    assert not daily.is_over
    fields = await world.bot.services.daily.store.fields(day, world.guild.id)
    assert fields.everywhere.people == 0


async def test_a_round_that_was_left_is_finished_by_kai_overnight(world: World) -> None:
    day = await sealed(world)
    daily = await begun(world)
    await tomorrow(world)
    await daily.press_id(daily.page.ids[0])
    assert "Kai played your round to the end." in daily.page.text
    assert "Post it here" not in daily.page.buttons
    assert "Streak" not in daily.page.text
    board = words(await daily.press("Board"))
    assert "(Kai finished)" in board
    told = words(await daily.guest.slash("daily play", day=day + 1))
    assert f"## Daily {day + 1} · 2 January" in told


async def test_a_day_to_come_has_no_deal(world: World) -> None:
    guest = world.guest("Mina")
    for command in ("daily play", "daily board"):
        told = words(await guest.slash(command, day=5))
        assert told == "That day hasn't begun. Today's deal is Daily 1."


async def test_a_profile_counts_daily_deals(world: World) -> None:
    await sealed(world)
    daily = await finished(world)
    await daily.guest.slash("league profile")
    assert "1 daily deal here: 0 won, longest streak 1 day" in world.board.alt


async def test_deleted_data_leave_a_former_player_who_cannot_play_again(world: World) -> None:
    day = await sealed(world)
    daily = await finished(world)
    await world.bot.services.forgetting.forget(daily.guest.id)
    again = await opened(world, guest=daily.guest)
    await again.press("Play")
    assert "You've already played this deal." in again.page.text or "Play" in again.page.buttons
    board = words(await again.press("Board"))
    assert "Former player: 11 : 0 Kai" in board
    exported = await world.bot.services.storage.privacy.export(daily.guest.id)
    assert exported["dailies"] == []
    assert await world.bot.services.daily.look(Key(day, daily.guest.id)) is None


async def test_a_round_cut_off_by_an_outage_says_until_when_it_goes_on(world: World) -> None:
    await sealed(world)
    daily = await begun(world)
    deals = world.bot.services.daily
    day, ends = deals.today, span_of(deals.today).ends
    world.time.set(ends - 20 * 60_000)
    await deals.see()
    world.time.set(ends + 3 * 3_600_000)
    await world.restart()
    await world.pass_time(5)
    await world.bot.services.daily.keep_up()
    await daily.act(await daily.think())
    put_off = (await world.bot.services.daily.deal(day)).put_off
    assert 200 * 60_000 <= put_off < 201 * 60_000
    until = (ends + put_off) // 1000
    line = f"-# Nobody could play when this day ended, so it goes on until <t:{until}:t>."
    assert line in daily.page.text
    assert line in (await daily_of(world, day)).text
    await daily.play()
    results = await world.bot.services.daily.store.results(daily.guest.id)
    assert [played for played, _ in results] == [day]


async def daily_of(world: World, day: int) -> Shown:
    """What a person who hasn't begun a day's deal is shown."""
    answer = await world.guest("Sam").slash("daily play", day=day)
    return Shown(not_none(answer.response).message)
