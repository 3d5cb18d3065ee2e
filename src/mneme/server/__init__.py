"""The online table: seats with secret links, a durable log, and one socket for every screen."""
