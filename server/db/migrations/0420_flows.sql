-- Conversations that the company drew, which answer customers. What is edited is the draft; only what was checked is published.
create table flow (
  tenant_id        bigint not null references tenant,
  id               bigint generated always as identity,
  name             text not null,
  kind             text not null check (kind in ('passive', 'active')),
  -- As `flowSchema` of the contract. json: the order of the steps is the author's.
  draft            json not null,
  -- It differs from the published version.
  has_draft        boolean not null default true,
  -- Where the editor's boxes stand.
  places           json not null default '{}',
  published_number integer,
  is_active        boolean not null default false,
  is_archived      boolean not null default false,
  -- Flows are asked in this order.
  position         integer not null default 0,
  -- The name that is prefixed to its texts.
  bot_name         text,
  -- Whom it answers; no instances: those of all.
  instance_ids     bigint[] not null default '{}',
  starts           text not null default 'any' check (starts in ('any', 'first', 'keyword')),
  keywords         text[] not null default '{}',
  hours            text not null default 'any' check (hours in ('any', 'open', 'closed')),
  version          integer not null default 1,
  created_at       timestamptz not null default now(),
  updated_at       timestamptz not null default now(),
  primary key (tenant_id, id),
  check (not is_active or (published_number is not null and not is_archived))
);
create unique index flow_name on flow (tenant_id, lower(name)) where not is_archived;
create index flow_active on flow (tenant_id, position, id) where is_active;
select protect_tenant_table('flow', 'select, insert, update');

-- What was published, its steps unchanged ever since: conversations end on the version in which they began.
create table flow_version (
  tenant_id    bigint not null,
  flow_id      bigint not null,
  number       integer not null,
  state        text not null check (state in ('published', 'archived')),
  hash         text not null,
  flow         json not null,
  -- What was proved: its warnings, and what it does to flows that call it. Anew when one that it calls is published.
  proof        json not null,
  published_at timestamptz not null default now(),
  published_by bigint,
  primary key (tenant_id, flow_id, number),
  foreign key (tenant_id, flow_id) references flow,
  foreign key (tenant_id, published_by) references app_user on delete set null (published_by)
);
select protect_tenant_table('flow_version', 'select, insert, update (state, proof)');
