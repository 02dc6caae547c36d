"""Compiled thinking: a quick policy plays turns of the twin, and a search plays choices out."""
