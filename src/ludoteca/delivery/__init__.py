"""Channels of notifications: browser push, email and webhooks. They need the extra `alerts`.

- `notifier`: chooses the channel of a subscription
- `push`, `mail`, `hooks`: one channel each
- `posting`: HTTP requests to addresses that players choose; `texts`: sentences and links
"""
