"""Pictures of finished games: the page's pieces and colours, and names that fit."""

import re
from functools import reduce
from xml.etree import ElementTree as ET

import pytest

from ludoteca.cli.table import lay, read_options
from ludoteca.core import Final
from ludoteca.games import GAMES, ROWS, Dice, Ending, Outcome, Seat
from ludoteca.games.renaissance.cards import CARDS
from ludoteca.games.renaissance.view import name_of as card_name
from ludoteca.games.shelfie.board import TILES
from ludoteca.games.shelfie.view import name_of as tile_name
from ludoteca.messages import Result
from ludoteca.messages.replays import ReplayHead
from ludoteca.server.page import contents
from ludoteca.server.result_picture import (
    CELL,
    HEIGHT,
    WIDTH,
    as_svg,
    drawn,
    invitation_svg,
)

SVG = "{http://www.w3.org/2000/svg}"
NAMES = ("Anna", "Élodie Groß", "Иван", "漢字 علي")
HOSTILE = ("</text><script>", "&amp;\"'", "]]><!--", '<image href="/etc/passwd"/>')


def ended(game: str, *players: str, moves: int = 100) -> Final:
    """Return a game after some random moves, as if the first player had won it."""
    rules, dice = GAMES[game], Dice(7)
    state = lay(rules, len(players), read_options(rules, []), dice)
    for _ in range(moves):
        if not (movers := rules.seats_to_move(state)):
            break
        seat = min(movers)
        events = rules.play(state, seat, rules.sample(state, seat, dice), dice)
        assert isinstance(events, list)
        state = reduce(rules.apply, events, state)
    outcome = Outcome((Seat(0),), Ending.PLAYED_OUT)
    result = Result(outcome, tuple(range(40, 40 + len(players))))
    return Final(ReplayHead(1, 1, game, players, result), rules.view(state, None))


def symbols(game: str) -> set[str]:
    sheet = ET.fromstring(contents()[f"games/{game}/pieces.svg"])  # noqa: S314 - our own
    return {each.attrib["id"] for each in sheet.iter(f"{SVG}symbol")}


def written(svg: str) -> list[str | None]:
    """Return the texts of a picture: the title, then name and points of every seat."""
    return [each.text for each in ET.fromstring(svg).iter(f"{SVG}text")]  # noqa: S314 - our own


def test_every_piece_has_a_drawing() -> None:
    assert symbols("shelfie") == {tile_name(tile) for tile in TILES}
    assert symbols("renaissance") == {card_name(card) for card in CARDS.values()}


def test_cards_have_the_colours_of_the_page() -> None:
    sheet = contents()["games/renaissance/pieces.svg"].decode()
    styles = contents()["games/renaissance/page.css"].decode()
    painted = re.findall(r'<g id="(\w+)">\s*<rect [^>]*fill="(#\w+)"', sheet)
    assert len(painted) == 4
    for name, colour in painted:
        assert f"--{name}-card: {colour};" in styles


@pytest.mark.parametrize("game", ["shelfie", "renaissance"])
@pytest.mark.parametrize("seats", [2, 4])
def test_a_picture_shows_pieces_names_and_points(game: str, seats: int) -> None:
    final = ended(game, *NAMES[:seats])
    svg = as_svg(final)
    assert set(
        re.findall(rf'<use href="#([\w-]+)" x="\d+" y="\d+" width="{CELL - 2}"', svg)
    ) & symbols(game)
    title, *texts = written(svg)
    assert title == GAMES[game].TITLE
    assert texts[::2] == list(NAMES[:seats])
    assert texts[1::2] == [str(40 + seat) for seat in range(seats)]
    assert svg.count('<rect class="accent"') == 1
    picture = drawn(as_svg(final))
    assert picture.startswith(b"\x89PNG\r\n\x1a\n")
    assert [int.from_bytes(picture[at : at + 4]) for at in (16, 20)] == [WIDTH, HEIGHT]


def test_names_stay_texts() -> None:
    final = ended("shelfie", *HOSTILE)
    svg = as_svg(final)
    tags = {each.tag.removeprefix(SVG) for each in ET.fromstring(svg).iter()}  # noqa: S314 - our own
    assert tags.isdisjoint({"script", "image"})
    assert [name for name in written(svg)[1::2] if name in HOSTILE] == list(HOSTILE[:3])
    assert drawn(as_svg(final))


@pytest.mark.parametrize(
    ("name", "shown"),
    [("", "(1)"), ("Anna", "Anna"), ("W" * 30, "W+…"), ("i" * 30, "i+…"), ("漢" * 30, "漢+…")],
)
def test_a_long_name_is_cut(name: str, shown: str) -> None:
    cut = written(as_svg(ended("shelfie", name, "B", "C", "D", moves=0)))[1]
    assert re.fullmatch(re.escape(shown) if len(name) < 30 else shown, cut or "")


def test_a_name_of_any_length_is_drawn_whole_if_it_has_room() -> None:
    name = "Maximilian-Alexander der Große"
    assert written(as_svg(ended("shelfie", name, "B", moves=0)))[1] == name


def test_games_of_other_packages_give_colours_or_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    final = ended("shelfie", "A", "B", moves=0)
    row = ROWS["shelfie"]._replace(squares=lambda: lambda *_: [[(1, 2, 3), None]])
    monkeypatch.setitem(ROWS, "shelfie", row)
    assert as_svg(final).count('fill="rgb(1, 2, 3)"') == 2
    monkeypatch.setitem(ROWS, "shelfie", row._replace(squares=""))
    assert "art-wood" not in as_svg(final).partition("</style>")[2]


def test_an_invitation_shows_who_sits_where() -> None:
    seats = ["Anna", HOSTILE[0], "", "W" * 30]
    svg = invitation_svg("Anna invites you", seats, "free seat", "no clock")
    title, *texts, text = written(svg)
    assert (title, text) == ("Anna invites you", "no clock")
    assert texts[::2] == ["A", "<", "?", "W"]
    assert texts[1:6:2] == ["Anna", HOSTILE[0], "free seat"]
    assert re.fullmatch("W+…", texts[7] or "")
    assert [svg.count(f'class="seat-{seat}"') for seat in range(4)] == [1, 1, 0, 1]
    assert drawn(svg).startswith(b"\x89PNG\r\n\x1a\n")
