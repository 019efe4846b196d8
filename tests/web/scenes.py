"""What there is to see of My Shelfie, for its pictures."""

from playwright.sync_api import Page

from tests.web.browsers import Screen, Visitors
from tests.web.hands import Hands
from tests.web.houses import Programs
from tests.web.tables import ask, come_in, sit


def shelfie(_: Programs, visitors: Visitors, screen: Screen, *, dark: bool = False) -> Page:
    """Anna among bots, in the middle of a game, with two tiles in her hand."""
    page = come_in(visitors, "Anna", screen=screen, dark=dark)
    info = sit(page, "open_table", game="shelfie", seats=4)
    ask(page, "start_table", table=info["table"], bot="greedy")
    hands = Hands(page, tap=screen.touch)
    for _turn in range(6):
        assert hands.is_to_move()
        hands.move()
    assert hands.is_to_move()
    hands.pick(2)
    page.locator("shelfie-table").scroll_into_view_if_needed()
    return page


def shelfie_at_night(programs: Programs, visitors: Visitors, screen: Screen) -> Page:
    """The same in the dark."""
    return shelfie(programs, visitors, screen, dark=True)
