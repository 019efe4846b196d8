"""The pictures in the documents are those of the scenes, and the scenes still happen."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.conftest import PROVING
from tests.web.screenshots import PICTURES, SCENES, shoot


def size(picture: Path) -> tuple[int, int]:
    """How wide and how high a PNG says it is."""
    data = picture.read_bytes()
    assert data.startswith(b"\x89PNG")
    return int.from_bytes(data[16:20], "big"), int.from_bytes(data[20:24], "big")


def test_every_picture_has_its_scene() -> None:
    assert {picture.stem for picture in PICTURES.glob("*.png")} == set(SCENES)


@pytest.mark.parametrize("name", SCENES if PROVING else ["house", "final"])
def test_a_scene_gives_a_picture_of_its_size(browser: Browser, tmp_path: Path, name: str) -> None:
    scene, picture = SCENES[name], tmp_path / "picture.png"
    shoot(scene, browser, picture)
    assert size(picture) == size(PICTURES / f"{name}.png") == scene.screen[:2]
