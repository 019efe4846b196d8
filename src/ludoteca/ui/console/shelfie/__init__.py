"""My Shelfie in the terminal, and the scores of shelves.

- `playing`, `session`: one dialogue at a time; `lobby`, `match`: the dialogues
- `state`: what the server has sent, as a value; `news`, `drawing`: what is shown
- `remote`: the connection over RMI; `texts`: the sentences
- `score`: the points of a position
"""
