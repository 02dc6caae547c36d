"""Two small neural networks for Kapow! with two players, trained on self-play.

One predicts a seat's lead after its turn, the other its lead before it draws a card. Their weights
are in ``seeds/kapow/values.json``, made by ``python -m bot.lab.training.values``.
"""
