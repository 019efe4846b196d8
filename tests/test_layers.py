"""No layer names a higher one: not in an import, a text, a comment or a docstring."""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src"
AMBIGUOUS = {"bots", "client", "cluster"}
"""Packages whose names in backticks may mean an extra, a parameter or a module."""


class Layer(NamedTuple):
    """A package or module, and its neighbours on higher lines of its contract."""

    container: str
    name: str
    higher: tuple[str, ...]


CONTRACTS = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"][
    "contracts"
]


def layers() -> Iterator[Layer]:
    """Return the layers of all import-linter contracts, except the top ones."""
    for contract in CONTRACTS:
        if contract["type"] != "layers":
            continue
        higher: tuple[str, ...] = ()
        for line in contract["layers"]:
            names = line.split(" | ")
            for name in names if higher else ():
                yield from (Layer(each, name, higher) for each in contract["containers"])
            higher += tuple(names)


@pytest.mark.parametrize("layer", [*layers()], ids=lambda layer: f"{layer.container}.{layer.name}")
def test_no_layer_names_a_higher_one(layer: Layer) -> None:
    folder = SOURCE.joinpath(*layer.container.split("."), layer.name)
    files = [*folder.rglob("*.py")] if folder.is_dir() else [folder.with_suffix(".py")]
    container, higher = layer.container.replace(".", "[./]"), "|".join(layer.higher)
    bare = "|".join(name for name in layer.higher if name not in AMBIGUOUS)
    names = re.compile(
        rf"\b{container}(?:[./]| import )(?:{higher})\b|`(?:{higher})[./]|`(?:{bare})`"
    )
    assert files
    for file in files:
        assert names.findall(file.read_text(encoding="utf-8")) == [], file


def listed_in(contract: str, key: str = "modules") -> set[str]:
    """Return the names that an import contract lists, without their package."""
    (found,) = (each[key] for each in CONTRACTS if each["name"] == contract)
    return {name.rpartition(".")[2] for name in found}


def modules(package: str) -> set[str]:
    folder = SOURCE / "ludoteca" / package
    files = (*folder.glob("*.py"), *(path.parent for path in folder.glob("*/__init__.py")))
    return {path.stem for path in files} - {"__init__"}


def test_contracts_list_every_protocol() -> None:
    protocols = listed_in("Protocols do not import each other")
    shared = "Modules shared by protocols import no protocol"
    assert protocols | listed_in(shared, "source_modules") == modules("protocols")
    assert listed_in(shared, "forbidden_modules") == protocols


def test_contract_lists_every_game() -> None:
    packages = {name for name in modules("games") if (SOURCE / "ludoteca/games" / name).is_dir()}
    assert listed_in("Games do not import each other") == packages
