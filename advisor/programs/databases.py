"""Databases: their clients speak their own protocols, which no proxy variable reaches."""

from __future__ import annotations

from advisor.model import Flag, Program

PROGRAMS = (
    Program(
        names=("psql", "pg_dump", "pg_restore", "pg_isready", "createdb", "initdb", "postgres", "pg_ctl"),
        docs="https://www.postgresql.org/docs/current/libpq-envars.html",
        hosts_from=("PGHOST", "DATABASE_URL"),
        listens=(5432,),
        sockets=("/var/run/postgresql/.s.PGSQL.5432", "/tmp/.s.PGSQL.5432"),
        flags=(Flag("unix-socket", "PGHOST=127.0.0.1", "connects by TCP instead of the socket"),),
    ),
    Program(
        names=("redis-cli", "redis-server", "valkey-cli", "valkey-server"),
        docs="https://redis.io/docs/latest/operate/oss_and_stack/management/config/",
        hosts_from=("REDIS_URL",),
        listens=(6379,),
    ),
    Program(
        names=("mysql", "mysqldump", "mariadb", "mysqld"),
        docs="https://dev.mysql.com/doc/refman/8.4/en/environment-variables.html",
        listens=(3306,),
        sockets=("/var/run/mysqld/mysqld.sock", "/tmp/mysql.sock"),
        flags=(Flag("unix-socket", "--protocol=TCP", "connects by TCP instead of the socket"),),
    ),
    Program(names=("mongosh", "mongo", "mongod"), docs="https://www.mongodb.com/docs/manual/reference/program/mongod/", listens=(27017,)),
    Program(
        names=("sqlite3",),
        docs="https://www.sqlite.org/tempfiles.html",
        proxy="it needs no network",
        flags=(
            Flag(
                "write", "a database in the project", "sqlite also writes a journal beside the database, so the folder counts, not the file"
            ),
        ),
    ),
)
