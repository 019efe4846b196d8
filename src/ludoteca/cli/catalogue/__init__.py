"""The catalogue: the built-in games and protocols, with their parts from all layers.

- `games`: the games; lower layers, which also work without the command, list their rules, bots and
  encodings for learning
- `dialects`: the protocols
"""
