"""The rules of CAP-IT.

The deck and the deal (section 1) are in ``cards`` and ``state``, sets, runs and contracts (section
2) in ``melds``, drawing, laying and chips (sections 3, 4 and 6) in ``game``, points and the end of
rounds (section 5) in ``cards`` and ``state``, events and the View in ``view``. Which melds a hand
has is found in ``plans`` and ``choices``.
"""
