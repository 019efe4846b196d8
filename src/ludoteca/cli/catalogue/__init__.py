"""The catalogue: our games and protocols, with the parts of all layers that belong to them.

- `games`: the games; rules, bots and encodings for learning are listed in their own layers, which
  are also used without the command
- `dialects`: the protocols
"""
