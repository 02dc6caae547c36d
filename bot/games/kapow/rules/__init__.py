"""The rules of Kapow!, in the order of the rulebook.

======================  ======================================================================
1 Cards                 ``cards``: also positions and their values
2 Setup                 ``options``; dealing: ``state``
3 A turn                ``actions``, ``game``; what may go where: ``hand``
4 The KAPOW! step       ``game``; triads and swaps: ``hand``
5 Discards and piles    ``state``
6 Ending a round        ``state``; points: ``hand``
7 What everyone knows   ``view``, with the events; hiding: ``state``
======================  ======================================================================

``game`` has the moves, and implements :class:`bot.game.contract.Game`. Only the rules know it and
``state``; Kai and what people see do not.
"""
