"""The table server: people at tables, nothing lost, nothing leaked.

One folder an area, each above those it uses: `storage` (the database), `people` (who), `games` (what), `matches` (what
was decided), `tables` (where they sit), `notifications` (turns told to who is away), `live` (open pages), `lessons`,
`api` (what is answered over HTTP and the socket). `app.make_app` puts them together; `api.security` stands in front.
"""
