"""Reviews of finished matches: what each choice was worth, and what luck and choices did.

A record in, a :class:`~bot.review.review.Review` out, after some seconds, by a process of its own:
``python -m bot.review.making``. :mod:`bot.review.service` hosts it.
"""
