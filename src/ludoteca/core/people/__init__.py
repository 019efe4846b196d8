"""Names, accounts and credentials.

- `people`: owners of names; `person`: a name and its owner; `entries`: journal entries about
  players; `log`: streams about names
- `cache`: people in memory; `connections`: which of a player's connections stay open, and claims:
  the nodes to which each player is connected
- `relations`: requests to mute, block, befriend or follow a player; `blocks`: players hidden from
  those whom they have blocked; `contacts`: lists of contacts, and notices of changes
- `logins`: decides whether a client may use a name; `accounts`: requests from players about
  their own accounts
- `vacations`: days on which a player's slow clocks are stopped
- `solved`: puzzles that players have solved
- `credentials`: checks secrets and stores their digests
- `privacy`: decides what a player may see of another player
"""
