"""How a database made by an older program becomes one of today's: one file of versions/ a step, run by Alembic."""
