"""``make play``: the bot on a simulated Discord in the browser."""
