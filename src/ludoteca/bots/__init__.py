"""Players without people, and what they think with."""
