"""The end of a match: who won, the proof of its fairness, and the next match."""

import re
from dataclasses import replace

import pytest

from bot.face.face import SeatSign
from bot.face.phrases import by_totals
from bot.game.contract import Outcome
from bot.game.deck import commitment
from bot.game.record import parse_record
from bot.games.faces import face_of
from bot.tables.sight import look
from cogs.core.page import Text
from cogs.core.private import MOVED
from cogs.play.finish import finish_page
from tests.cogs.guest import Guest, words
from tests.cogs.shown import Shown, in_private, shown
from tests.cogs.wire import late_click, send
from tests.cogs.world import World
from tests.helpers import not_none
from tests.toy_game import TOY
from tests.toy_game.game import Toy, ToyState


async def test_the_end_tells_who_won_and_every_score_once(world: World) -> None:
    guests = await world.sit("Mina", "Sam", game="toy", rounds=2)
    state = await world.play(guests)
    outcome = not_none(state.game.outcome(state.position))
    end = world.board
    for guest in guests:
        seat = not_none(state.seat_of(guest.id))
        points = ", ".join(str(scores[seat]) for scores in outcome.rounds)
        line = f"**{outcome.ranks[seat]}.** **{guest.actor.name}**: **{outcome.scores[seat]}**"
        assert f"{line} ({points})" in end.text
    assert end.text.startswith("## **Mina** wins with 2, 2 ahead of **Sam**!\n")
    assert "High Card · the match is over" in end.text
    assert end.text.count("Best round") <= 1
    assert end.files == ["table.png"]
    assert list(end.buttons) == ["Rematch", "Replay", "Fairness", "As text"]


@pytest.mark.parametrize(
    ("ranks", "scores", "headline"),
    [
        ((1, 2), (41, 48), "**Mina** wins with 41, 7 ahead of **Sam**!"),
        ((2, 1), (112, 10), "**Sam** wins with 10, 102 ahead of **Mina**!"),
        ((1, 2), (-3, 4), "**Mina** wins with \N{MINUS SIGN}3, 7 ahead of **Sam**!"),
        ((1, 1), (9, 9), "**Mina** and **Sam** share the win with 9 each!"),
        ((2, 1), (9, 9), "**Sam** wins with 9, on a tie-break with **Mina**!"),
        ((1, 2, 2), (9, 7, 7), "**Mina** wins with 9, 2 ahead of **Sam** and **Kai**!"),
        ((2, 2, 1), (9, 9, 3), "**Kai** wins with 3, 6 ahead of **Mina** and **Sam**!"),
        ((1, 3, 2), (9, 3, 4), "**Mina** wins with 9, 5 ahead of **Kai**!"),
    ],
)
def test_the_headline_says_who_won_by_what(
    ranks: tuple[int, ...], scores: tuple[int, ...], headline: str
) -> None:
    seats = [SeatSign("Mina"), SeatSign("Sam"), SeatSign("Kai", kai=True)]
    outcome = Outcome("", ranks, scores, (scores,))
    assert by_totals(seats, outcome).headline == headline


def test_a_name_in_the_headline_does_nothing() -> None:
    outcome = Outcome("", (1, 2), (2, 1), ((2, 1),))
    headline = by_totals([SeatSign("**@everyone**"), SeatSign("<@1>")], outcome).headline
    assert "@everyone" not in headline
    assert "<@1>" not in headline


async def test_fairness_shows_the_secret_the_cuts_and_the_record_in_private(world: World) -> None:
    guests = await world.sit("Mina", "Sam", game="toy", rounds=1)
    table = world.table_id()
    state = await world.play(guests)
    assert state.secret.hex() not in world.board.text
    await world.restart()
    proof = shown(in_private(await world.guest("Eve").click("Fairness")))
    assert state.secret.hex() in proof.text
    assert commitment(state.secret) in proof.text
    for guest in guests:
        assert f"**{guest.actor.name}** “{guest.actor.name}”" in proof.text
    assert proof.files == [f"table-{table}.record"]
    record = parse_record((await proof.message.attachments[0].read()).decode())
    assert record.secret == state.secret
    assert record.cuts == state.cuts
    assert record.outcome == state.game.outcome(state.position)


class LongToy(Toy):
    """A game that tells of many rounds."""

    def outcome(self, state: ToyState) -> Outcome | None:
        outcome = super().outcome(state)
        return outcome and replace(outcome, rounds=outcome.rounds * 100)


async def test_the_end_of_a_long_match_lists_no_rounds(world: World) -> None:
    state = await world.play(await world.sit("Mina", "Sam", game="toy", rounds=1))
    page = finish_page(replace(state, game=LongToy()), face_of(TOY), b"")
    texts = [part.text for part in page.parts if isinstance(part, Text)]
    ranking = next(text for text in texts if text.startswith("**1.**"))
    assert re.findall(r": (.*)", ranking) == ["**1**", "**0**"]


async def test_the_end_says_so_where_nobody_cut(world: World, mina: Guest, sam: Guest) -> None:
    await mina.play(game="toy", rounds=1)
    await sam.click("Join")
    await world.catch_up()
    await mina.click("Start")
    await world.catch_up()
    assert (await world.state()).cuts == ("", "")
    for guest in (mina, sam):
        await guest.open_hand()
    await world.play([mina, sam])
    assert "Nobody cut the deck." in await mina.told("Fairness")


async def test_a_rematch_is_a_lobby_with_the_same_setup_and_seats_for_all(world: World) -> None:
    guests = await world.sit("Mina", "Sam", game="toy", rounds=1, ranked=True)
    old = await world.play(guests)
    end = world.board
    posts = len(world.posts)
    assert "Only those who played" in await world.guest("Eve").told("Rematch")
    assert "The others have been called." in await guests[1].told("Rematch")
    lobby = world.board
    assert f"{guests[0].mention}: another round? **Join**" in lobby.text
    assert f"**{guests[0].actor.name}** (hasn't answered yet)" in lobby.text
    assert world.mentioned(world.posts[posts:]) == [[guests[0].id]]
    assert "Start" in lobby.dead
    assert "a seat at the new table" in await guests[0].told("Rematch", end)
    assert "already at" in await guests[0].told("Rematch", end)
    new = await world.state()
    assert new.id != old.id
    assert new.setup == old.setup
    assert [person.id for person in new.people] == [guests[1].id, guests[0].id]
    assert new.secret != old.secret
    assert new.called == ()
    assert "<@" not in world.board.text
    await guests[1].click("Start")
    await world.play(await reopened(guests))
    assert "the match is over" in world.board.text


async def test_who_is_called_is_mentioned_once_and_not_by_later_versions(world: World) -> None:
    guests = await world.sit("Mina", "Sam", "Ada", game="toy", rounds=1)
    await world.play(guests)
    posts, edits = len(world.posts), len(world.edits)
    await guests[0].click("Rematch")
    await guests[1].click("Join")
    await guests[0].click("Add Kai")
    called = {guests[1].id, guests[2].id}
    assert [{*users} for users in world.mentioned(world.posts[posts:])] == [called]
    assert world.mentioned(world.edits[edits:])[-2:] == [[], []]
    assert "<@" not in world.board.text
    assert [guest.person.id for guest in (await world.state()).called] == [guests[2].id]


async def test_a_server_without_mentions_calls_by_name(world: World) -> None:
    guests = await world.sit("Mina", "Sam", game="toy", rounds=1)
    await world.play(guests)
    await world.set(mention=False)
    posts = len(world.posts)
    await guests[0].click("Rematch")
    assert world.mentioned(world.posts[posts:]) == [[]]
    assert f"**{guests[1].actor.name}**: another round?" in world.board.text


async def test_a_match_starts_with_nobody_who_has_not_answered(world: World) -> None:
    guests = await world.sit("Mina", "Sam", "Ada", game="toy", rounds=1, ranked=True)
    await world.play(guests)
    await guests[0].click("Rematch")
    await guests[1].click("Join")
    told = await guests[0].told("Start")
    assert f"Still waiting for {guests[2].actor.name} to join" in told
    assert "You can start without them <t:" in told
    await world.restart()
    await world.pass_time(61)
    await guests[0].click("Start")
    seats = (await world.state()).seats
    assert [seat.user for seat in seats] == [guests[0].id, guests[1].id]


async def test_who_is_called_may_leave_and_the_last_to_leave_closes_it(world: World) -> None:
    guests = await world.sit("Mina", "Sam", "Ada", game="toy", rounds=1)
    await world.play(guests)
    end = world.board
    await guests[0].click("Rematch")
    await guests[1].click("Leave")
    state = await world.state()
    assert [person.id for person in state.people] == [guests[0].id, guests[2].id]
    await guests[0].click("Leave")
    assert "Closed: everyone left." in world.board.text
    await guests[2].click("Rematch", end)
    assert (await world.state()).host.id == guests[2].id


async def test_a_kept_seat_costs_no_chips_until_its_owner_puts_them_in(world: World) -> None:
    guests = [world.guest(name) for name in ("Mina", "Sam")]
    await guests[0].play(game="toy", rounds=1, ante=20)
    await guests[1].click("Join")
    for guest in guests:
        await guest.click("Put in 20 chips")
    await guests[0].click("Start")
    await world.play(await reopened(guests))
    before = [await balance(world, guest) for guest in guests]
    await guests[0].click("Rematch")
    assert [await balance(world, guest) for guest in guests] == before
    await guests[1].click("Put in 20 chips")
    assert (await world.state()).called == ()
    assert await balance(world, guests[1]) == before[1] - 20


async def test_who_left_or_was_removed_is_not_called(world: World) -> None:
    guests = await world.sit("Mina", "Sam", "Ada", "Bob", game="toy", rounds=1)
    host = next(guest for guest in guests if guest.actor.name == "Mina")
    left, kicked, stays = (guest for guest in guests if guest is not host)
    await host.slash("table kick", player=kicked.mention)
    asked = await left.click("Leave")
    await left.actor.click(shown(asked).message, label="Leave the match")
    await world.play([host, stays])
    await host.click("Rematch")
    people = [person.id for person in (await world.state()).people]
    assert people == [host.id, stays.id]


async def test_nobody_whose_data_were_deleted_is_called(world: World) -> None:
    guests = await world.sit("Mina", "Sam", "Ada", game="toy", rounds=1)
    await world.play(guests)
    end = world.board
    await delete(guests[2])
    await guests[0].click("Rematch", end)
    assert [person.id for person in (await world.state()).people] == [guests[0].id, guests[1].id]
    await delete(guests[1])
    state = await world.state()
    assert [person.id for person in state.people] == [guests[0].id]
    assert guests[1].actor.name not in world.board.text


@pytest.mark.house(tables_per_person=1)
async def test_who_sits_at_another_table_is_not_called_away_from_it(world: World) -> None:
    guests = await world.sit("Mina", "Sam", game="toy", rounds=1)
    await world.play(guests)
    end = world.board
    await guests[1].play(game="kapow")
    await guests[0].click("Rematch", end)
    assert [person.id for person in (await world.state()).people] == [guests[0].id]


async def delete(guest: Guest) -> None:
    asked = await guest.slash("me privacy")
    for label in ("Delete my data", "Delete everything"):
        asked = await guest.actor.click(shown(asked).message, label=label)


async def balance(world: World, guest: Guest) -> int:
    return await world.bot.services.storage.ledger.balance(world.guild.id, guest.id)


async def test_both_press_rematch_at_once_and_sit_at_one_table(world: World) -> None:
    guests = await world.sit("Mina", "Sam", game="toy", rounds=1)
    await world.play(guests)
    for _ in range(8):
        end = world.board
        answers = await send(*(late_click(guest, end, "Rematch") for guest in guests))
        assert sorted(map(words, answers)) == [
            "You have a seat at the new table.",
            "You have a seat at the new table. The others have been called.",
        ]
        (listing,) = world.bot.services.host.listings()
        assert sorted(listing.people) == sorted(guest.id for guest in guests)
        host = (await world.state()).host.id  # The one who came first.
        await next(guest for guest in guests if guest.id == host).click("Start")
        await world.play(await reopened(guests))


async def test_a_rematch_that_cannot_be_posted_is_closed_again(world: World) -> None:
    guests = await world.sit("Mina", "Sam", game="toy", rounds=1)
    await world.play(guests)
    world.fault("POST", "messages", status=403, code=50013)
    assert "so I didn't open a table" in await guests[0].told("Rematch")
    assert not world.bot.services.host.listings()
    assert "a seat at the new table" in await guests[0].told("Rematch")


async def test_kai_comes_along_to_a_rematch_at_its_levels(world: World) -> None:
    (mina,) = guests = await world.sit("Mina", rounds=1, cards=9, kai=2, level="easy")
    await world.play(guests)
    await mina.click("Rematch")
    await world.catch_up()
    assert [seat.occupant.kai for seat in (await world.state()).seats] == [None, "easy", "easy"]


async def test_a_rematch_with_kai_alone_is_one_message_with_the_hand_below_it(world: World) -> None:
    (mina,) = guests = await world.sit("Mina", rounds=1, cards=9, kai=1)
    await world.play(guests)
    posts = len(world.posts)
    await mina.press("Rematch")
    await world.catch_up()
    assert len(world.posts) == posts + 1
    assert "turn up two cards" in world.board.text
    _, old, table, hand = (Shown(each) for each in world.channel.history(viewer=mina.actor))
    assert old.text == MOVED
    assert table.message.id == world.board.message.id
    assert "Turn up two cards" in hand.text


async def reopened(guests: list[Guest]) -> list[Guest]:
    for guest in guests:
        await guest.open_hand()
    return guests


async def test_hands_end_with_the_match(world: World) -> None:
    guests = await world.sit("Mina", "Sam", game="toy", rounds=1)
    await world.play(guests)
    outcome = not_none(TOY.outcome((await world.state()).position))
    for seat, guest in enumerate(guests):
        alone = (
            "**You won!** You have " if outcome.ranks.count(1) == 1 else "**You share the win** "
        )
        assert guest.hand.text.startswith(
            alone if outcome.ranks[seat] == 1 else "**You finished 2nd** with "
        )
        assert [*guest.hand.buttons] == ["Rematch", "Replay"]
        assert guest.hand.files


async def test_the_final_picture_has_a_twin_in_words(world: World) -> None:
    guests = await world.sit("Mina", "Sam", game="toy", rounds=1)
    await world.play(guests)
    state = await world.state()
    told = await guests[0].told("As text")
    face, scene = face_of(TOY), look(state).scene
    assert face.text(scene) in told
    assert face.results(scene) in told


async def test_an_ended_match_counts_for_nobody_and_reveals_nothing(world: World) -> None:
    first, second = await world.sit("Mina", "Sam")
    host = first if (await world.state()).host.id == first.id else second
    secret = (await world.state()).secret
    await host.slash("table end")
    assert f"The match was closed by {host.actor.name}" in world.board.text
    assert "It doesn't count." in world.board.text
    assert secret.hex() not in str(world.env.http_requests)
    assert world.board.files == ["table.png"]
    assert "This match is closed" in first.hand.text
