"""Soak test: play the matches of a busy day, and look for leaks.

``python -m tests.wire.soak --matches 240 --tables 10`` plays whole matches at many tables at once,
as fast as they go, looks at the bot's own metrics all the while, and says what leaks.
"""
