"""Training the network of My Shelfie. Needs torch and a compiler; not part of the package."""
