"""The memory of a server: what a burst of work has taken is given back to the system."""

import asyncio
import ctypes
import gc
import sys

YOUNG_OBJECTS = 10_000
"""How many objects are made before cycles are looked for: frozen values, as most are, have none."""
TIDY = 20.0
"""How many seconds lie between two times that free memory is given back."""
FEW = 100_000
"""With more blocks in use than this since the start, a full search for cycles takes too long."""
MMAP_THRESHOLD = -3
"""The option of `mallopt`: from how many bytes on a block is mapped, and so unmapped when freed."""
LARGE = 1 << 20


async def keep_memory() -> None:
    """Give back memory that was needed for a while, as long as the server runs.

    Blocks as large as those that secrets need are never kept. On a server with little to look
    through, closed connections are let go though they are cycles, and free memory is given back.
    """
    gc.freeze()  # cycles are never looked for among what the start has made
    gc.set_threshold(YOUNG_OBJECTS, *gc.get_threshold()[1:])
    libc, start = ctypes.CDLL(None), sys.getallocatedblocks()
    if not hasattr(libc, "malloc_trim"):  # not the GNU library
        return
    libc.mallopt(MMAP_THRESHOLD, LARGE)
    while True:
        await asyncio.sleep(TIDY)
        if sys.getallocatedblocks() - start < FEW:
            gc.collect()
            libc.malloc_trim(0)
