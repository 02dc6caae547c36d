"""The tables at run time: the host, the tables in memory, Kai's thinking, fair shares."""
