"""My Shelfie in the terminal, and the scores of bookshelves.

- `state`: what the server has sent, as a value; `news`, `drawing`, `tables`: what is shown
- `playing`, `session`: one dialogue at a time
- `menu`, `gameplay`, `selection`, `chat`, `objects`: the dialogues; `texts`: their sentences
- `remote`: the connection over RMI; `score`: the points of a position
"""
