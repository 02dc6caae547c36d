"""The bot as a process of its own, on real sockets, against a Discord that obeys the tests."""
