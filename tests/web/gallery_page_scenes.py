"""The gallery's scenes around the tables: welcome screen, lobby, settings and replays."""

from playwright.sync_api import Page, expect

from tests.web.browsers import Screen, Visitors
from tests.web.part import Part
from tests.web.servers import Programs, play_out
from tests.web.tables import come_in, sit

CROWD = ("Bartolomeo", "Maria Cristina", "Federica")
TABLES = 12
"""Enough for the list to offer a search."""


def glance(programs: Programs, visitors: Visitors, screen: Screen, language: str = "en") -> Part:
    """The replay of a game on the welcome screen."""
    play_out(programs, "shelfie", "Anna", "Bruno")
    page = visitors.visit("/", screen, language)
    expect(page.locator(".glance .board")).to_be_visible()
    return Part(page, (".glance",))


def tour(_: Programs, visitors: Visitors, screen: Screen, language: str = "en") -> Part:
    """The lobby's tour, pointing at the empty list of tables."""
    page = visitors.visit("/", screen, language, name="Anna", toured=False)
    page.locator(".hint button").first.click()
    page.locator("dialog.tour .primary").click()
    expect(page.locator("dialog.tour .row button")).to_have_count(3)
    return Part(page, ("dialog.tour", ".tour-ring"))


def tables(programs: Programs, visitors: Visitors, screen: Screen, language: str = "en") -> Part:
    """A busy lobby: newest tables with free seats first, and a search field."""
    carla, dario = programs.come_in("Carla"), programs.come_in("Dario")
    options = {"do": "open_table", "seats": 3}
    for number in range(TABLES):
        owner = (carla, dario)[number % 2]
        game, name = ("shelfie", "Friday Club") if number == TABLES - 2 else ("renaissance", "")
        owner.ask("table_shown", **options, game=game, name=name)
    page = come_in(visitors, "Zoe", screen=screen, language=language)
    expect(page.locator("#tables .seating")).to_have_count(TABLES)
    page.locator("#tables").evaluate("(one) => one.scrollIntoView()")
    return Part(page, (".search", "#tables .seating:nth-child(2)"))


def search(programs: Programs, visitors: Visitors, screen: Screen, language: str = "en") -> Part:
    """A table found by name."""
    part = tables(programs, visitors, screen, language)
    part.page.locator("#search").fill("friday")
    expect(part.page.locator("#tables .seating")).to_have_count(1)
    return Part(part.page, (".search", "#tables .seating"))


def replay(programs: Programs, visitors: Visitors, screen: Screen, language: str = "en") -> Part:
    """A replay seen by a stranger from a player's seat."""
    number = play_out(programs, "shelfie", "Anna", "Bruno", "Carla")
    page = come_in(visitors, "Zoe", f"/replay/{number}?at=30&seat=0", screen, language)
    expect(page.locator(".controls")).to_be_visible()
    return Part(page, (".controls", ".others"))


def settings(_: Programs, visitors: Visitors, screen: Screen, language: str = "en") -> Part:
    """The settings, with sounds and their volume."""
    page = come_in(visitors, "Anna", screen=screen, language=language)
    page.locator("#top .menu summary").click()
    expect(page.locator("#top input[type=range]")).to_be_visible()
    return Part(page, ("#top .menu", "#top .menu .card"))


def offline(_: Programs, visitors: Visitors, screen: Screen, language: str = "en") -> Page:
    """The installed page without a connection."""
    visitors.forgive("ERR_INTERNET_DISCONNECTED", "ERR_CONNECTION_REFUSED")
    page = visitors.visit("/help", screen, language, worker=True)
    page.evaluate("navigator.serviceWorker.ready.then(() => {})")
    page.context.set_offline(True)
    page.goto("/rules/shelfie")
    expect(page.get_by_role("heading", name="You are offline")).to_be_visible()
    return page


def shared(programs: Programs, visitors: Visitors, screen: Screen, language: str = "en") -> Part:
    """The preview image of a link to a replay."""
    number = play_out(programs, "shelfie", "Anna", "Bruno", "Carla")
    page = visitors.visit("/help", screen, language)
    page.goto(f"/replay/{number}/picture.png")
    return Part(page, ("img",), 0)


def crowd(programs: Programs, visitors: Visitors, screen: Screen, language: str = "en") -> Part:
    """Four players with clocks on a small laptop, with room left for the chat."""
    page = come_in(visitors, "Massimiliano", screen=screen, language=language)
    options = {"game": "renaissance", "seats": 4, "clock": {"bank": 600}}
    number = sit(page, "open_table", **options)["table"]
    for name in CROWD:
        other = programs.come_in(name)
        other.ask("table_shown", do="join_table", table=number)
    text = "Ciao a tutti!" if language == "it" else "Hello everybody!"
    other.say(do="say", table=number, text=text)
    expect(page.locator("ludo-chat .text")).to_have_count(1)
    expect(page.locator(".clock")).to_have_count(4)
    return Part(page, (".side",))
