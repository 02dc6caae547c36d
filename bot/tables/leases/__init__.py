"""Leases: which process hosts the tables of which servers."""
