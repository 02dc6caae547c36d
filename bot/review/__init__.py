"""A match looked back on: what each choice promised, and what luck and skill came to.

Pure: a record in, a :class:`~bot.review.values.Review` out. It takes time, so the bot has it done
by a process of its own: ``python -m bot.review``.
"""
