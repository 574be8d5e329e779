#!/bin/sh
# Runs once, when the volume of the database is empty: the service gets a role of its own that is no superuser and owns
# nothing but its database.
set -eu
# From the environment, because arguments are visible in the list of processes.
psql --set=ON_ERROR_STOP=1 --username="$POSTGRES_USER" --dbname=postgres <<'SQL'
\getenv password INLET_DATABASE_PASSWORD
create role inlet login password :'password';
-- Without it the number of connections in /metrics counts only those of this role.
grant pg_read_all_stats to inlet;
create database inlet owner inlet encoding 'UTF8' locale 'C.UTF-8' template template0;
revoke connect on database inlet from public;
SQL
