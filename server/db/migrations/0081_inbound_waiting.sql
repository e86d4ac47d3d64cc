-- What the provider was told is received and could not be taken in yet: tried again until it is.
create table inbound_waiting (
  tenant_id       bigint not null,
  id              bigint generated always as identity,
  instance_id     bigint not null,
  kind            text not null check (kind in ('message', 'status')),
  -- What the provider repeats it under.
  provider_key    text not null,
  -- Who wrote: within one conversation the first goes in first.
  conversation    text not null,
  -- The parsed part of the webhook, as JSON.
  body            text not null,
  -- stuck: it failed for too long and holds those behind it no more.
  state           text not null default 'waiting' check (state in ('waiting', 'stuck')),
  attempts        integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  last_error      text,
  received_at     timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, instance_id) references instance on delete cascade
);
create unique index inbound_waiting_once on inbound_waiting (tenant_id, instance_id, kind, provider_key);
create index inbound_waiting_line on inbound_waiting (tenant_id, instance_id, conversation, id) where state = 'waiting';
create index inbound_waiting_due on inbound_waiting (next_attempt_at);
select protect_tenant_table('inbound_waiting', 'select, insert, update, delete');
select let_platform_read('inbound_waiting', 'tenant_id, id, state, next_attempt_at, last_error, received_at');
