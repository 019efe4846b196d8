"""Chat: checks, records and distributes messages."""
