"""All tables: the ones in memory, the unloaded ones, and the lists that clients see.

- `lobby`: finds, opens, loads and unloads tables
- `registry`: table numbers, room numbers and names, allocated across nodes
- `loaded_tables`, `unloaded_tables`: tables in memory, and alarms for the others
- `live_tables`, `table_list`, `table_infos`, `rooms`: tables that have not ended, and lists of them
- `waiting_tables`: tables that have not started, by player and address
- `overview`: notifies clients of people who come and go and of tables that change
- `watching`: the tables each client listens to
"""
