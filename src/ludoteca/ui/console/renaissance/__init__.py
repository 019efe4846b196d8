"""Masters of Renaissance in the terminal: played at a server, and what boards are worth.

- `state`, `applying`, `news`: what the server has told; as every word changes it; as sentences
- `market`, `grid`, `faith`, `board`, `results`: drawings; `goods`, `paint`, `texts`: what they use
- `playing`, `session`, `lobby`, `setup`, `turn`: a dialogue for each scene
- `buying`, `producing`, `paying`, `marbles`, `leaders`, `depots`, `inspection`: actions
- `one_line`: whole actions as they are typed; `pushing`: whether marbles give what is to be placed
- `score`: what a position is worth
"""
