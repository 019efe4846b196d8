"""`ludoteca cluster`: several nodes on one machine, with PostgreSQL and NATS."""
