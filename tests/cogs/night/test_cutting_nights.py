"""The deck of a whole night: cut by those who are in, fixed as it begins, proved at the end."""

import re
from dataclasses import replace

import pytest

from bot.game.deck import commitment, words_seal
from bot.game.record import parse_record
from bot.game.verdict import NightRecord, parse_night_record
from bot.night.night import Cut, Event, Joined, Opened, RoundSeated, Sealed
from bot.night.plan import Attendee, NightPlan, StoredNight
from bot.night.tables import MOST_WORDS, sealed_at
from bot.tables.command import RefusedError
from bot.tables.entries import TableSetup
from cogs.core.page import TEXT_LIMIT, Text
from cogs.night_page import ShownNight, night_page
from cogs.night_runner import EVERY
from cogs.play.fairness import night_fairness_page
from cogs.record import found_record
from tests.cogs.guest import Guest, words
from tests.cogs.night.evening import NAMES, Evening, pass_break, plan
from tests.cogs.shown import Shown, in_private, shown
from tests.cogs.world import World


async def fairness(evening: Evening, guest: Guest) -> Shown:
    page = await evening.page()
    return shown(in_private(await guest.actor.click(page.message, label="Fairness")))


async def cut(evening: Evening, guest: Guest, word: str) -> str:
    shown = await fairness(evening, guest)
    form = await guest.actor.click(shown.message, label="Cut the deck")
    return words(await guest.actor.submit_modal(form, {"word": word}))


async def record_of(shown: Shown) -> NightRecord:
    (file,) = shown.message.attachments
    return parse_night_record((await file.read()).decode())


@pytest.mark.parametrize(
    "form",
    [
        "swiss",
        *(pytest.param(form, marks=pytest.mark.thorough) for form in ("round robin", "duplicate")),
    ],
)
async def test_a_night_s_words_are_public_and_prove_all_its_tables(world: World, form: str) -> None:
    if form == "round robin":
        evening = await plan(world, game="toy", form=form)
    else:
        evening = await plan(world, game="toy", form=form, rounds=2)
    secret = (await evening.stored()).night.secret
    assert secret is not None
    seal = commitment(secret)
    assert f"Fair deals, sealed: `{seal[:16]}`" in (await evening.page()).text
    mina, sam, *_ = await evening.come(6)
    told = await cut(evening, mina, "tea")
    assert told == "You've cut the deck with “tea”, the only word."
    assert "the 2nd of 2 words" in await cut(evening, sam, "harp")
    await cut(evening, mina, "tea again")
    await evening.press(sam, "I'm out")
    await world.pass_time(2 * EVERY)
    line = "Cut by **Sam** “harp”, then **Mina** “tea again”. Fingerprint of the words: "
    print_ = words_seal(["harp", "tea again"])
    assert f"{line}`{print_[:16]}`" in (await evening.page()).text
    shown = await fairness(evening, world.guest("Eve"))
    assert f"1. **Sam** “harp”\n2. **Mina** “tea again”\nFingerprint of the words: `{print_}`" in (
        shown.text
    )
    await evening.begin()
    assert line in (await evening.page()).text
    shown = await fairness(evening, mina)
    assert "The words are fixed now" in shown.text
    assert "Cut the deck" not in shown.buttons
    assert not shown.message.attachments
    tables = [*await evening.tables()]
    while not (await evening.stored()).night.closed:
        await evening.play_round()
        tables += await evening.tables()
    shown = await fairness(evening, mina)
    assert secret.hex() in shown.text
    night = await record_of(shown)
    assert (night.secret, night.words) == (secret, ("harp", "tea again"))
    assert not night.wrong_tables()
    for table in dict.fromkeys(tables):
        result = await mina.slash("match record", match=table)
        (file,) = (result.response or result.followups[0]).attachments
        played = parse_record((await file.read()).decode())
        assert night.proves(played)
        assert not replace(night, words=("tea again", "harp")).proves(played)
    assert len(night.tables) == len({str(at) for at in night.tables}) >= 2


async def test_only_those_who_are_in_cut_until_the_first_round(world: World) -> None:
    evening = await plan(world, game="toy", rounds=1)
    mina, sam = (await evening.come(4))[:2]
    refused = "Press **I'm in** before you cut the deck."
    assert await cut(evening, world.guest("Eve"), "x") == refused
    assert "up to 40 ordinary characters" in await cut(evening, mina, "\u3164")
    shown = await fairness(evening, mina)
    first, second = [await mina.actor.click(shown.message, label="Cut the deck") for _ in range(2)]
    await cut(evening, sam, "harp")
    told = words(await mina.actor.submit_modal(first, {"word": "@everyone"}))
    assert "everyone”, the 2nd of 2 words" in told
    assert "@everyone" not in told
    assert "**Something changed while you typed.**" in told
    await evening.begin()
    late = words(await mina.actor.submit_modal(second, {"word": "late"}))
    assert late == "The night has begun: it's too late to cut the deck."
    assert len((await evening.stored()).night.words) == 2


async def test_a_person_cuts_a_night_a_number_of_times(world: World) -> None:
    evening = await plan(world, game="toy", rounds=1)
    mina = (await evening.come(1))[0]
    nights = world.bot.services.nights
    for number in range(MOST_WORDS):
        await nights.cut(evening.id, mina.id, f"word {number}")
    told = await cut(evening, mina, "one more")
    assert told == f"You've cut this deck {MOST_WORDS} times. Your last word stays."
    assert (await evening.stored()).night.words == (Cut(person=0, word=f"word {MOST_WORDS - 1}"),)


async def test_deleted_people_leave_their_words_without_a_name(world: World) -> None:
    evening = await plan(world, game="toy", rounds=1)
    mina, sam, *_ = await evening.come(5)
    for guest, word in ((mina, "tea"), (sam, "harp"), (mina, "tea again")):
        await cut(evening, guest, word)
    exported = await world.bot.services.storage.privacy.export(mina.id)
    assert "'words': ['tea', 'tea again']" in str(exported["nights"])
    assert "harp" not in str(exported)
    assert ((await evening.stored()).night.secret or b"").hex() not in str(exported)
    await world.bot.services.forgetting.forget(mina.id)
    await evening.begin()
    await evening.play_round()
    shown = await fairness(evening, sam)
    assert "1. **Sam** “harp”\n2. **Former player** “tea again”" in shown.text
    night_record = await record_of(shown)
    assert night_record.words == ("harp", "tea again")
    assert not night_record.wrong_tables()


async def test_everyone_is_told_their_own_word_of_a_night(world: World) -> None:
    evening = await plan(world, game="toy", rounds=1)
    mina, sam, ada, _ = await evening.come(4)
    for guest, word in ((mina, "tea"), (sam, "harp")):
        await cut(evening, guest, word)
    await evening.begin()
    await evening.play()
    (table,) = await evening.tables()
    told = words(await mina.slash("match verify", match=table))
    assert "**Your word**: “tea”, the 1st of 2 words. After it: Sam cut the deck." in told
    told = words(await sam.slash("match verify", match=table))
    assert "**Your word**: “harp”, the 2nd of 2 words. Nothing changed after it." in told
    assert "Your word" not in words(await ada.slash("match verify", match=table))


@pytest.mark.parametrize("form", ["swiss", pytest.param("duplicate", marks=pytest.mark.thorough)])
async def test_verify_derives_a_table_s_secret_after_the_night(world: World, form: str) -> None:
    evening = await plan(world, game="toy", rounds=1, form=form)
    mina, sam, *_ = await evening.come(4)
    for guest, word in ((mina, "tea"), (sam, "*harp*")):
        await cut(evening, guest, word)
    await evening.begin()
    (table, *_) = await evening.tables()
    night = (await evening.stored()).night
    assert night.secret is not None
    await evening.play()

    async def verified(of: str = "") -> str:
        chosen = {"file": ("a.record", of.encode())} if of else {"match": table}
        return words(await mina.slash("match verify", **chosen))

    record = str(await found_record(world.bot.services, await world.state(table)))
    if form == "swiss":
        assert "The night's record proves it." in await verified(of=record)
    await pass_break(world)
    assert (await evening.stored()).night.closed
    told = await verified()
    assert "This secret follows from the night's secret and the words that cut its deck." in told
    assert f"Fingerprint of the night's secret: {commitment(night.secret)}" in told
    assert "Cut with “tea”, then “\\*harp\\*”." in told
    assert "The night's record proves it" not in told
    assert "Cut with “tea”, then “\\*harp\\*”." in await verified(of=record)
    elsewhere = re.sub(r"(?m)^(night: .* table) [0-9]+$", r"\1 9", record)
    refused = "**Not proved.** This isn't the secret that follows from the night's secret"
    assert refused in await verified(of=elsewhere)


async def test_the_nights_secret_waits_for_the_last_table_that_plays(world: World) -> None:
    evening = await plan(world, game="toy", rounds=1)
    mina = (await evening.come(4))[0]
    await evening.begin()
    night = (await evening.stored()).night
    assert night.secret is not None
    await world.bot.services.nights.end(evening.id)
    await world.pass_time(2 * EVERY)
    shown = await fairness(evening, mina)
    assert night.secret.hex() not in shown.text
    assert "After the last table" in shown.text
    assert night.secret.hex() not in str(world.env.http_requests)
    await evening.play()
    assert night.secret.hex() in (await fairness(evening, mina)).text


async def test_a_night_of_before_gets_its_secret_when_it_is_first_looked_at(world: World) -> None:
    evening = await plan(world, game="toy", rounds=1)
    assert sealed_at(await evening.stored()) is None
    make_old(world, evening)
    assert (await evening.stored()).night.secret is None
    await world.pass_time(60)
    mina = world.guest("Mina")
    await evening.press(mina, "I'm in")
    assert (await evening.stored()).night.secret is not None
    assert "only after the night was planned" in (await fairness(evening, mina)).text
    assert "the only word" in await cut(evening, mina, "tea")


async def test_at_the_start_the_message_of_a_night_of_before_gets_its_button(world: World) -> None:
    """Nobody has to press anything: the words behind it are for those who are in already."""
    evening, other = await plan(world, game="toy"), await plan(world, game="toy")
    make_old(world, evening)
    before = sealed_at(await other.stored())
    await world.pass_time(60)
    await world.restart()
    await world.pass_time(2 * EVERY)
    assert sealed_at(await evening.stored()) is not None
    assert before is sealed_at(await other.stored()) is None
    assert "sealed: `" in (await evening.page()).text
    assert "Fairness" in (await evening.page()).buttons


async def test_a_night_of_before_that_has_begun_goes_on_as_it_was(world: World) -> None:
    evening = await plan(world, game="toy", rounds=2)
    make_old(world, evening)
    people = [Attendee(world.guest(name).id, name) for name in NAMES[:4]]
    joined = [Joined(person=at) for at in range(4)]
    begun: list[Event] = [*joined, RoundSeated(tables=((0, 1, 2, 3),))]
    nights = world.bot.services.nights
    at = (await evening.stored()).times[0]
    assert await nights.nights.append(evening.id, 1, begun, at, people)
    await evening.begin()
    (table,) = await evening.tables()
    assert (await world.state(table)).night is None
    await evening.play_round()
    night = (await evening.stored()).night
    assert len(night.rounds) == 2
    assert night.secret is None
    with pytest.raises(RefusedError, match="The night has begun"):
        await nights.cut(evening.id, people[0].user or 0, "tea")
    told = (await fairness(evening, world.guest("Eve"))).text
    assert "has a secret of its own" in told


def make_old(world: World, evening: Evening) -> None:
    """Make a planned night one of a version in which nights had no secret."""
    assert world.sql("DELETE FROM night_log WHERE night = ? AND seq = 2", evening.id) == 1


def test_a_full_night_of_the_longest_words_fits_into_its_messages() -> None:
    people = tuple(Attendee(at, f"{at}{'*' * 30}") for at in range(128))
    numbers = range(len(people))
    events: tuple[Event, ...] = (
        Opened(seed="00", sizes=(4,)),
        Sealed(secret="07" * 32),
        *[Joined(person=at) for at in numbers],
        *[Cut(person=at, word="*" * 40) for at in numbers],
    )
    setup = TableSetup(game="kapow")
    plan = NightPlan("0123456789", *(1, 2, 3), setup, 4, 0)
    shown = ShownNight(StoredNight(plan, events, people, (0,) * len(events)))
    message, fair = (night_page(shown), night_fairness_page(shown.stored, shown.words, None, ""))
    for page in (message, fair):
        assert sum(len(part.text) for part in page.parts if isinstance(part, Text)) <= TEXT_LIMIT
    texts = [part.text for part in message.parts if isinstance(part, Text)]
    assert "Cut by 118 more, then **118" in texts[-1]
    (file,) = fair.uploads
    assert file.content.decode().count(f": {'*' * 40}\n") == len(people)
