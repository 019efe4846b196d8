"""Answers every request.

- `dispatcher`: routes requests; `table_requests`: seats and settings; `play_requests`: moves
- `operator_requests`: requests from the operator
- `replication`: applies the records that other nodes write
"""
