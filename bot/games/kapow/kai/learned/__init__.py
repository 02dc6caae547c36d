"""A small neural network for Kapow!, trained on self-play at tables of two to six.

It predicts a seat's lead after its turn, and before it draws a card. The weights are in
``seeds/kapow/values.json``, made by ``python -m bot.lab.training.values``.
"""
