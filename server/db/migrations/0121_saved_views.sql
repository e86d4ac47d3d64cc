-- Filters and order of the list of conversations that a user keeps under a name.
create table saved_view (
  tenant_id  bigint not null references tenant,
  id         bigint generated always as identity,
  user_id    bigint not null,
  name       text not null,
  -- As `savedViewQuerySchema` of the contract; ids may be of what is gone.
  query      jsonb not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references app_user on delete cascade
);
create unique index saved_view_name on saved_view (tenant_id, user_id, lower(name));
select protect_tenant_table('saved_view', 'select, insert, update, delete');
