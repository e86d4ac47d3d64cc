-- Makes the roles and the database on a PostgreSQL of your own, 15 or newer. Once, as a superuser:
--
--   psql -v owner_password=… -v server_password=… -f server/db/setup.sql postgres
--
-- Then `npm run migrate` with DATABASE_OWNER_URL=postgres://balcao_owner:…@host/balcao makes the tables,
-- and the server runs with DATABASE_URL=postgres://balcao_server:…@host/balcao.
\set ON_ERROR_STOP on

-- Owns the tables and migrates them. The server doesn't need its password to serve.
create role balcao_owner login nosuperuser nobypassrls nocreaterole password :'owner_password';

-- Whom the server's transactions run as: with one company's rows, or with what finds a company. Another
-- database of the same PostgreSQL may have them already.
do $$ begin create role balcao_app nologin; exception when duplicate_object then null; end $$;
do $$ begin create role balcao_platform nologin; exception when duplicate_object then null; end $$;

-- Whom the server logs in as. It has no rights of its own, and because of NOINHERIT those of the two above
-- only once it asks for them with SET ROLE; from PostgreSQL 16 on the grant takes INHERIT FALSE from it.
create role balcao_server login noinherit nosuperuser nobypassrls nocreaterole password :'server_password';
grant balcao_app, balcao_platform to balcao_server;

create database balcao owner balcao_owner encoding 'UTF8' template template0;
revoke connect, temporary on database balcao from public;
grant connect on database balcao to balcao_server;
