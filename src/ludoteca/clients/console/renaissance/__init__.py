"""Masters of Renaissance in the terminal: played at a server, and what boards are worth."""
