-- Conditions for which customers something is for, and groups of customers.
create table audience (
  tenant_id  bigint not null references tenant,
  id         bigint generated always as identity,
  name       text not null,
  -- As `contract/entities/audience-tree.ts` has it.
  tree       jsonb not null,
  version    integer not null default 1,
  created_by bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, created_by) references app_user
);
create unique index audience_name on audience (tenant_id, lower(name)) where deleted_at is null;

-- Members are chosen one by one, or follow an audience.
create table customer_group (
  tenant_id    bigint not null references tenant,
  id           bigint generated always as identity,
  name         text not null,
  audience_id  bigint,
  -- When its members were last taken from the audience.
  filled_at    timestamptz,
  member_count integer not null default 0,
  version      integer not null default 1,
  created_at   timestamptz not null default now(),
  deleted_at   timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, audience_id) references audience
);
create unique index customer_group_name on customer_group (tenant_id, lower(name)) where deleted_at is null;

create table customer_group_member (
  tenant_id   bigint not null,
  group_id    bigint not null,
  customer_id bigint not null,
  created_at  timestamptz not null default now(),
  primary key (tenant_id, group_id, customer_id),
  foreign key (tenant_id, group_id) references customer_group on delete cascade,
  foreign key (tenant_id, customer_id) references customer on delete cascade
);
create index customer_group_member_of on customer_group_member (tenant_id, customer_id);

create function count_group_members() returns trigger language plpgsql as $$
begin
  update customer_group g set member_count = g.member_count + changed.count
  from (select tenant_id, group_id, case tg_op when 'INSERT' then 1 else -1 end * count(*)::integer as count
    from changed_members group by tenant_id, group_id) changed
  where g.tenant_id = changed.tenant_id and g.id = changed.group_id;
  return null;
end
$$;
create trigger group_members_added after insert on customer_group_member referencing new table as changed_members
  for each statement execute function count_group_members();
create trigger group_members_removed after delete on customer_group_member referencing old table as changed_members
  for each statement execute function count_group_members();

select protect_tenant_table('audience', 'select, insert, update');
select protect_tenant_table('customer_group', 'select, insert, update');
select protect_tenant_table('customer_group_member', 'select, insert, delete');
