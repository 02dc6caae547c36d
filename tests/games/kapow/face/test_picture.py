"""The picture of Kapow!, and what the last turn changed in it."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest
from hypothesis import given, strategies as st

from bot.face import canvas
from bot.face.canvas import SPARK
from bot.face.face import Scene, SeatSign
from bot.face.phrases import last_turn
from bot.face.seating import WIDTH
from bot.game.rounds import Discarded, TurnStarted
from bot.games.faces import draw_first, warm_up
from bot.games.kapow.face import FACE
from bot.games.kapow.face.descriptions import CardPlay, changed_places, emptied_columns, last_play
from bot.games.kapow.face.picture import layout
from bot.games.kapow.face.sprites import THEME, PositionArt
from bot.games.kapow.rules.actions import Pile
from bot.games.kapow.rules.cards import Card, Place, position
from bot.games.kapow.rules.game import KAPOW
from bot.games.kapow.rules.hand import Triad
from bot.games.kapow.rules.view import (
    Drawn,
    Phase,
    Placed,
    Replaced,
    Revealed,
    Swapped,
    Took,
    TriadDiscarded,
    TurnedUp,
    View,
)
from tests.face.screens import opened
from tests.games.kapow.face.scenes import MIDDLE, RICHEST, Moment, moments, scene, scored, view
from tests.toy_game import TOY

sprites = canvas._sprite
"""Draws small drawings, once each."""


def kept_a_seven() -> tuple[object, ...]:
    return (
        TurnStarted(1, last=False),
        Took(1, Pile.DRAW, None),
        Replaced(1, Place(2, 2), Card.C7, position("9")),
    )


@pytest.mark.parametrize("own", [None, 0, 1])
@pytest.mark.parametrize("seats", range(2, 9))
@pytest.mark.parametrize("cards", [9, 12])
def test_every_number_of_seats_fits(seats: int, cards: int, own: int | None) -> None:
    plan = layout(seats, cards // 3, own)
    boxes = [*plan.seating.panels, plan.seating.band]
    for box in boxes:
        assert box.x >= 0
        assert box.x + box.width <= WIDTH
        assert 0 <= box.y < box.y + box.height <= plan.seating.height
    for at, one in enumerate(boxes):
        for other in boxes[at + 1 :]:
            apart_x = one.x + one.width <= other.x or other.x + other.width <= one.x
            apart_y = one.y + one.height <= other.y or other.y + other.height <= one.y
            assert apart_x or apart_y
    for seat in range(seats):
        panel = plan.seating.panels[seat]
        x, y = plan.at(seat, cards // 3 - 1, 2)
        assert panel.x <= x
        assert x + plan.cells[seat][0] <= panel.x + panel.width
        assert y + plan.cells[seat][1] <= panel.y + panel.height


def different_scenes() -> Iterator[Scene[View]]:
    shown = view()
    yield scene(shown)
    yield scene(shown, note="1:12 left")
    yield scene(shown, away=2)
    yield scene(shown, events=kept_a_seven())
    yield scene(shown, names=("Nina", "Kai", "Olu", "Sam"))
    yield scene(replace(shown, to_move=2))
    yield scene(replace(shown, round=4))
    yield scene(replace(shown, turn=15))
    yield scene(replace(shown, draw_pile=46))
    yield scene(replace(shown, draw_pile=0))
    yield scene(replace(shown, discard_pile=()))
    yield scene(replace(shown, discard_pile=(Card.C9, Card.C3)))
    yield scene(replace(shown, discard_pile=(Card.KAPOW, Card.C3)))
    yield scene(replace(shown, out=3))
    yield scene(replace(shown, totals=(41, 38, 52, 30)))
    yield scene(replace(shown, phase=Phase.PLAY, drawn=Drawn(None, Pile.DRAW)))
    yield scene(replace(shown, phase=Phase.PLAY, drawn=Drawn(Card.C7, Pile.DISCARD)))
    yield scene(replace(shown, phase=Phase.PLAY, drawn=Drawn(Card.C7, Pile.DRAW)))
    for hand in ("9/9/7 0-2/?/4 - ?/K/6", "9/9/? 0+2/?/4 - ?/K/6", "9/9/? -  0-2/?/4 ?/K/6"):
        yield scene(view((hand, *MIDDLE[1:])))
    full = [hand.replace("?", "7") for hand in MIDDLE]
    yield scene(scored(full, 0))
    yield scene(scored(full, 1))
    yield scene(scored(full, 1, Phase.OVER))


def test_every_difference_is_seen() -> None:
    painted = [FACE.picture(each) for each in different_scenes()]
    assert len(set(painted)) == len(painted)


def art(text: str, size: tuple[int, int]) -> bytes:
    drawn = PositionArt(size, THEME.well, THEME, position(text))
    return sprites(drawn, THEME.palette).tobytes()


def test_the_own_cards_are_larger_at_a_small_table() -> None:
    for seats in (2, 3, 4):
        for own in range(seats):
            cells = [*layout(seats, 4, own).cells]
            width, height = cells.pop(own)
            assert all(width > wide and height > high for wide, high in cells)


CELLS = {*layout(4, 4, 0).cells, *layout(5, 4).cells, *layout(8, 3).cells}


@pytest.mark.parametrize("size", sorted(CELLS))
def test_every_kind_of_card_looks_different(size: tuple[int, int]) -> None:
    texts = ("?", *map(str, range(13)), "P1", "P2", "K", "5+1", "5-1", "6", "K+1", "P1+1", "5+1+1")
    assert len({art(text, size) for text in texts}) == len(set(texts))


def test_cards_differ_without_colours() -> None:
    """Two fixed cards differ in more than their edge: colour is never the only sign."""
    size, rows = (60, 47), 36
    five, six = (art(text, size)[: rows * size[0]] for text in ("5", "6"))
    assert five != six


def test_the_last_changed_place_or_column_is_framed() -> None:
    plan = layout(4, 4)
    x, y = plan.at(1, 2, 2)
    for events, framed in (((), False), (kept_a_seven(), True)):
        image = opened(FACE.picture(scene(view(), events=events)))
        assert (image.getpixel((x + plan.cells[1][0] // 2, y)) == SPARK) is framed
    events = (*kept_a_seven()[:2], TriadDiscarded(0, 2, NINES))
    box = layout(4, 4).columns[0][2]
    image = opened(FACE.picture(scene(view(), events=events)))
    assert image.getpixel((box.middle, box.y)) == SPARK


@given(st.lists(st.text(max_size=60), min_size=4, max_size=4), st.text(max_size=40))
def test_any_name_can_be_drawn(names: list[str], note: str) -> None:
    assert opened(FACE.picture(scene(view(), names=names, note=note))).width == WIDTH


def test_the_fullest_table_can_be_drawn() -> None:
    shown = view([RICHEST] * 8, out=3, to_move=4)
    assert opened(FACE.picture(scene(shown, names=["\u202eW" * 40] * 8, away=4))).width == WIDTH


def test_pictures_drawn_in_threads_are_the_same() -> None:
    scenes = [moment.scene() for moment in list(_some(4, 77))]
    alone = [FACE.picture(each) for each in scenes]
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(FACE.picture, scenes)) == alone


def _some(seats: int, seed: int) -> Iterator[Moment]:
    for at, moment in enumerate(moments(seats, seed)):
        if at % 12 == 0:
            yield moment


def test_a_process_that_is_warm_has_the_cards_of_a_new_table() -> None:
    sprites.cache_clear()
    draw_first.cache_clear()
    warm_up([KAPOW, TOY])
    dealt = next(moments(4, 5)).scene()
    made = sprites.cache_info().misses
    assert opened(FACE.picture(dealt)).width == WIDTH
    assert sprites.cache_info().misses <= made + 1


NINES = Triad(position("9"), position("9"), position("9"))
BEFORE = (
    TurnStarted(0, last=False),
    Took(0, Pile.DRAW, None),
    Replaced(0, Place(0, 0), Card.C7, position("9")),
)
NOW = TurnStarted(1, last=False)
SEATS = (SeatSign("Mina"), SeatSign("Sam"))


def test_the_last_turn_is_the_one_in_which_something_was_done() -> None:
    assert last_turn((*BEFORE, NOW), TurnStarted) == (*BEFORE, NOW)
    taken = Took(1, Pile.DRAW, None)
    assert last_turn((*BEFORE, NOW, taken), TurnStarted) == (NOW, taken)
    assert last_turn((), TurnStarted) == ()


def test_changed_places_are_those_of_the_last_turn() -> None:
    assert changed_places((*BEFORE, NOW), SEATS) == {(0, Place(0, 0))}
    opening = Revealed(1, (Place(0, 0), Place(1, 1)), (Card.C1, Card.C2))
    assert changed_places((*BEFORE, NOW, opening), SEATS) == {(1, Place(0, 0)), (1, Place(1, 1))}
    swap = Swapped(1, Place(0, 0), Place(1, 1))
    assert changed_places((NOW, swap), SEATS) == {(1, Place(0, 0)), (1, Place(1, 1))}
    up = TurnedUp(1, (Place(2, 0),), (Card.C1,))
    assert changed_places((NOW, up), SEATS) == {(1, Place(2, 0))}


def test_a_column_that_is_gone_is_not_a_changed_place() -> None:
    events = (*BEFORE, TriadDiscarded(0, 0, NINES), NOW)
    assert changed_places(events, SEATS) == frozenset()
    assert emptied_columns(events) == {(0, 0)}


def test_the_last_play_names_card_and_columns() -> None:
    events = (*BEFORE, TriadDiscarded(0, 0, NINES), TriadDiscarded(0, 2, NINES))
    assert last_play(events, SEATS) == CardPlay(0, "into column 1", Card.C7, (0, 2))
    assert last_play((NOW, Discarded(1, Card.C3)), SEATS) == CardPlay(1, "discarded it", Card.C3)
    placed = Placed(1, Place(3, 0), Card.POWER_1, on_top=False, position=position("9-1"))
    assert last_play((NOW, placed), SEATS) == CardPlay(1, "into column 4", Card.POWER_1)
    assert last_play((), SEATS) is None
