"""The rules of Kabobo!.

The deck (section 1) is in ``cards``, the deal in ``state``; turns and powers (section 2) are in
``moves`` and ``powers``, recipes and points (section 3) in ``scoring``, the end of rounds and of
the match (section 4) and what is known to whom (section 5) there, too.
"""
