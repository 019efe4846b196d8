"""Every picture in the documentation has a scene that still works."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.conftest import PROVING
from tests.pages import DOCS
from tests.web.screenshots import PICTURES, SCENES, shoot


def size(picture: Path) -> tuple[int, int]:
    """Return the width and height of a PNG."""
    data = picture.read_bytes()
    assert data.startswith(b"\x89PNG")
    return int.from_bytes(data[16:20], "big"), int.from_bytes(data[20:24], "big")


def test_every_picture_has_its_scene() -> None:
    assert {picture.stem for picture in PICTURES.glob("*.png")} == set(SCENES)


def test_every_picture_is_shown_in_a_document() -> None:
    pages = [DOCS.parent / "README.md", DOCS / "gallery.md"]
    texts = "".join(page.read_text(encoding="utf-8") for page in pages)
    assert set(re.findall(r"pictures/([\w-]+)\.png", texts)) == set(SCENES)


@pytest.mark.parametrize("name", SCENES if PROVING else ["lobby", "final"])
def test_scene_produces_a_picture_of_its_size(browser: Browser, tmp_path: Path, name: str) -> None:
    scene, picture = SCENES[name], tmp_path / "picture.png"
    shoot(scene, browser, picture)
    (wide, high), shown = size(picture), size(PICTURES / f"{name}.png")
    assert (wide, high) == shown or shown != scene.screen[:2]  # a part's size depends on its texts
    assert (wide <= scene.screen.width, high <= scene.screen.height) == (True, True)
