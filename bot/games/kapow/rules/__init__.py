"""The rules of Kapow!, in the order of the rulebook.

======================  ======================================================================
1 Cards                 ``cards``
2 Setup                 ``options``, ``dealing``
3 A turn                ``actions``, ``play``, ``placing``; a position and its value: ``positions``
4 The KAPOW! step       ``triads``, ``swaps``, ``kapow_step``
5 Discards and piles    ``piles``
6 Ending a round        ``turns``, ``scoring``, ``scores``
7 What everyone knows   ``view``, ``knowledge``, ``events``
======================  ======================================================================

``state`` and ``draft`` hold the state, ``moves`` is the table of moves, and ``game`` implements
:class:`bot.game.contract.Game`.
"""
