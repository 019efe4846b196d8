"""Masters of Renaissance in the terminal, and the scores of boards.

- `state`, `news`: what the server has sent, as a value and as sentences
- `market`, `grid`, `faith`, `board`: drawings; `goods`, `paint`, `texts`: shared by them
- `playing`, `session`, `lobby`, `setup`, `turn`: a dialogue for each scene
- `paying`, `marbles`, `depots`, `inspection`: actions
- `one_line`: whole actions in one line; `pushing`: checks a line of the market beforehand
- `score`: the points of a position
"""
