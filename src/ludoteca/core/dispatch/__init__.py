"""Answers every request.

- `dispatcher`: routes requests; `seat_requests`: opening, joining and finding tables
- `table_requests`: other requests about tables; `play_requests`: moves
- `player_requests`: requests about players, their games and their pages
- `operator_requests`: requests from the operator
- `personal_data`: writes all data stored about a player as one document
- `replication`: applies the records that other nodes write
"""
