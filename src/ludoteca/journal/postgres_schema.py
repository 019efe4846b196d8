"""Schema of a journal in PostgreSQL, and its migrations."""

import asyncpg

from ludoteca.journal.contract import JournalError
from ludoteca.journal.sqlite_file import is_newer

# One migration per version; the database stores its version. Published migrations never change. An
# older Ludoteca rejects a database of a later version, but accepts further expansions.
MIGRATIONS = (
    # Texts are compared by code points, as in Python and SQLite.
    """
    CREATE TABLE entries (
        stream text COLLATE "C" NOT NULL, version bigint NOT NULL, body bytea NOT NULL, sum bigint,
        PRIMARY KEY (stream, version)
    );
    CREATE TABLE notes (
        stream text COLLATE "C" PRIMARY KEY, note bytea NOT NULL, sum bigint,
        marked boolean NOT NULL DEFAULT false
    );
    CREATE INDEX unmarked ON notes (stream) WHERE NOT marked;
    CREATE TABLE marks (
        label text COLLATE "C" NOT NULL, rank bigint NOT NULL, stream text COLLATE "C" NOT NULL,
        value bigint NOT NULL, PRIMARY KEY (label, rank, stream) INCLUDE (value)
    );
    CREATE INDEX marks_of_streams ON marks (stream);
    """,
    # Write a group of appends, each of one or more additions, in one transaction and one message,
    # so that no client can stall halfway and block others. Appends that lose a race are returned;
    # the others are written. Locks are taken in one order, before versions are read. A group has a
    # number. If its answer is lost, it can be sent again: it is written only once and answered in
    # the same way. `writers` has a row for each process that has written.
    """
    CREATE TABLE writers (
        writer text PRIMARY KEY, batch bigint NOT NULL, lost bigint[] NOT NULL,
        at timestamptz NOT NULL DEFAULT now()
    );
    CREATE FUNCTION write_batch(
        this_writer text, this_batch bigint,
        appends bigint[], streams text[], versions bigint[],
        entry_appends bigint[], entry_streams text[], entry_versions bigint[], bodies bytea[],
        entry_sums bigint[],
        note_appends bigint[], note_streams text[], new_notes bytea[], note_sums bigint[],
        marked_appends bigint[], marked_streams text[],
        mark_appends bigint[], mark_streams text[], labels text[], ranks bigint[],
        mark_values bigint[]
    ) RETURNS bigint[] LANGUAGE plpgsql AS $$
    DECLARE
        losers bigint[];
        answer bigint[];
        changed text[];
    BEGIN
        INSERT INTO writers AS w (writer, batch, lost) VALUES (this_writer, this_batch, '{}')
            ON CONFLICT (writer) DO UPDATE SET batch = excluded.batch, lost = '{}', at = now()
            WHERE w.batch < excluded.batch;
        IF NOT FOUND THEN
            SELECT w.lost INTO answer FROM writers w
                WHERE w.writer = this_writer AND w.batch = this_batch;
            RETURN answer;
        END IF;

        PERFORM pg_advisory_xact_lock(keys.key) FROM (
            SELECT DISTINCT hashtextextended(s.stream, 0) AS key
            FROM unnest(streams) AS s(stream) ORDER BY 1
        ) AS keys;
        SELECT coalesce(array_agg(f.append), '{}'),
               coalesce(array_agg(ARRAY[f.append, f.place, f.found]), '{}')
        INTO losers, answer
        FROM (
            SELECT DISTINCT ON (g.append) g.append, g.place, g.found FROM (
                SELECT a.append, a.place, a.version, coalesce((
                    SELECT max(e.version) FROM entries e WHERE e.stream = a.stream COLLATE "C"
                ), 0) AS found
                FROM unnest(appends, streams, versions)
                    WITH ORDINALITY AS a(append, stream, version, place)
            ) AS g
            WHERE g.found <> g.version ORDER BY g.append, g.place
        ) AS f;

        INSERT INTO entries (stream, version, body, sum)
            SELECT e.stream, e.version, e.body, e.sum
            FROM unnest(entry_appends, entry_streams, entry_versions, bodies, entry_sums)
                AS e(append, stream, version, body, sum)
            WHERE e.append <> ALL (losers);
        IF cardinality(note_appends) > 0 THEN
            INSERT INTO notes (stream, note, sum)
                SELECT n.stream, n.note, n.sum
                FROM unnest(note_appends, note_streams, new_notes, note_sums)
                    AS n(append, stream, note, sum)
                WHERE n.append <> ALL (losers)
                ON CONFLICT (stream) DO UPDATE SET note = excluded.note, sum = excluded.sum;
        END IF;
        IF cardinality(marked_appends) > 0 THEN
            SELECT array_agg(m.stream) INTO changed
                FROM unnest(marked_appends, marked_streams) AS m(append, stream)
                WHERE m.append <> ALL (losers);
            DELETE FROM marks WHERE stream = ANY (changed);
            UPDATE notes SET marked = true WHERE stream = ANY (changed) AND NOT marked;
            INSERT INTO marks (label, rank, stream, value)
                SELECT m.label, m.rank, m.stream, m.value
                FROM unnest(mark_appends, mark_streams, labels, ranks, mark_values)
                    AS m(append, stream, label, rank, value)
                WHERE m.append <> ALL (losers);
        END IF;
        IF cardinality(answer) > 0 THEN
            UPDATE writers SET lost = answer WHERE writer = this_writer;
        END IF;
        RETURN answer;
    END
    $$;
    """,
)
# Changes that an older Ludoteca can ignore: it works as before, beside a newer one and after a
# rollback. A migration one release later removes the objects that they replace.
EXPANSIONS = (
    # Last known versions of streams, so that a check notices a missing end.
    """
    CREATE TABLE IF NOT EXISTS ends (
        stream text COLLATE "C" PRIMARY KEY, version bigint NOT NULL
    );
    """,
    # Recently written streams, for nodes that poll; the trigger also records writes of older
    # releases. A crash empties the table; nodes notice this by the server's start time.
    """
    CREATE UNLOGGED TABLE changes (
        tx xid8 NOT NULL, stream text COLLATE "C" NOT NULL, version bigint NOT NULL,
        at timestamptz NOT NULL DEFAULT now()
    );
    CREATE INDEX changes_by_tx ON changes (tx);
    CREATE FUNCTION note_changes() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        INSERT INTO changes (tx, stream, version)
            SELECT pg_current_xact_id(), stream, max(version) FROM added GROUP BY stream;
        RETURN NULL;
    END
    $$;
    CREATE TRIGGER note_changes AFTER INSERT ON entries REFERENCING NEW TABLE AS added
        FOR EACH STATEMENT EXECUTE FUNCTION note_changes();
    """,
    # Destinations of notifications.
    """
    CREATE TABLE subscriptions (
        id text COLLATE "C" PRIMARY KEY, owner text COLLATE "C" NOT NULL, channel text NOT NULL,
        data bytea NOT NULL
    );
    CREATE INDEX subscriptions_of_owners ON subscriptions (owner);
    """,
)
MIGRATION_LOCK = 0x4C55444F
"""Advisory lock held during a migration."""
DELETE_OLD_WRITERS = "DELETE FROM writers WHERE at < now() - interval '7 days'"


async def migrate(connection: asyncpg.Connection) -> None:
    """Migrate a database to this version, even while other nodes do so too."""
    async with connection.transaction():
        await connection.execute("SELECT pg_advisory_xact_lock($1)", MIGRATION_LOCK)
        if await connection.fetchval("SHOW server_encoding") != "UTF8":
            raise JournalError(
                "the database cannot store every text: create it with the encoding UTF8"
            )
        version = await version_of(connection)
        if trouble := is_newer(version or 0, len(MIGRATIONS)):
            raise JournalError(f"the journal in the database {trouble}")
        if version is None:
            await connection.execute("CREATE TABLE journal (version bigint NOT NULL)")
            await connection.execute("INSERT INTO journal VALUES (0)")
        for number, step in enumerate(MIGRATIONS[version or 0 :], start=(version or 0) + 1):
            await connection.execute(step)
            await connection.execute("UPDATE journal SET version = $1", number)
        await _expand(connection)
        await connection.execute(DELETE_OLD_WRITERS)


async def _expand(connection: asyncpg.Connection) -> None:
    """Apply missing expansions; the database may have some that this release does not know."""
    await connection.execute(
        "ALTER TABLE journal ADD COLUMN IF NOT EXISTS expansions bigint NOT NULL DEFAULT 0"
    )
    taken = await connection.fetchval("SELECT expansions FROM journal")
    for number, step in enumerate(EXPANSIONS[taken:], start=taken + 1):
        await connection.execute(step)
        await connection.execute("UPDATE journal SET expansions = $1", number)


async def version_of(connection: asyncpg.Connection) -> int | None:
    """Return the schema version of a database, or None if it holds no journal."""
    if await connection.fetchval("SELECT to_regclass('journal')") is None:
        return None
    version: int = await connection.fetchval("SELECT version FROM journal")
    return version
