"""Tests of the host."""
