"""Ratings of players, one for each game and pool.

- `model`: the ratings after a game, by the method of Weng and Lin; pure
- `standings`: the rating of each player in the journal, and leaderboards
"""
