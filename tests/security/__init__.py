"""Attacks from outside, over real sockets."""
