"""One table: its state, its log and the decisions about it.

- `table`: the state of a table; `transitions`: its state after a record; `decisions`,
  `interventions`, `votes`, `stand_ins`: the records that would follow from a request; `values`:
  values of games, read from JSON. All of these are pure
- `keeper`: runs one table, one request at a time; `log`: writes and reads its records;
  `attendance`: keeps track of its listeners, and shows them the table
- `audience`: its listeners; `drafts`: half-made moves, and moves queued for a later turn
- `premoves`: moves queued before a slow turn; `vacations`: players whose slow clocks are stopped
- `clocks`: time left; `absence_policy`, `absences`: deadlines for absent players
- `rating`: the end of a rated game
- `history`, `snapshots`: tables read from the journal
- `listing`: summaries of tables, readable without their logs, and the names that clients see
- `player_index`: index entries by which the games of each player are found and counted
- `chat_log`: the chat of a table or of the lobby
"""
