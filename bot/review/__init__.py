"""Reviews of finished matches: what each choice was worth, and what luck and choices did.

Pure: a record in, a :class:`~bot.review.values.Review` out. As this takes some seconds, the bot
runs it in a separate process: ``python -m bot.review``.
"""
