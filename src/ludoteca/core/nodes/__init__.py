"""Nodes that share a journal.

- `bus`: messages between nodes; `roster`, `node`: connected players on every node
- `clocks`: the clock of games, which stops during outages; the corrected time of day
"""
