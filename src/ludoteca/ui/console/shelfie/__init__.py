"""My Shelfie in the terminal, and the `score` command for shelves.

- `playing`, `session`: run one dialogue at a time; `lobby`, `match`: the dialogues before and
  during a game
- `state`: what the server has sent, as a value; `news`, `drawing`: output
- `remote`: the connection over RMI; `texts`: messages shown to the player
- `score`: scores a position
"""
