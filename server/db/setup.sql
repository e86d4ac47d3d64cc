-- Creates the roles and the database on your own PostgreSQL, 15 or newer. Run once, as a superuser:
--
--   psql -v owner_password=… -v server_password=… -f server/db/setup.sql postgres
--
-- Then `npm run migrate` with DATABASE_OWNER_URL=postgres://balcao_owner:…@host/balcao creates the
-- tables, and the server runs with DATABASE_URL=postgres://balcao_server:…@host/balcao.
\set ON_ERROR_STOP on

-- Owns the tables and migrates them. The server doesn't need its password to serve.
create role balcao_owner login nosuperuser nobypassrls nocreaterole password :'owner_password';

-- Roles of the server's transactions: one company's rows, or the columns that identify companies. Another
-- database of the same PostgreSQL may have created them.
do $$ begin create role balcao_app nologin; exception when duplicate_object then null; end $$;
do $$ begin create role balcao_platform nologin; exception when duplicate_object then null; end $$;

-- The server's login role. It has no rights of its own, and because of NOINHERIT gets those of the two roles
-- above only by SET ROLE; from PostgreSQL 16 on the grant derives INHERIT FALSE from it.
create role balcao_server login noinherit nosuperuser nobypassrls nocreaterole password :'server_password';
grant balcao_app, balcao_platform to balcao_server;

create database balcao owner balcao_owner encoding 'UTF8' template template0;
revoke connect, temporary on database balcao from public;
grant connect on database balcao to balcao_server;
