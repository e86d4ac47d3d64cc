-- Failed logins that are still to be written into the audit. One for an unknown e-mail is added like any other, so
-- that it takes as long: its tenant and user are 0. Without a foreign key, whose check would tell them apart.
create table login_failure (
  tenant_id  bigint not null,
  id         bigint generated always as identity,
  user_id    bigint not null,
  at         timestamptz not null default now(),
  address    text not null,
  request_id text not null,
  primary key (tenant_id, id)
);
select protect_tenant_table('login_failure', 'select, delete');
select let_platform_read('login_failure', 'tenant_id');
create policy platform_adds on login_failure for insert to balcao_platform with check (true);
grant insert on login_failure to balcao_platform;
