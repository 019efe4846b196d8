"""Names, accounts and credentials.

- `people`: owners of names; `person`: one of them; `log`: their streams
- `cache`: people in memory, and claims: the node to which each player is connected
- `logins`: decides whether a client may use a name; `accounts`: requests about one's own account,
  and about players whom one mutes or blocks
- `credentials`: checks secrets and stores their digests
"""
