"""The full-screen console, over the web protocol and its guides.

- `arrival`: finding a server and logging in; `session`: the player's actions on the server
- `lobby`, `table_page`: the pages; `table_parts`: parts of a table's page; `stepping`: earlier
  positions; `slow_play`: queued moves and vacations; `talk`: log and chat
- `contract`: the interface of a game's drawing, and a drawing for games without one
- a module or package named after a game: the drawing of that game
- `page`, `spans`: the layout and the building blocks of pages
- `screen`: keys, mouse and drawing with prompt_toolkit; `texts`: messages

The console does not know the rules: it offers the choices in the server's guide.
"""
