"""Operations: settings, logs and metrics.

- `settings`: one table for flags, file and environment; `setting_kinds`: types of their values
- `buckets`: token buckets; `meter`: charges one connection for requests and CPU time
- `turns`: fair turns for scarce resources, and long work in slices
- `logs`: structured logs, written by a separate thread
- `metrics`: metrics in Prometheus' text format
- `watchdog`: detection of slow steps of the event loop
"""

from ludoteca.ops.logs import log, request_id, writing_logs
from ludoteca.ops.metrics import METRICS_TYPE, Metrics
from ludoteca.ops.settings import (
    SETTINGS,
    BadSetting,
    Settings,
    open_ports,
    read_settings,
    read_toml,
)

__all__ = [
    "METRICS_TYPE",
    "SETTINGS",
    "BadSetting",
    "Metrics",
    "Settings",
    "log",
    "open_ports",
    "read_settings",
    "read_toml",
    "request_id",
    "writing_logs",
]
