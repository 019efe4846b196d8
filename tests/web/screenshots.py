"""Make the pictures in `docs/` and the page's icons: `make screenshots`.

Give names to make only some of them: `make screenshots ONLY="welcome crowd-it"`.

A scene runs on a server with its own seed, where programs and visitors play; its picture is one
visitor's page.
"""

import sys
import tempfile
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import Browser, Page, expect

import ludoteca
from tests.pages import DOCS
from tests.web import gallery_page_scenes, gallery_scenes
from tests.web.browsers import DESKTOP, HANDHELD, LAPTOP, Screen, Visitors, chromium
from tests.web.masters_scenes import lorenzo, lorenzo_at_night, renaissance
from tests.web.part import SpokenStory, Story, take
from tests.web.scenes import shelfie, shelfie_at_night, shelfie_plan, shelfie_rules
from tests.web.servers import Programs, play_out, server_process
from tests.web.tables import come_in

PICTURES = DOCS / "pictures"
WEB = Path(ludoteca.__file__).parent / "ui" / "web"
ICONS: Mapping[str, tuple[int, bool]] = {
    "icon-192": (192, False),
    "icon-512": (512, False),
    "icon-maskable": (512, True),
}
"""The icons' sizes, and whether the system crops them to a shape."""
BEGIN = 1_800_000_000.0
"""The time of every scene, in seconds since 1970."""


class Scene(NamedTuple):
    """A story, its screen and the server's seed."""

    story: Story
    screen: Screen
    seed: int = 7


def welcome(programs: Programs, visitors: Visitors, screen: Screen, language: str = "en") -> Page:
    """The welcome screen, with a proposed name and the replay of a game."""
    play_out(programs, "shelfie", "Anna", "Bruno")
    page = visitors.visit("/help", screen, language)
    page.add_init_script("Math.random = () => 0.65")
    page.goto("/")
    expect(page.locator(".glance .board")).to_be_visible()
    return page


def lobby(programs: Programs, visitors: Visitors, screen: Screen) -> Page:
    """The lobby with two open tables, chat and two finished games."""
    play_out(programs, "shelfie", "Anna", "Bruno", "Carla")
    play_out(programs, "renaissance", "Carla", "Dario")
    anna, bruno = programs.come_in("Anna"), programs.come_in("Bruno")
    anna.ask("table_shown", do="open_table", game="shelfie", seats=2, name="Friday Club")
    bruno.ask("table_shown", do="open_table", game="renaissance", seats=4)
    page = come_in(visitors, "Zoe", screen=screen)
    anna.say(do="say", text="Who would like to play? There is a seat at my table.")
    bruno.say(do="say", text="And three at mine!")
    expect(page.locator("ludo-chat .text")).to_have_count(2)
    expect(page.locator("#finished .seating")).to_have_count(2)
    expect(page.locator("#tables .seating")).to_have_count(2)
    return page


def final(programs: Programs, visitors: Visitors, screen: Screen) -> Page:
    """The end of a game: the winner, and the origin of every point."""
    table = play_out(programs, "shelfie", "Anna", "Bruno", "Carla")
    page = come_in(visitors, "Zoe", f"/table/{table}", screen)
    expect(page.locator(".final")).to_be_visible()
    return page


def in_both_languages(stories: Mapping[str, tuple[SpokenStory, Screen]]) -> dict[str, Scene]:
    """Return the scenes of these stories in English and Italian."""
    scenes = {name: Scene(story, screen) for name, (story, screen) in stories.items()}
    for name, (story, screen) in stories.items():
        scenes[f"{name}-it"] = Scene(partial(story, language="it"), screen)
    return scenes


SCENES: Mapping[str, Scene] = {
    "welcome": Scene(welcome, Screen(1280, 760)),
    "lobby": Scene(lobby, Screen(1280, 900)),
    "final": Scene(final, DESKTOP),
    "shelfie": Scene(shelfie, Screen(1280, 920)),
    "shelfie-dark": Scene(shelfie_at_night, Screen(1280, 920)),
    "renaissance": Scene(renaissance, Screen(1366, 768)),
    "renaissance-large": Scene(renaissance, Screen(1920, 1080)),
    "renaissance-dark": Scene(lorenzo_at_night, Screen(1280, 900)),
    "renaissance-it": Scene(partial(gallery_scenes.whole_table, language="it"), LAPTOP),
    "shelfie-column": Scene(gallery_scenes.column, HANDHELD),
    "shelfie-others": Scene(gallery_scenes.others, HANDHELD),
    "offline": Scene(gallery_page_scenes.offline, HANDHELD),
    "shared": Scene(gallery_page_scenes.shared, Screen(1200, 630)),
    **in_both_languages(
        {
            "welcome-phone": (welcome, HANDHELD),
            "shelfie-phone": (shelfie, HANDHELD),
            "shelfie-plan": (shelfie_plan, HANDHELD),
            "shelfie-rules": (shelfie_rules, HANDHELD),
            "shelfie-goal": (gallery_scenes.goal, Screen(1280, 920)),
            "shelfie-undone": (gallery_scenes.undone, LAPTOP),
            "shelfie-arrow": (gallery_scenes.arrow, LAPTOP),
            "shelfie-chair": (gallery_scenes.chair, LAPTOP),
            "renaissance-phone": (lorenzo, HANDHELD),
            "renaissance-card": (gallery_scenes.card, LAPTOP),
            "renaissance-board": (gallery_scenes.their_board, LAPTOP),
            "renaissance-panes": (gallery_scenes.panes, HANDHELD),
            "renaissance-placing": (gallery_scenes.placing, LAPTOP),
            "renaissance-since": (gallery_scenes.since, LAPTOP),
            "renaissance-hurry": (gallery_scenes.hurry, LAPTOP),
            "renaissance-track": (gallery_scenes.track, LAPTOP),
            "renaissance-sure": (gallery_scenes.discarding, LAPTOP),
            "welcome-game": (gallery_page_scenes.glance, LAPTOP),
            "tour": (gallery_page_scenes.tour, LAPTOP),
            "tables": (gallery_page_scenes.tables, LAPTOP),
            "tables-found": (gallery_page_scenes.search, LAPTOP),
            "replay": (gallery_page_scenes.replay, LAPTOP),
            "settings": (gallery_page_scenes.settings, LAPTOP),
            "crowd": (gallery_page_scenes.crowd, LAPTOP),
        }
    ),
}


def shoot(scene: Scene, browser: Browser, picture: Path) -> None:
    """Play a scene and take its picture."""
    with (
        tempfile.TemporaryDirectory() as folder,
        server_process(Path(folder), scene.seed, BEGIN) as opened,
        Programs(opened).running() as programs,
    ):
        visitors = Visitors(browser, opened.address)
        take(scene.story(programs, visitors, scene.screen), scene.screen, picture)
        visitors.go()
        assert visitors.complaints() == []


def draw_icon(browser: Browser, picture: Path, size: int, *, whole: bool) -> None:
    """Render `icon.svg`; a maskable icon has a margin of background."""
    drawing = (WEB / "icon.svg").read_text()
    if whole:
        ground = '<rect width="32" height="32" rx="6"'
        drawing = drawing.replace(ground, '<rect x="-5" y="-5" width="42" height="42"')
        drawing = drawing.replace("0 0 32 32", "-5 -5 42 42")
    page = browser.new_page(viewport={"width": size, "height": size})
    page.set_content(f"<style>body {{ margin: 0 }} svg {{ display: block }}</style>{drawing}")
    page.screenshot(path=picture, omit_background=True)
    page.close()


def main(only: Sequence[str]) -> None:
    """Make every picture, or only those with these names."""
    with chromium() as browser:
        for name, (size, whole) in ICONS.items():
            if name in (only or ICONS):
                draw_icon(browser, WEB / f"{name}.png", size, whole=whole)
        for name in only or SCENES:
            if name not in ICONS:
                shoot(SCENES[name], browser, PICTURES / f"{name}.png")


if __name__ == "__main__":
    main(sys.argv[1:])
