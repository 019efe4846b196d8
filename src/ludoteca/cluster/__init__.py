"""What joins several nodes to one server.

- `nats`: the bus, over NATS
"""
