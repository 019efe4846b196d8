"""Nodes that share a journal.

- `bus`: messages between nodes; `roster`, `roster_pages`: connected players at every node
- `heartbeats`: signs of life in the journal, for nodes that lost the bus
- `outages`: the game clock, which stops while the journal cannot be written
- `wall_clock`: the time of day, corrected by the database's clock
"""
