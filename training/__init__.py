"""Learning to play My Shelfie: needs torch and a compiler, and is no part of the package."""
