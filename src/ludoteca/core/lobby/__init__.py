"""All tables, whether or not they are in memory, and the lists that clients see.

- `lobby`: finds, opens, loads and unloads tables
- `registry`: table numbers, room numbers and names, allocated across nodes
- `loaded_tables`: tables in memory, their listeners and bots, and alarms for unloaded ones
- `live_tables`: tables that have not ended, lists of them, and limits on waiting tables
- `overview`: answers `LookAround`; notifies clients when people connect or disconnect and when
  tables change
- `glances`: sends players in the lobby what spectators see of running tables
"""
