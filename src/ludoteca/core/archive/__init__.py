"""Finished games, and earlier positions of running ones.

- `archive`: finished games, with a cache of those read last
- `running`: earlier positions of running games; `entries`: compact entries of a game
- `results`: lists of games, and statistics; `profiles`: pages of players
- `replays`: replay files; `lessons`: hints and reviews
- `analysis`: analysis boards; `attempts`: moves made outside a table
- `puzzles`: positions with one clearly best move, and the play after it
- `compaction`: entries that may be dropped from the journal
- `rebuilding`: recomputed ratings, lists and statistics
"""
