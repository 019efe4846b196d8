"""A game from another package: the one in `docs/extending.md`."""

import json
import re
from pathlib import Path
from urllib.request import urlopen

import pytest
from playwright.sync_api import Page, expect

from tests.conftest import no_coverage
from tests.extensions.example import MODULE, install, ludoteca, serving, source
from tests.web.browsers import PHONE, Visitors, axe, chromium


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    install(tmp_path)
    return tmp_path


def test_a_small_game_is_small() -> None:
    assert len(source().splitlines()) < 100


def test_all_levels_of_bots_play_the_game(folder: Path) -> None:
    words = ("--games", "40", "--bots", "greedy,uniform", "--json")
    report = json.loads(ludoteca(folder, "simulate", "four", *words).stdout)
    assert report["game"] == "four"
    assert 7 <= report["moves"]["low"] <= report["moves"]["high"] <= 42
    assert sum(report["wins"]) >= 40
    assert all(bot["wins"] for bot in report["bots"])


def test_game_is_played_from_the_command_line(folder: Path) -> None:
    played = ludoteca(folder, "play", "four", "--seed", "1", typed="moves\n9\nx\n4\n" * 42)
    assert played.stderr == ""
    assert "Four in a Row. You play against Bice (smart)." in played.stdout
    assert ". . . . . . .\n1 2 3 4 5 6 7\n" in played.stdout
    assert "  7\n  (7 moves in all)\n" in played.stdout
    assert "That is not a move of this game." in played.stdout
    assert "That move is not possible now." in played.stdout
    assert "You dropped: column 4." in played.stdout
    assert "The game is over. You won." in played.stdout


def test_game_is_listed(folder: Path) -> None:
    listed = " ".join(ludoteca(folder, "play", "--help").stdout.split())
    assert listed.endswith("four (Four in a Row, 2 players)")
    no = ludoteca(folder, "play", "chess").stderr
    assert no.endswith("(games: shelfie, renaissance, four)\n")
    assert "games: shelfie, renaissance)" in ludoteca(folder, "console", "four").stderr
    assert "four" not in ludoteca(folder, "score", "--help").stdout


@pytest.mark.parametrize(
    ("entry", "code", "why"),
    [
        ("four = nowhere:GAME", None, "ModuleNotFoundError: No module named 'nowhere'"),
        (f"four = {MODULE}:RULES", None, f"TypeError: {MODULE}:RULES is not a Game"),
        (f"four = {MODULE}:GAME", "1 / 0", "ZeroDivisionError: division by zero"),
        (
            f"four = {MODULE}:GAME",
            source().replace('NAME = "four"', 'NAME = "shelfie"'),
            "ValueError: there is a game 'shelfie' already",
        ),
        (
            f"four = {MODULE}:GAME",
            source().replace("name=RULES.NAME", 'name="other"'),
            "ValueError: its rules call it 'four', and its row 'other'",
        ),
        (
            f"four = {MODULE}:GAME",
            source().replace('NAME = "four"', 'NAME = "Four!"'),
            "ValueError: 'Four!' cannot be the name of a game",
        ),
        (
            f"four = {MODULE}:GAME",
            source().replace("def winners", "def losers"),
            "TypeError: Can't instantiate abstract class FourInARow",
        ),
    ],
)
@pytest.mark.parametrize("command", ["serve --web 0", "simulate shelfie --games 1", "score"])
def test_a_package_that_cannot_be_loaded_is_one_sentence(
    tmp_path: Path, entry: str, code: str | None, why: str, command: str
) -> None:
    install(tmp_path, entry, code)
    refused = ludoteca(tmp_path, *command.split())
    name = command.split(maxsplit=1)[0]
    said = f"ludoteca {name}: the game 'four' of the package {MODULE} 1.0 cannot be loaded: {why}"
    assert refused.returncode == 2
    assert refused.stderr.startswith(said)
    assert len(refused.stderr.splitlines()) == 1


def test_a_package_may_bring_files_to_the_page(tmp_path: Path) -> None:
    row = f'rules=f"{{__name__}}:RULES", page="{MODULE}:page"'
    package = source().replace('rules=f"{__name__}:RULES"', row)
    install(tmp_path, code="")
    (tmp_path / f"{MODULE}.py").unlink()
    files = {"__init__.py": package, "rules.en.md": "# Four", "page/lang/en.json": "{}"}
    for path, text in files.items():
        file = tmp_path / MODULE / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    with serving(tmp_path) as address:
        four = next(
            one for one in json.loads(read(f"{address}/api/games")) if one["game"] == "four"
        )
        assert four["page"] == {
            "module": "",
            "card": "",
            "styles": "",
            "texts": {"en": "games/four/lang/en.json"},
            "rules": {"en": "rules/four.en.md"},
        }
        assets = re.search(r"/assets/\w+", read(address))
        assert assets is not None
        assert read(f"{address}{assets[0]}/rules/four.en.md") == "# Four"
        assert read(f"{address}{assets[0]}/games/four/lang/en.json") == "{}"


def read(url: str) -> str:
    with urlopen(url) as answer:  # noqa: S310 - our own server
        text: str = answer.read().decode()
    return text


@no_coverage
def test_game_is_hosted_shown_played_and_replayed(folder: Path) -> None:
    with chromium() as browser, serving(folder) as address:
        visitors = Visitors(browser, address)
        page = visitors.visit(name="Anna")
        page.get_by_role("button", name="Play Four in a Row").click()
        expect(page.locator(".headline")).to_be_visible()
        other = visitors.visit(page.url.removeprefix(address), PHONE, "it", dark=True, name="Bruno")
        expect(other.get_by_label("Il tavolo")).to_contain_text("1 2 3 4 5 6 7")
        axe(other)
        play_out(page)
        axe(page)
        assert other.get_by_label("Il tavolo").inner_text() == board(page)
        expect(other.locator(".moves")).to_have_count(0)
        page.get_by_role("link", name="Watch the replay").click()
        expect(page.get_by_label("The table")).to_contain_text(". . . . . . .\n1 2 3 4 5 6 7")
        axe(page)
        visitors.go()
        assert visitors.complaints() == []
        kept = read(f"{address}/api/replays/1")
    shown = ludoteca(folder, "replay", "-", typed=kept)
    assert shown.stderr == ""
    assert re.search(r"Anna moved\.\n   \w+ dropped: column 1\.", shown.stdout)
    assert ludoteca(folder, "replay", "-", "--moves-only", typed=kept).returncode == 0


def board(page: Page) -> str:
    return page.get_by_label("The table").inner_text()


def play_out(page: Page) -> None:
    """Play the first legal move until the game is over."""
    moves = page.get_by_role("group", name="Your moves").get_by_role("button")
    for turn in range(42):
        expect(moves.first.or_(page.locator(".final")).first).to_be_visible()
        if page.locator(".final").is_visible():
            return
        if turn == 0:
            expect(moves).to_have_count(7)
            expect(page.locator(".expected")).to_have_text("Choose one of your moves.")
            axe(page)
        before = board(page)
        moves.first.click()
        expect(page.get_by_label("The table")).not_to_have_text(before)
    raise AssertionError("the game does not end")
