-- How an instance stands with its provider, and what it stood like before.
alter table instance
  -- The token itself is sealed; this much of it is shown.
  add column token_last4 text,
  add column state text not null default 'unverified' check (state in ('unverified', 'connected', 'disconnected')),
  -- Why it is disconnected: names a text.
  add column state_key text,
  add column state_at timestamptz not null default now(),
  add column last_seen_at timestamptz,
  add column checked_at timestamptz,
  add column reconnects integer not null default 0,
  add column version integer not null default 1;
grant select (name, channel, phone_number, is_official, state, state_key, state_at, last_seen_at, checked_at, reconnects)
  on instance to balcao_platform;

-- Rows are only ever added.
create table instance_log (
  tenant_id   bigint not null,
  id          bigint generated always as identity,
  instance_id bigint not null,
  at          timestamptz not null default now(),
  what        text not null check (what in
    ('created', 'activated', 'deactivated', 'credentials', 'connected', 'disconnected', 'synced')),
  reason_key  text,
  -- Null: noticed by the system.
  user_id     bigint,
  primary key (tenant_id, id),
  foreign key (tenant_id, instance_id) references instance on delete cascade
);
create index instance_log_time on instance_log (tenant_id, at);
select protect_tenant_table('instance_log', 'select, insert');

-- Taking in what an instance's number was sent before it was known here.
create table instance_sync (
  tenant_id    bigint not null,
  id           bigint generated always as identity,
  instance_id  bigint not null,
  -- Null: as far back as anything is kept.
  days_ago     integer check (days_ago > 0),
  state        text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'failed')),
  total        integer not null default 0,
  done         integer not null default 0,
  kept         integer not null default 0,
  -- Those up to here are done: a node that takes it over goes on behind it.
  last_id      bigint not null default 0,
  created_by   bigint,
  created_at   timestamptz not null default now(),
  finished_at  timestamptz,
  locked_until timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, instance_id) references instance on delete cascade
);
create unique index instance_sync_one on instance_sync (tenant_id, instance_id) where state in ('waiting', 'running');
create index instance_sync_of on instance_sync (tenant_id, instance_id, id desc);
select protect_tenant_table('instance_sync', 'select, insert, update');
select let_platform_read('instance_sync', 'tenant_id, id, state, locked_until');

create index webhook_rejected_reason on webhook_rejected (reason, id);
