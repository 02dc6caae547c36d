"""Running the tables: the host, tables in memory, alarms, Kai's decisions, quotas."""
