"""What an operator sees: settings, logs and metrics.

- `settings`: one table of rows, for help, file and environment; `setting_kinds`: their values
- `buckets`: how often something may be done; `turns`: by whom, where few can at once;
  `slices`: long work, between which others have their turn
- `logs`: written on a thread of its own
- `metrics`: what is counted; `families`: how; `process`: what is measured of the process
- `watchdog`: finds steps of the event loop that take too long
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
