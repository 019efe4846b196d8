"""Prometheus and Alertmanager with the shipped rules, sped up: hours become seconds."""

import asyncio
import re
import shutil
import subprocess
import tempfile
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import aiohttp
import yaml
from aiohttp import web

from tests.cluster.proxy import HOST
from tests.conftest import TIMEOUT, unmeasured, without
from tests.deployment import DEPLOY, RULES, documents

UNITS = {"s": 1, "m": 60, "h": 3600}
FASTER, SHORTEST, LONGEST = 30, 5, 10
"""The factor by which times are shortened, and the bounds of the result in seconds."""


def hurried(duration: str) -> str:
    """Return a duration of the shipped rules, sped up."""
    seconds = int(duration[:-1]) * UNITS[duration[-1]]
    return f"{min(max(seconds // FASTER, SHORTEST), LONGEST)}s"


def hurried_rules() -> str:
    """Return the shipped rules, sped up."""
    text = RULES.read_text(encoding="utf-8")
    text = re.sub(r"(?<=for: )\d+[smh]", lambda found: hurried(found[0]), text)
    return re.sub(r"(?<=\[)\d+[smh](?=\])", lambda found: hurried(found[0]), text)


class Monitoring:
    """A Prometheus that scrapes some nodes, and the recipients of its alerts."""

    def __init__(self, port: int) -> None:
        self._url = f"http://{HOST}:{port}/api/v1/alerts"
        self.called: list[tuple[str, str]] = []
        """The recipients notified, each with the alert."""

    async def call(self, request: web.Request) -> web.Response:
        """Receive a call from Alertmanager."""
        for alert in (await request.json())["alerts"]:
            self.called.append((request.match_info["who"], alert["labels"]["alertname"]))
        return web.Response()

    async def firing(self) -> set[str]:
        """Return the alerts that fire now."""
        async with aiohttp.ClientSession() as session, session.get(self._url) as answer:
            alerts = (await answer.json())["data"]["alerts"]
        return {each["labels"]["alertname"] for each in alerts if each["state"] == "firing"}

    async def until(self, *wanted: str) -> None:
        """Wait until all these alerts have fired."""
        missing = set(wanted)
        end = asyncio.get_running_loop().time() + TIMEOUT
        while missing := missing - await self.firing():
            assert asyncio.get_running_loop().time() < end, f"{missing} do not fire"
            await asyncio.sleep(0.2)

    async def until_called(self, who: str, alert: str) -> None:
        """Wait until an alert has called a recipient."""
        async with asyncio.timeout(TIMEOUT):
            while (who, alert) not in self.called:
                await asyncio.sleep(0.2)


@asynccontextmanager
async def monitoring(nodes: Sequence[int], haproxy: int) -> AsyncIterator[Monitoring]:
    """Run both programs as shipped, for nodes and a HAProxy at these ports."""
    programs = [program("prometheus"), program("prometheus-alertmanager")]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "alerts.yaml").write_text(hurried_rules(), encoding="utf-8")
        ports = [await free_port() for _ in range(3)]
        watching = Monitoring(ports[0])
        app = web.Application()
        app.add_routes([web.post("/{who}", watching.call)])
        runner = web.AppRunner(app, access_log=None)
        await runner.setup()
        await web.TCPSite(runner, HOST, ports[2]).start()
        write(folder / "prometheus.yaml", prometheus_file(nodes, haproxy, ports[1]))
        write(folder / "alertmanager.yaml", alertmanager_file(ports[2]))
        commands = (
            (
                *(programs[0], f"--config.file={folder / 'prometheus.yaml'}"),
                *(
                    f"--storage.tsdb.path={folder / 'data'}",
                    f"--web.listen-address={HOST}:{ports[0]}",
                ),
            ),
            (
                *(programs[1], f"--config.file={folder / 'alertmanager.yaml'}"),
                *(f"--storage.path={folder / 'kept'}", f"--web.listen-address={HOST}:{ports[1]}"),
                "--cluster.listen-address=",
            ),
        )
        running = []
        try:
            for words in commands:
                with (folder / "log").open("ab") as log:
                    running.append(
                        subprocess.Popen(words, stdout=log, stderr=log, env=unmeasured())
                    )
            await until_open(*ports)
            yield watching
        finally:
            for process in running:
                process.kill()
                process.wait()
            await runner.cleanup()


def program(name: str) -> str:
    return shutil.which(name) or without(f"There is no {name}.")


def write(path: Path, value: Any) -> None:
    path.write_text(yaml.safe_dump(value), encoding="utf-8")


def prometheus_file(nodes: Sequence[int], haproxy: int, alertmanager: int) -> Any:
    """Return the shipped file with these ports instead of container names, scraping more often."""
    file = {**documents(DEPLOY / "prometheus" / "prometheus.yaml")[0]}
    file["global"] = {"scrape_interval": "1s", "scrape_timeout": "1s"}
    file["global"]["evaluation_interval"] = "500ms"
    targets = {"ludoteca": nodes, "haproxy": [haproxy]}
    file["scrape_configs"] = [
        {**job, "static_configs": [{"targets": [f"{HOST}:{p}" for p in targets[job["job_name"]]]}]}
        for job in file["scrape_configs"]
    ]
    found = [{"static_configs": [{"targets": [f"{HOST}:{alertmanager}"]}]}]
    return {**file, "alerting": {"alertmanagers": found}}


def alertmanager_file(receiver: int) -> Any:
    """Return the shipped file with one server as the recipient of all alerts."""
    text = (DEPLOY / "prometheus" / "alertmanager.yaml").read_text(encoding="utf-8")
    text = re.sub(r"url_file: /run/secrets/(\w+)", rf"url: http://{HOST}:{receiver}/\1", text)
    return yaml.safe_load(text.replace("group_wait: 10s", "group_wait: 1s"))


async def free_port() -> int:
    server = await asyncio.start_server(lambda *_: None, HOST, 0)
    port = int(server.sockets[0].getsockname()[1])
    server.close()
    await server.wait_closed()
    return port


async def until_open(*ports: int) -> None:
    async with asyncio.timeout(TIMEOUT):
        for port in ports:
            while True:
                try:
                    _, writer = await asyncio.open_connection(HOST, port)
                except OSError:
                    await asyncio.sleep(0.1)
                else:
                    writer.close()
                    break
