"""The table server: people at tables, nothing lost, nothing leaked.

One folder an area: `people` (who), `games` (what), `tables` (where they sit), `matches` (what was decided), `live`
(open pages), `storage` (the database). `app.make_app` puts them together; `gate` stands in front of them all.
"""
