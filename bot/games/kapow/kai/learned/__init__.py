"""Kapow! with two players, by what was learned from games: two small networks.

One says by how much a seat will be ahead once its turn is over, the other what it may be ahead by
before it draws a card. ``seeds/kapow/values.json`` has their numbers, and
``python -m bot.lab.training.values`` makes them again.
"""
