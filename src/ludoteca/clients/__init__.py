"""What people see: drawings for the terminal."""

from ludoteca.clients.draw import Bar, colours, columns, paint

__all__ = ["Bar", "colours", "columns", "paint"]
