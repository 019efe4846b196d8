"""Measurements of this process, where the system has Linux' `/proc`."""

import os
import resource
import time
from pathlib import Path

from ludoteca.ops.metrics import Metrics

SELF = Path("/proc/self")


def measure_process(metrics: Metrics) -> None:
    """Show CPU time, memory, descriptors and the start of this process from now on."""
    started = time.time()
    metrics.process_cpu_seconds.watch(time.process_time)
    metrics.process_start.watch(lambda: started)
    metrics.process_most_descriptors.watch(lambda: resource.getrlimit(resource.RLIMIT_NOFILE)[0])
    if SELF.exists():
        page = os.sysconf("SC_PAGE_SIZE")
        metrics.process_memory.watch(lambda: int((SELF / "statm").read_text().split()[1]) * page)
        metrics.process_descriptors.watch(lambda: sum(1 for _ in (SELF / "fd").iterdir()))
