-- Which database this is: a restored backup has the rows of another one, and positions that were given before. One row.
create table database_identity (
  one      boolean primary key default true check (one),
  -- Null: no server has run on it yet.
  identity text
);
insert into database_identity default values;
grant select, update on database_identity to balcao_platform;
