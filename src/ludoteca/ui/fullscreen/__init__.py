"""The full-screen console, over the web protocol and its guides.

- `arrival`: finding a server and logging in; `session`: the player's actions there
- `lobby`, `table_page` (with `story`, `talk`): the pages
- `contract`: the interface of a game's drawing; `fallback`: a drawing for any game
- `page`, `spans`: the building blocks of pages
- `screen`, `canvas`: keys, mouse and drawing with prompt_toolkit; `texts`: messages

It knows no rules: the choices are those that the server's guide offers.
"""
