"""Finished games.

- `archive`: finished games, the latest ones in memory (`packed_entries`); `replays`: replay files
- `results`: recent games and statistics; `lessons`: hints and reviews
- `compaction`: entries that may be dropped from the journal
"""
