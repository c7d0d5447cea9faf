"""Lists of tables are ordered by opening. A move changes no indexed column any more, which PostgreSQL writes faster."""

from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.drop_index("tables_going_on", "tables")
    op.create_index("tables_going_on", "tables", ["over", "created"])
    op.create_index("tables_by_age", "tables", ["created"])
