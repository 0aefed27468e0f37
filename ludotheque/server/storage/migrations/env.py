"""How Alembic runs the migrations: on the connection that `Storage` hands over."""

from alembic import context

from ludotheque.server.storage.schema import metadata

connection = context.config.attributes["connection"]
context.configure(connection=connection, target_metadata=metadata, render_as_batch=True, transactional_ddl=True)
context.run_migrations()
