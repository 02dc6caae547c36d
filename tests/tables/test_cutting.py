"""What conspirators can do once an honest word is known is a later word, or is said to everyone."""

from collections.abc import Sequence
from itertools import permutations, product

import pytest
from hypothesis import given, strategies as st

from bot.game.deck import words_seal
from bot.games.registry import GAMES
from bot.tables import entries as log, lobby
from bot.tables.apply import apply_command, open_state
from bot.tables.command import Asker, Command, RefusedError
from bot.tables.cutting import MOST_CHANGES, Word, mark, read_word, words_of
from bot.tables.entries import Entry, Opened, Person, Place, TableSetup
from bot.tables.history import own_cut, record_of
from bot.tables.state import Change, TableState

HONEST, HOST, *OTHERS = (
    Person(id=at, name=name) for at, name in enumerate(["Ann", "Bea", "Cy", "Dee"], 1)
)
LONG_AFTER = 10 * lobby.PATIENCE
LONGEST = 40


def opened(*called: Person) -> tuple[list[Entry], TableState]:
    """A lobby of Kapow! whose host conspires, in which the honest person sits, too."""
    setup = TableSetup(game="kapow", options={"rounds": 2})
    first = Opened(at=0, place=Place(guild=1, channel=2), host=HOST, setup=setup, secret="07" * 32)
    state = open_state("table", first, GAMES)
    entries, state = did([first], state, lobby.join(HONEST))
    return did(entries, state, lobby.call(called))


def did(
    entries: Sequence[Entry], state: TableState, command: Command, at: int = 1
) -> tuple[list[Entry], TableState]:
    more, state = apply_command(state, command, at)
    return [*entries, *more], state


def cut(person: Person, word: str) -> Command:
    return lobby.cut(person.id, word, LONGEST)


def started(state: TableState) -> TableState:
    return apply_command(state, lobby.start(Asker(HOST)), LONG_AFTER)[1]


def deal(state: TableState) -> object:
    """What fixes every card, beside the secret, and who gets which."""
    people = [seat.occupant.person and seat.occupant.person.id for seat in state.seats]
    return state.cuts, people, state.setup.options, state.position


def tricks(word: str) -> dict[str, Command]:
    """What the others can do in a lobby."""
    setup = TableSetup(game="kapow", options={"rounds": 2, "cards": 9})
    named = {
        "cut": cut(HOST, word),
        "kai": lobby.add_kai(HOST.id, "easy"),
        "no kai": lobby.remove_kai(HOST.id),
        "options": lobby.configure(Asker(HOST), setup),
        "rounds": lobby.choose(Asker(HOST), {"rounds": 2}),
        "cards": lobby.choose(Asker(HOST), {"cards": 12}),
    }
    for person in OTHERS:
        named |= {
            f"join {person.name}": lobby.join(person),
            f"leave {person.name}": lobby.leave(person.id),
            f"remove {person.name}": lobby.remove(Asker(HOST), person.id),
            f"cut {person.name}": cut(person, word),
        }
    return named


@given(
    before=st.lists(st.sampled_from(sorted(tricks(""))), max_size=6),
    after=st.lists(st.sampled_from(sorted(tricks(""))), max_size=5),
    called=st.sampled_from([(), OTHERS[:1], OTHERS]),
)
def test_whatever_changes_the_deal_after_a_word_is_public(
    before: list[str], after: list[str], called: Sequence[Person]
) -> None:
    entries, state = opened(*called)
    for trick in before:
        entries, state = tried(entries, state, trick)
    entries, state = did(entries, state, cut(HONEST, "mine"))
    seen, there = words_of(state), started(state)
    for trick in after:
        entries, state = tried(entries, state, trick)
    match = started(state)
    if deal(match) != deal(there):
        said = words_of(match) != seen or match.changes != there.changes
        assert said, (before, after)
    own = own_cut(match, [*entries, *start_entries(state)], HONEST.id)
    assert own is not None
    assert own.word == "mine"
    assert bool(own.after) == (bool(match.changes) or later(match))


def later(match: TableState) -> bool:
    """Whether someone has cut after the honest person."""
    return match.seats[match.cuts_made[-1]].user != HONEST.id


def start_entries(state: TableState) -> Sequence[Entry]:
    return apply_command(state, lobby.start(Asker(HOST)), LONG_AFTER)[0]


def tried(
    entries: Sequence[Entry], state: TableState, trick: str
) -> tuple[list[Entry], TableState]:
    try:
        return did(entries, state, tricks(f"evil {len(entries)}")[trick])
    except RefusedError:
        return list(entries), state


def test_a_new_word_goes_to_the_end_and_the_order_is_frozen_in_the_record() -> None:
    entries, state = opened()
    for person, word in ((HONEST, "first"), (HOST, "second"), (HONEST, "third")):
        entries, state = did(entries, state, cut(person, word))
    assert words_of(state) == (Word("Bea", "second"), Word("Ann", "third"))
    more, match = apply_command(state, lobby.start(Asker(HOST)), LONG_AFTER)
    assert words_of(match) == words_of(state)
    record = record_of(match, [*entries, *more])
    assert record.cuts == ("second", "third")
    assert record.cuts_made == (0, 1)
    assert own_cut(match, [*entries, *more], HOST.id) == ("second", 0, 2, (Change("cut", "Ann"),))
    assert own_cut(match, [*entries, *more], HONEST.id) == ("third", 1, 2, ())
    assert own_cut(match, [*entries, *more], OTHERS[0].id) is None


def test_someone_called_who_does_not_answer_is_a_change_that_the_start_says() -> None:
    _, state = opened(OTHERS[0])
    _, state = did([], state, cut(HONEST, "mine"))
    assert state.changes == ()
    assert started(state).changes == (Change("unanswered", OTHERS[0].name),)


def test_in_logs_of_before_the_order_counts_as_unknown() -> None:
    _, state = opened()
    _, state = did([], state, cut(HONEST, "mine"))
    *_, start = start_entries(state)
    assert isinstance(start, log.Started)
    old = log.read_entry(start.model_copy(update={"cuts_made": None}).model_dump_json())
    match = apply_command(state, lambda *_: [old], LONG_AFTER)[1]
    assert match.cuts == ("", "mine")
    assert words_of(match) == ()
    assert record_of(match, []).cuts_made == ()


def test_many_changes_take_little_room() -> None:
    _, state = opened()
    _, state = did([], state, cut(HONEST, "mine"))
    for _ in range(MOST_CHANGES):
        _, state = did([], state, lobby.join(OTHERS[0]))
        _, state = did([], state, lobby.leave(OTHERS[0].id))
    assert len(state.changes) == MOST_CHANGES
    _, state = did([], state, cut(HOST, "later"))
    assert state.changes == ()


def test_what_is_agreed_about_chips_or_where_the_table_is_changes_no_deal() -> None:
    _, state = opened()
    _, state = did([], state, cut(HONEST, "mine"))
    seen = mark(state)
    ranked = state.setup.model_copy(update={"ranked": True, "hints": False})
    for command in (lobby.configure(Asker(HOST), ranked), lobby.move(Asker(HOST), 3)):
        _, state = did([], state, command)
    assert state.changes == ()
    assert mark(state) == seen
    _, state = did([], state, lobby.add_kai(HOST.id, "easy"))
    assert mark(state) != seen


@pytest.mark.parametrize(
    "typed", ["", " ", "\u3164", "a\u200bb", "a\u202eb", "a\nb\0", "x" * 41, "\u0301"]
)
def test_a_word_that_cannot_be_seen_is_refused(typed: str) -> None:
    with pytest.raises(RefusedError, match="up to 40 ordinary characters"):
        read_word(typed, LONGEST)


def test_words_that_look_the_same_for_what_is_unseen_are_the_same() -> None:
    unseen = ["", "\u3164", "\u2800", "\ufe0f", "\u034f"]
    words = {read_word(f"ha{one}rt{other}", LONGEST) for one, other in product(unseen, unseen)}
    assert words == {"hart"}
    assert read_word("Zoe\u0308", LONGEST) == "Zoë"


def test_the_fingerprint_tells_look_alikes_and_orders_apart() -> None:
    lists = [*permutations(["paper", "\u0440aper", "pa\u0440er"]), ("paper",), ("paper", ""), ()]
    assert len({words_seal(words) for words in lists}) == len(lists)
