"""Tests of the bot as a process, on real sockets, against a stand-in for Discord."""
