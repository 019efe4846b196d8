"""What an operator sees."""

from ludoteca.ops.logs import log, writing_logs

__all__ = ["log", "writing_logs"]
