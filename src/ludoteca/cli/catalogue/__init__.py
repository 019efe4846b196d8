"""The catalogue: the built-in games and protocols, with their parts from all layers.

- `games`: the games; their rules, bots and encodings for learning are listed in lower layers, which
  also work without the command
- `dialects`: the protocols
"""
