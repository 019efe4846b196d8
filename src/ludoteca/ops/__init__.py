"""What an operator sees."""

from ludoteca.ops.logs import log, writing_logs
from ludoteca.ops.metrics import METRICS_TYPE, Metrics

__all__ = ["METRICS_TYPE", "Metrics", "log", "writing_logs"]
