"""Bans, mutes, reports and the audit log, and the requests from owners and operators.

- `moderation`: bans, mutes, reports and the audit log; carries out operator actions on every node
- `quotas`: bytes recorded per day
- `owner_requests`: requests of a table's owner about other people there
- `availability`: drains this server and watches its disk space
"""
