"""A table of Masters of Renaissance: what is to do, cards, market, boards.

- `drawing`: the whole table; `tasks`: what is to do now, and the half-made move
- `board`: one's own board and leaders; `words`: resources, cards and leaders in short

Resources are written by two letters (co, st, se, sh; fa is faith), which colours only repeat.
"""
