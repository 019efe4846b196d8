"""Finished games.

- `archive`: finished games, with a cache of those read last; recent games and statistics
- `replays`: replay files; `lessons`: hints and reviews
- `compaction`: entries that may be dropped from the journal
- `rebuilding`: recomputed ratings and statistics
"""
