-- Whether people are kept out while the platform is worked on. One row.
create table maintenance (
  one        boolean primary key default true check (one),
  is_on      boolean not null default false,
  message    text,
  -- When it is expected to be over; it ends when somebody ends it.
  ends_at    timestamptz,
  since      timestamptz,
  version    integer not null default 1
);
insert into maintenance default values;
grant select, update on maintenance to balcao_platform;
