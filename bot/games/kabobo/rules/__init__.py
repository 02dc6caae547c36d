"""The rules of Kabobo!: ``game`` has the moves and implements :class:`bot.game.contract.Game`."""
