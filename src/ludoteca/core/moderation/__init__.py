"""Bans, mutes, reports and the audit log, and the requests from owners and operators.

- `moderation`: bans, mutes, reports and the audit log; applies operator actions on every node
- `quotas`: bytes recorded per day
- `owner_requests`: requests from table owners about other people at their tables
- `availability`: drains this server and watches its disk space
"""
