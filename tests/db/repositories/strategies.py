"""Any entry whatever, of every kind."""

from typing import get_args

from hypothesis import strategies as st

from bot.tables import entries as log
from bot.tables.entries import Entry, Occupant, Person, Place, TableSetup

KINDS: tuple[type[Entry], ...] = get_args(get_args(Entry)[0])

texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
ids = st.integers(1, 2**63 - 1)
seats = st.integers(0, 7)
times = st.integers(0, 2**53)
people = st.builds(Person, id=ids, name=texts)
options = st.dictionaries(texts, st.none() | st.booleans() | ids | texts, max_size=3)
setups = st.builds(TableSetup, game=texts, options=options, clock=..., ranked=...)
occupants = st.builds(Occupant, person=st.none() | people, kai=st.none() | texts)

FIELDS = {
    "at": times,
    "by": st.none() | people,
    "cuts": st.lists(texts, max_size=8).map(tuple),
    "host": people,
    "level": texts,
    "milliseconds": times,
    "person": people,
    "place": st.builds(Place, guild=ids, channel=ids),
    "seat": seats,
    "seats": st.lists(occupants, max_size=8).map(tuple),
    "secret": st.binary(min_size=32, max_size=32).map(bytes.hex),
    "setup": setups,
    "turn": times,
    "user": ids,
    "word": texts,
}


def any_of(kind: type[Entry]) -> st.SearchStrategy[Entry]:
    """Return a strategy for the entries of a kind, each field filled with anything it takes."""
    names = set(kind.model_fields) - {"kind"}
    fields = {name: FIELDS[name] for name in names & set(FIELDS)}
    if kind is log.Acted:
        fields["by"] = st.sampled_from(["person", "kai", "house"])
        fields["action"] = texts
    return st.builds(kind, **fields, **dict.fromkeys(names - set(fields), ...))


entries = st.one_of([any_of(kind) for kind in KINDS])
