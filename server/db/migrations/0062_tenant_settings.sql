-- What a company has set otherwise than the program's default; the settings themselves stand in the contract.
create table tenant_setting (
  tenant_id  bigint not null references tenant,
  key        text not null,
  value      jsonb not null,
  version    integer not null default 1,
  changed_by bigint,
  changed_at timestamptz not null default now(),
  primary key (tenant_id, key),
  foreign key (tenant_id, changed_by) references app_user
);
select protect_tenant_table('tenant_setting', 'select, insert, update, delete');
select let_platform_read('tenant_setting', 'tenant_id, key');
