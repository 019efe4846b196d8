"""One table: its state, its log and everything decided about it.

- `table`: the state of a table; `decisions`, `interventions`, `votes`, `stand_ins`: the records
  that would follow from a request; `values`: values of games, read from JSON. All of these are pure
- `keeper`: runs one table, one request at a time; `log`: writes and reads its records
- `audience`: its listeners; `drafts`: half-made moves, and moves queued for a later turn
- `clocks`: time left; `absence_policy`, `absences`: deadlines for absent players
- `history`, `snapshots`: tables read from the journal
- `listing`: the index entry of a table, known without reading its log, and names as they are shown
- `chat_log`: the chat of a table or of the lobby
"""
