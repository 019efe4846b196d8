"""My Shelfie in the terminal: played at a server, and what bookshelves are worth.

- `state`: what the server has told, as a value
- `news`, `drawing`, `tables`, `blocks`: what is shown
- `playing`, `session`, `loop`: one dialogue at a time
- `menu`, `gameplay`, `selection`, `insertion`, `chat`: the dialogues; `texts`: their sentences
- `notation`, `moving`: cells and whole moves as they are typed
- `transports`, `remote`, `objects`: frames, and calls by RMI; `score`: what a position is worth
"""
