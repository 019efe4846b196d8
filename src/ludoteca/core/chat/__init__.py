"""Chat: checks, records and distributes messages; `quota` limits the bytes recorded per day."""
