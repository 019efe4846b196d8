"""Finished games, and earlier positions of running ones.

- `archive`: finished games, with a cache of those read last; recent games and statistics
- `running`: earlier positions of running games; `entries`: compact entries of a game
- `replays`: replay files; `lessons`: hints and reviews
- `compaction`: entries that may be dropped from the journal
- `rebuilding`: recomputed ratings and statistics
"""
