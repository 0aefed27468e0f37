"""The table server.

Each folder is one area and imports only those before it: `storage` (the database), `people` (accounts), `games` (rules
and bots), `matches` (the decisions), `tables` (seats), `notifications` (messages to players who are away), `live` (open
tables), `lessons`, `api` (HTTP and the socket). `app.make_app` builds the server; `api.security` wraps it.
"""
