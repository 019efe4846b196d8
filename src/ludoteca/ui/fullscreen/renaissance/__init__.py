"""A table of Masters of Renaissance: tasks, cards, market and boards.

- `drawing`: the whole table, with the next task and the draft
- `board`: the user's own board and leaders, and abbreviations

Resources are abbreviated to two letters (co, st, se, sh; fa is faith); colours add no information.
"""
