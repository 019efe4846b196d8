"""Communication between the nodes of a cluster.

- `nats`: the bus, over NATS
"""
