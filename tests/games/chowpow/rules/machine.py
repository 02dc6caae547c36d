"""What holds in every position of Chow Pow!, and what the state machine of its rules tries."""

from dataclasses import replace

from hypothesis import strategies as st

from bot.game.contract import SPECTATOR
from bot.games.chowpow.rules.actions import Attack, BattleBoard, LayDown, Pass
from bot.games.chowpow.rules.game import CHOWPOW
from bot.games.chowpow.rules.hand import fit
from bot.games.chowpow.rules.options import ChowpowOptions, default_deck
from bot.games.chowpow.rules.state import State
from bot.games.chowpow.rules.view import Phase
from tests.game.machine import Guide


def use_up(state: State, pick: int) -> State:
    """As if the starter had won all but a few cards of the deck already."""
    if state.phase is not Phase.FLIP or state.last is not None:
        return state
    left = 1 + pick % 3
    won = (*state.won[0], *state.draw_pile[left:])
    return replace(state, draw_pile=state.draw_pile[:left], won=(won, *state.won[1:]))


def both_sides_of_a_battle_keep_to_their_factions(state: State) -> None:
    battle = state.battle
    if battle is not None and battle.target is not None:
        assert fit(battle.attack)
        assert fit(battle.defence)
    in_battle = (Phase.DEFEND, Phase.COUNTER, Phase.BOARD)
    assert (battle is not None) == (state.phase in in_battle)


def only_a_buffet_has_showdowns_and_only_others_battles(state: State) -> None:
    buffet = state.setup.options.battle_buffet
    if state.battle is not None:
        assert not buffet
    if state.phase is Phase.BUFFET:
        assert buffet
        choices = [CHOWPOW.legal(state, seat) for seat in CHOWPOW.to_act(state)]
        assert all(isinstance(action, LayDown) for legal in choices for action in legal)


def the_last_turns_are_those_of_everybody(state: State) -> None:
    last = state.last
    if last is None:
        assert state.draw_pile
    else:
        assert 0 <= last <= state.setup.seats
    assert state.turns <= state.setup.options.max_turns * state.setup.seats


def views_count_what_they_do_not_show(state: State) -> None:
    views = [CHOWPOW.view(state, viewer) for viewer in (SPECTATOR, *range(state.setup.seats))]
    assert len({view.counts for view in views}) == 1
    assert len({view.slots for view in views}) == 1
    for view in views:
        assert sum(view.counts) + sum(slot.cards for slot in view.slots) + view.draw_pile <= 84
        for slot in view.slots:
            assert slot.face is None or slot.cards


def what_is_shown_was_seen_and_lies_on_top(state: State) -> None:
    for pile in state.grid:
        assert all(lying.seen or not lying.shown for lying in pile)
        assert not any(lying.shown for lying in pile[1:])


GUIDE = Guide(
    CHOWPOW,
    options=st.builds(
        lambda own_size, battle_buffet, **others: ChowpowOptions(
            own_size=own_size and not battle_buffet, battle_buffet=battle_buffet, **others
        ),
        hot_sauce=st.booleans(),
        three_course_meal=st.booleans(),
        battle_buffet=st.booleans(),
        own_size=st.booleans(),
        memory_aid=st.booleans(),
        max_turns=st.integers(3, 20),
    ),
    deck=lambda _: default_deck().cards,
    wanted=((Attack, BattleBoard), (Pass,)),
    scarce=use_up,
    invariants=(
        both_sides_of_a_battle_keep_to_their_factions,
        only_a_buffet_has_showdowns_and_only_others_battles,
        the_last_turns_are_those_of_everybody,
        views_count_what_they_do_not_show,
        what_is_shown_was_seen_and_lies_on_top,
    ),
)
