"""The table in a browser: pages and an HTTP API over fights that are kept in a store."""
