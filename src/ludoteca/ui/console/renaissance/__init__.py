"""Masters of Renaissance in the terminal, and the scores of boards.

- `playing`, `session`: one dialogue at a time; `lobby`, `match`, `market`: the dialogues
- `state`: what the server has sent, as a value; `news`, `drawing`, `goods`: output
- `typed`: whole actions on one line; `texts`: the sentences
- `score`: the points of a position
"""
