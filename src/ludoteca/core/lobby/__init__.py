"""All tables: the ones in memory, the unloaded ones, and the lists that clients see.

- `lobby`: finds, opens, loads and unloads tables
- `registry`: table numbers, room numbers and names, allocated across nodes
- `loaded_tables`: tables in memory and their listeners, and alarms for unloaded ones
- `live_tables`, `table_infos`: tables that have not ended, and lists of them
- `waiting_tables`: tables that have not started, by player and address
- `overview`: notifies clients of people who come and go and of tables that change
"""
