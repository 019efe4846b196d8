"""My Shelfie in the terminal: played at a server, and what bookshelves are worth."""
