-- What was agreed with a company. Null: no limit.
alter table tenant add column if not exists user_limit integer;
alter table tenant drop constraint if exists tenant_user_limit_check;
alter table tenant
  add constraint tenant_user_limit_check check (user_limit >= 1),
  add column instance_limit integer check (instance_limit >= 0),
  -- Messages of a calendar month, as agreed: shown against the count, it holds nothing back.
  add column message_limit integer check (message_limit >= 0),
  add column template text,
  add column pool text,
  -- Rises with each change, so that nobody writes over what they haven't seen.
  add column version integer not null default 1;
create unique index tenant_cnpj on tenant (cnpj) where deleted_at is null;

-- What is switched on or off for a company; an option without a row is on.
create table tenant_feature (
  tenant_id  bigint not null references tenant,
  option     text not null,
  enabled    boolean not null,
  updated_at timestamptz not null default now(),
  primary key (tenant_id, option)
);
select protect_tenant_table('tenant_feature', 'select, insert, update, delete');
select let_platform_read('tenant_feature', 'tenant_id, option, enabled');

-- The option that a route belongs to: without it no role permits the route.
alter table permission add column feature text;

-- A person of the back-office who entered the company; no person of the company's own.
alter table app_user add column support_user_id bigint;
create unique index app_user_support on app_user (tenant_id, support_user_id)
  where support_user_id is not null and deleted_at is null;
grant select (support_user_id) on app_user to balcao_platform;

-- Beyond this a session does not live, however often it is refreshed.
alter table session add column ends_at timestamptz;

-- Messages of a month, by the company.
create index message_created on message (tenant_id, created_at);
