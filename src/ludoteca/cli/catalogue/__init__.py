"""The catalogue: the built-in games and protocols, with their parts from all layers.

- `games`: the games; their rules, bots and encodings for learning are listed in those layers, which
  can be used without the command
- `dialects`: the protocols
"""
