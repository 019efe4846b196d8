"""The full-screen console: a client in the whole window, over the web protocol and its guides.

- `arrival`: finding a server and entering; `session`: what the player does there
- `lobby`, `table_page` (with `waiting`, `ending`, `story`, `talk`, `clocks`): the pages
- `contract`: what a drawing of a game gets; `fallback`: any game; each of ours has its own
- `page`, `spans`, `focus`: what pages are made of, and how keys go through them
- `screen`, `canvas`, `keys`: prompt_toolkit; `texts`: what is said

It judges nothing: what can be chosen is what the guide of the server offers.
"""
