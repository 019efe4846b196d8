"""Settings: sources of values, and one-line errors for invalid ones."""

import subprocess
import sys
from collections.abc import Mapping
from ipaddress import ip_network
from pathlib import Path
from typing import Any

import pytest

from ludoteca.cli import main
from ludoteca.ops import SETTINGS, BadSetting, read_settings
from ludoteca.ops.buckets import Limit
from ludoteca.ops.setting_kinds import PORT
from ludoteca.protocols.dialects import dialect_settings

ROWS = (*SETTINGS, *dialect_settings())
DEFAULTS = read_settings({}, {}, dialect_settings())
NAMES = ", ".join(setting.name for setting in ROWS)
PORTS = [setting for setting in ROWS if setting.kind is PORT]
NO_PORT = "every port is off, so no client could connect (open one: {})".format(
    ", ".join(port.flag for port in PORTS)
)


@pytest.mark.parametrize(
    ("flags", "environment", "file", "expected"),
    [
        ({}, {}, "", {}),
        ({}, {}, "web = 1", {"web": 1}),
        ({}, {"LUDOTECA_WEB": "2"}, "web = 1", {"web": 2}),
        ({"web": "3"}, {"LUDOTECA_WEB": "2"}, "web = 1", {"web": 3}),
        ({"web": "3"}, {"LUDOTECA_GRACE": "2"}, "pause = 1", {"web": 3, "grace": 2, "pause": 1}),
        ({"web": "0"}, {}, "web = 1", {"web": 0}),  # nought is a value like any other
        ({}, {"LUDOTECA_SETTLE": "0.25"}, "settle = 1.5", {"settle": 0.25}),
        ({}, {}, "settle = 1.5", {"settle": 1.5}),
        ({}, {}, 'web = "80"', {"web": 80}),
        ({"data": "here"}, {}, "", {"data": "here"}),
        ({}, {"LUDOTECA_LOG_LEVEL": "debug"}, 'log_format = "json"', {
            "log_level": "debug", "log_format": "json",
        }),
        ({"limit_talk": "5/60"}, {}, 'limit_tables = "off"', {
            "limit_talk": Limit(5, 60), "limit_tables": None,
        }),
        ({"trusted_proxy": ["10.0.0.0/8", "::1"]}, {}, "", {
            "trusted_proxy": (ip_network("10.0.0.0/8"), ip_network("::1")),
        }),
        ({}, {"LUDOTECA_ORIGIN": "https://a.example, http://b.example:8000/"}, "", {
            "origin": ("https://a.example", "http://b.example:8000"),
        }),
        ({}, {}, 'origin = ["https://a.example", "https://b.example"]', {
            "origin": ("https://a.example", "https://b.example"),
        }),
        ({"journal": "postgresql://a:b@c/d", "node": "one-1"}, {}, 'bus = "nats://a, tls://b"', {
            "journal": "postgresql://a:b@c/d", "node": "one-1", "bus": "nats://a,tls://b",
        }),
        ({}, {"LUDOTECA_PORT": "tcp://10.0.0.1:80"}, "", {}),  # somebody else's variable
    ],
)  # fmt: skip
def test_flags_over_environment_over_file_over_defaults(
    flags: Mapping[str, Any],
    environment: Mapping[str, str],
    file: str,
    expected: Mapping[str, Any],
    tmp_path: Path,
) -> None:
    config = tmp_path / "house.toml"
    config.write_text(file)
    settings = read_settings({**flags, "config": str(config)}, environment, dialect_settings())
    assert settings == DEFAULTS._replace(**expected)


def test_the_file_is_named_by_a_variable_or_before_it_by_a_flag(tmp_path: Path) -> None:
    one, two = tmp_path / "one.toml", tmp_path / "two.toml"
    one.write_text("web = 1")
    two.write_text("web = 2")
    named = {"LUDOTECA_CONFIG": str(one)}
    assert read_settings({}, named).web == 1
    assert read_settings({"config": str(two)}, named).web == 2


NOT_A_PORT = "is not a port (0 to 65535, 0 for any free one) or off"
BAD_VALUES = [
    ({"web": "65536"}, {}, "", f"--web: '65536' {NOT_A_PORT}"),
    ({"web": "-1"}, {}, "", f"--web: '-1' {NOT_A_PORT}"),
    ({"web": "9" * 5000}, {}, "", f"--web: '{'9' * 5000}' {NOT_A_PORT}"),
    ({"web": "٣"}, {}, "", f"--web: '٣' {NOT_A_PORT}"),
    ({}, {"LUDOTECA_WEB": ""}, "", f"LUDOTECA_WEB: '' {NOT_A_PORT}"),
    ({}, {"LUDOTECA_WEB": "many"}, "", f"LUDOTECA_WEB: 'many' {NOT_A_PORT}"),
    ({}, {}, "web = 8000.5", f"web in FILE: '8000.5' {NOT_A_PORT}"),
    ({}, {}, "web = true", f"web in FILE: 'True' {NOT_A_PORT}"),
    ({}, {}, "host = true", "host in FILE: 'True' is not a host name or an address"),
    ({}, {}, "data = ['a']", "data in FILE: '['a']' is not a folder, or off to store nothing"),
    ({}, {"LUDOTECA_DATA": ""}, "", "LUDOTECA_DATA: '' is not a folder, or off to store nothing"),
    ({"data": "a\0b"}, {}, "", "--data: 'a\0b' is not a folder, or off to store nothing"),
    ({"host": " "}, {}, "", "--host: ' ' is not a host name or an address"),
    ({"grace": "-1"}, {}, "", "--grace: '-1' is not a number of seconds (0 to 86400)"),
    ({"grace": "nan"}, {}, "", "--grace: 'nan' is not a number of seconds (0 to 86400)"),
    ({"pause": "86401"}, {}, "", "--pause: '86401' is not a number of seconds (0 to 86400)"),
    ({}, {}, "settle = inf", "settle in FILE: 'inf' is not a number of seconds (0 to 86400)"),
    ({"log_level": "loud"}, {}, "",
     "--log-level: 'loud' is not one of debug, info, warning, error"),
    ({}, {"LUDOTECA_LOG_FORMAT": "JSON"}, "",
     "LUDOTECA_LOG_FORMAT: 'JSON' is not one of auto, text, json"),
    ({"limit_talk": "5"}, {}, "",
     "--limit-talk: '5' is not COUNT per SECONDS, such as 60/20, or off"),
    ({"trusted_proxy": ["10.0.0.0/8", "x"]}, {}, "",
     "--trusted-proxy: '10.0.0.0/8,x' is not a list of addresses or networks such as "
     "10.0.0.0/8, or none"),
    ({}, {}, "origin = [1]",
     "origin in FILE: '1' is not a list of origins such as https://games.example.org, or none"),
    ({}, {"LUDOTECA_ORIGIN": "games.example.org"}, "",
     "LUDOTECA_ORIGIN: 'games.example.org' is not "
     "a list of origins such as https://games.example.org, or none"),
    ({"journal": "mysql://anna:secret@there/games"}, {}, "",
     "--journal: the value is not a URL like postgresql://USER@HOST/NAME, "
     "or the word data for a file in the data folder"),
    ({"journal": "postgresql:there"}, {}, "",
     "--journal: the value is not a URL like postgresql://USER@HOST/NAME, "
     "or the word data for a file in the data folder"),
    ({"journal": "postgresql://a/b", "bus": "http://anna:secret@there"}, {}, "",
     "--bus: the value is not one or more URLs such as nats://HOST:PORT, separated by commas, "
     "or off"),
    ({"bus": "nats://there"}, {}, "",
     "--bus needs --journal postgresql://…, which all nodes share"),
    ({"node": "a.b"}, {}, "",
     "--node: 'a.b' is not letters, digits and hyphens, or auto for host name and process id"),
    ({"reuse_port": "yes"}, {}, "", "--reuse-port: 'yes' is not one of on, off"),
    ({"commands_pongs": "0"}, {}, "", "--commands-pongs: '0' is not a number (1 to 1000)"),
    ({}, {}, "log-level = 1", f"FILE: there is no setting 'log-level' (settings: {NAMES})"),
    ({}, {}, "[doors]", f"FILE: there is no setting 'doors' (settings: {NAMES})"),
    ({}, {}, "web = ", "FILE is not TOML: Invalid value (at end of document)"),
    ({port.name: "off" for port in PORTS}, {}, "", NO_PORT),
    ({}, {}, "\n".join(f'{port.name} = "off"' for port in PORTS), NO_PORT),
]  # fmt: skip


@pytest.mark.parametrize(("flags", "environment", "file", "sentence"), BAD_VALUES)
def test_invalid_value_is_reported_with_its_source(
    flags: Mapping[str, Any],
    environment: Mapping[str, str],
    file: str,
    sentence: str,
    tmp_path: Path,
) -> None:
    config = tmp_path / "house.toml"
    config.write_text(file)
    with pytest.raises(BadSetting) as error:
        read_settings({**flags, "config": str(config)}, environment, dialect_settings())
    assert str(error.value) == sentence.replace("FILE", str(config))


def test_a_file_that_cannot_be_read_is_a_sentence(tmp_path: Path) -> None:
    noise = tmp_path / "noise.toml"
    noise.write_bytes(b"\xff")
    for config, sentence in (
        ("", "'' cannot be read: Is a directory"),
        (f"{tmp_path}/none", f"'{tmp_path}/none' cannot be read: No such file or directory"),
        (str(noise), f"{noise} is not TOML: 'utf-8' codec can't decode"),
    ):
        for flags, environment in (({"config": config}, {}), ({}, {"LUDOTECA_CONFIG": config})):
            with pytest.raises(BadSetting) as error:
                read_settings(flags, environment, dialect_settings())
            assert str(error.value).startswith(sentence)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (" ".join(f"{port.flag} off" for port in PORTS), "every port is off"),
        ("--grace soon", "--grace: 'soon' is not a number"),
    ],
)
def test_the_command_says_it_on_one_line_with_status_2(
    words: str, sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["serve", *words.split()]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith(f"ludoteca serve: {sentence}")
    assert captured.err.count("\n") == 1


def test_help_names_every_setting_with_its_variable_and_default() -> None:
    command = [sys.executable, "-m", "ludoteca", "serve", "--help"]
    answer = subprocess.run(command, capture_output=True, text=True, check=True)
    said = " ".join(answer.stdout.split())
    for setting in ROWS:
        assert f"{setting.flag} {setting.kind.metavar} {setting.help}" in said
        assert f"({setting.variable}; default: {setting.default})" in said


def test_a_default_is_a_value_of_its_kind() -> None:
    for setting in ROWS:
        default = (DEFAULTS._asdict() | dict(DEFAULTS.of_dialects))[setting.name]
        assert default is None or setting.kind.read(setting.default) == default
