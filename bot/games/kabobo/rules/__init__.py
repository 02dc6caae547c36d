"""The rules of Kabobo!.

Cards and recipes (sections 1 and 3) are in ``cards``, turns and powers (section 2) in ``game`` and
``powers``, the deal and the end of rounds and of the match (sections 1 and 4) in ``state``, what is
known to whom (section 5) in ``view`` and ``state``.
"""
