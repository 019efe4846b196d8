"""What the keys of the screen do."""

from typing import TYPE_CHECKING

from prompt_toolkit.filters import Condition
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.keys import Keys

from ludoteca.ui.fullscreen.focus import DOWN, LEFT, RIGHT, UP
from ludoteca.ui.fullscreen.page import Pane

if TYPE_CHECKING:
    from ludoteca.ui.fullscreen.screen import Screen

WAYS = {"up": UP, "down": DOWN, "left": LEFT, "right": RIGHT}


def bindings(screen: "Screen", typing: Condition) -> KeyBindings:
    """The keys of a screen; while something is typed, most of them are letters."""
    keys = KeyBindings()

    def move(event: KeyPressEvent) -> None:
        way = WAYS[event.key_sequence[0].key]
        if screen.pane is Pane.TABLE:
            screen.move(way)
        else:
            screen.scroll(screen.pane, way[0])

    for key in WAYS:
        keys.add(key, filter=~typing)(move)
    keys.add("up", filter=typing)(lambda _: screen.scroll(screen.pane, -1))
    keys.add("down", filter=typing)(lambda _: screen.scroll(screen.pane, 1))
    keys.add("pageup")(lambda _: screen.turn_page(-1))
    keys.add("pagedown")(lambda _: screen.turn_page(1))
    keys.add("enter", filter=~typing)(lambda _: screen.enter())
    keys.add(" ", filter=~typing)(lambda _: screen.enter())
    keys.add("tab")(lambda _: screen.turn_to(_after(screen.pane, 1)))
    keys.add("s-tab")(lambda _: screen.turn_to(_after(screen.pane, -1)))
    keys.add("escape", eager=True)(lambda _: screen.escape())
    keys.add("f1")(lambda _: screen.press("?"))
    keys.add("c-l")(lambda event: event.app.renderer.clear())
    for key in ("c-c", "c-d", "<sigint>"):
        keys.add(key)(lambda _: screen.leave())

    @keys.add(Keys.Any, filter=~typing)
    def _(event: KeyPressEvent) -> None:
        screen.press(event.data)

    return keys


def _after(pane: Pane, steps: int) -> Pane:
    panes = list(Pane)
    return panes[(panes.index(pane) + steps) % len(panes)]
