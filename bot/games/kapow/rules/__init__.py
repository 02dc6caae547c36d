"""The rules of Kapow!: ``game`` has the moves and implements :class:`bot.game.contract.Game`.

Only the rules know it and ``state``; Kai and what people see know what a View is made of.
"""
