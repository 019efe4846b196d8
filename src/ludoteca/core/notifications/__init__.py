"""Notifications of players who are not connected.

- `preferences`: journal entries about a player's notifications, and the preferences derived from
  them
- `log`: the streams of these entries
- `subscriptions`: addresses, keys and secrets, which can be erased
- `outbox`: notices turns, invitations and low clocks, and sends each notification at least once
- `requests`: requests from players about their notifications
"""
