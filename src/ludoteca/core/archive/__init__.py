"""Finished games.

- `archive`: finished games, the latest ones in memory; recent games and statistics
- `replays`: replay files; `lessons`: hints and reviews
- `compaction`: entries that may be dropped from the journal
"""
