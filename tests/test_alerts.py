"""The alerts of `deploy/prometheus` fire when something is wrong, and only then."""

import re
import shutil
import subprocess
from pathlib import Path
from typing import Any, NamedTuple

import yaml

from tests.conftest import without
from tests.deployment import DEPLOY, RULES, documents

GUIDE = DEPLOY.parent / "docs" / "alerts.md"
NODE = '{job="ludoteca", instance="node1"}'
OTHER = '{job="ludoteca", instance="node2"}'


class Case(NamedTuple):
    """Time series with one value a minute; the alert fires first at one of these minutes."""

    series: dict[str, str]
    quiet: int
    fires: int


def histogram(name: str) -> dict[str, str]:
    """Return a histogram that gains a value between 0.05 and 1 each second after nine minutes."""
    values = {"0.05": "0x60", "1.0": "0x9 0+60x60", "+Inf": "0x9 0+60x60"}
    return {f'{name}_bucket{NODE[:-1]}, le="{le}"}}': counts for le, counts in values.items()}


CASES = {
    "LudotecaOutage": Case({f"up{NODE}": "1 1 1 0x20", f"up{OTHER}": "1 0x20"}, 3, 5),
    "LudotecaNodeDown": Case({f"up{NODE}": "1 1 1 0x20", f"up{OTHER}": "1x20"}, 3, 5),
    "LudotecaNotWritten": Case(
        {f'ludoteca_refusals_total{NODE[:-1]}, code="house/not_written"}}': "0 0 0 0+10x20"}, 3, 8
    ),
    "LudotecaJournalAway": Case({f"ludoteca_journal_reachable{NODE}": "1 1 1 0x20"}, 3, 5),
    "LudotecaEntriesLost": Case({f"ludoteca_entries_lost_total{NODE}": "0 0 0 1x20"}, 2, 5),
    "LudotecaProxyDown": Case({'up{job="haproxy", instance="haproxy"}': "1 1 1 0x20"}, 3, 5),
    "LudotecaClockSkew": Case({f"ludoteca_clock_skew_seconds{NODE}": "0 0 0 -5x20"}, 3, 5),
    "LudotecaDiskLow": Case({f"ludoteca_disk_low{NODE}": "0 0 0 1x20"}, 2, 4),
    "LudotecaNodesMissing": Case(
        {
            f"up{NODE}": "1x30",
            f"up{OTHER}": "1x30",
            f"ludoteca_nodes{NODE}": "2 2 2 1x30",
            f"ludoteca_nodes{OTHER}": "2 2 2 1x30",
        },
        7,
        9,
    ),
    "LudotecaDrainsLong": Case({f"ludoteca_draining{NODE}": "0 1x300"}, 170, 190),
    "LudotecaVersionsMixed": Case(
        {
            f'ludoteca_build_info{NODE[:-1]}, version="1"}}': "1x500",
            f'ludoteca_build_info{OTHER[:-1]}, version="2"}}': "1x500",
        },
        350,
        370,
    ),
    "LudotecaBusAway": Case({f"ludoteca_bus_connected{NODE}": "1 1 1 0x20"}, 3, 5),
    "LudotecaNodesDisagree": Case(
        {f"ludoteca_nodes{NODE}": "2 2 2 2x20", f"ludoteca_nodes{OTHER}": "2 2 2 1x20"}, 3, 5
    ),
    "LudotecaJournalSlow": Case(histogram("ludoteca_journal_append_seconds"), 9, 20),
    "LudotecaAppendsWait": Case(
        {f"ludoteca_journal_appends_waiting{NODE}": "100 0 100 100 100 100x20"}, 2, 5
    ),
    "LudotecaRequestsSlow": Case(histogram("ludoteca_request_seconds"), 9, 20),
    "LudotecaTooManyRefusals": Case(
        {f'ludoteca_refusals_total{NODE[:-1]}, code="house/too_often"}}': "0 0+1200x60"}, 9, 20
    ),
    "LudotecaLogLinesLost": Case({f"ludoteca_log_lines_lost_total{NODE}": "0 0 0 5x20"}, 2, 5),
    "LudotecaEventLoopBlocked": Case({f"ludoteca_slow_steps_total{NODE}": "0 0 0 1x20"}, 2, 5),
    "LudotecaEventLoopLags": Case(histogram("ludoteca_event_loop_lag_seconds"), 9, 20),
    "LudotecaPoolExhausted": Case(
        {f"ludoteca_journal_pool_wait_seconds_sum{NODE}": "0x9 0+60x60"}, 9, 20
    ),
    "LudotecaWriteConflicts": Case({f"ludoteca_write_conflicts_total{NODE}": "0 0+1200x60"}, 9, 20),
    "LudotecaBusUnsteady": Case({f"ludoteca_bus_reconnects_total{NODE}": "0 0 1 2 3 5x20"}, 3, 6),
    "LudotecaBusMessagesLost": Case(
        {f"ludoteca_bus_messages_lost_total{NODE}": "0x9 0+600x60"}, 9, 20
    ),
    "LudotecaDescriptorsShort": Case(
        {f"process_open_fds{NODE}": "50 950x20", f"process_max_fds{NODE}": "1000x20"}, 5, 8
    ),
    "LudotecaMemoryHigh": Case(
        {f"process_resident_memory_bytes{NODE}": "100000000 2000000000x30"}, 9, 15
    ),
    "LudotecaCpuBusy": Case({f"process_cpu_seconds_total{NODE}": "0 0+57x60"}, 9, 20),
    "LudotecaWatchdog": Case({f"up{NODE}": "1x5"}, 0, 1),
}


def rules() -> list[Any]:
    return list(documents(RULES)[0]["groups"][0]["rules"])


def promtool() -> str:
    return shutil.which("promtool") or without("There is no promtool (Debian: prometheus).")


def firing(alert: str, minute: int, *, fires: bool) -> dict[str, Any]:
    expression = f'count(ALERTS{{alertname="{alert}", alertstate="firing"}})'
    samples = [{"labels": "{}", "value": 1}] if fires else []
    return {"expr": expression, "eval_time": f"{minute}m", "exp_samples": samples}


def promtool_case(alert: str, case: Case) -> dict[str, Any]:
    series = [{"series": name, "values": values} for name, values in case.series.items()]
    expected = [firing(alert, case.fires, fires=True)]
    if case.quiet:
        expected.append(firing(alert, case.quiet, fires=False))
    return {"interval": "1m", "input_series": series, "promql_expr_test": expected}


def test_every_alert_fires_when_something_is_wrong_and_not_before(tmp_path: Path) -> None:
    assert {rule["alert"] for rule in rules()} == set(CASES)
    file = tmp_path / "alerts.test.yaml"
    tests = [promtool_case(alert, case) for alert, case in CASES.items()]
    written = {"rule_files": [str(RULES)], "evaluation_interval": "30s", "tests": tests}
    file.write_text(yaml.safe_dump(written), encoding="utf-8")
    command = [promtool(), "test", "rules", str(file)]
    told = subprocess.run(command, check=False, capture_output=True, text=True)
    assert told.returncode == 0, told.stdout + told.stderr


def test_every_alert_has_a_severity_and_a_section_in_the_runbook() -> None:
    sections = re.findall(r"^#### (Ludoteca\w+)$", GUIDE.read_text(encoding="utf-8"), re.MULTILINE)
    assert sections == [rule["alert"] for rule in rules()]
    for rule in rules():
        assert rule["labels"]["severity"] in {"critical", "warning", "none"}
        assert rule["annotations"]["summary"]


def test_prometheus_accepts_its_configuration() -> None:
    command = [promtool(), "check", "config", str(DEPLOY / "prometheus" / "prometheus.yaml")]
    told = subprocess.run(command, check=False, capture_output=True, text=True)
    assert told.returncode == 0, told.stdout + told.stderr


def test_alerts_reach_somebody() -> None:
    prometheus = documents(DEPLOY / "prometheus" / "prometheus.yaml")[0]
    assert prometheus["alerting"]["alertmanagers"][0]["static_configs"]
    sent = documents(DEPLOY / "prometheus" / "alertmanager.yaml")[0]
    receivers = {each["name"] for each in sent["receivers"]}
    routes = [sent["route"], *sent["route"]["routes"]]
    assert {route["receiver"] for route in routes} == receivers
    named = [rule["alert"] for rule in rules()]
    for each in sent["inhibit_rules"]:
        (target,) = each["target_matchers"]
        assert set(target.split('"')[1].split("|")) <= set(named)
