"""Reviews of finished matches: what each choice was worth, and what luck and choices did.

A record in, a :class:`~bot.review.review.Review` out. As this takes some seconds, it is made by a
separate process: ``python -m bot.review.making``. :mod:`bot.review.service` hosts it.
"""
