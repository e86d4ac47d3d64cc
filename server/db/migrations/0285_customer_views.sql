-- Filters and order of the list of customers that a user keeps under a name.
create table customer_view (
  tenant_id  bigint not null references tenant,
  id         bigint generated always as identity,
  user_id    bigint not null,
  name       text not null,
  -- As `customerViewQuerySchema` of the contract; ids may be of what is gone.
  query      jsonb not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references app_user on delete cascade
);
create unique index customer_view_name on customer_view (tenant_id, user_id, lower(name));
select protect_tenant_table('customer_view', 'select, insert, update, delete');
