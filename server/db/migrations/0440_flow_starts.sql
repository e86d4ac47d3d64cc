-- How an active flow may start: in these hours of a customer's day unless a person has it start, and by an API key of its own.
alter table flow
  add column starts_from      smallint not null default 9 check (starts_from between 0 and 23),
  add column starts_to        smallint not null default 22 check (starts_to between 1 and 24),
  add column requires_consent boolean not null default false,
  -- SHA-256 of the key, which nobody can read again, and its last characters.
  add column key_hash         text,
  add column key_hint         text,
  add check (starts_from < starts_to);

-- An active flow for all customers of an audience or a group: once, or again each day or week.
create table flow_launch (
  tenant_id   bigint not null,
  id          bigint generated always as identity,
  flow_id     bigint not null,
  -- One of the two.
  audience_id bigint,
  group_id    bigint,
  repeats     text not null check (repeats in ('once', 'daily', 'weekly')),
  starts_at   timestamptz not null,
  -- When customers are added next, or since when they are being added; null: never again.
  next_at     timestamptz,
  -- The last customer who was looked at; null: it has not begun.
  filled_to   bigint,
  stopped_at  timestamptz,
  created_by  bigint,
  created_at  timestamptz not null,
  primary key (tenant_id, id),
  check ((audience_id is null) <> (group_id is null)),
  foreign key (tenant_id, flow_id) references flow,
  foreign key (tenant_id, audience_id) references audience,
  foreign key (tenant_id, group_id) references customer_group,
  foreign key (tenant_id, created_by) references app_user on delete set null (created_by)
);
create index flow_launch_of on flow_launch (tenant_id, flow_id, id desc);
create index flow_launch_due on flow_launch (next_at) where next_at is not null;
select protect_tenant_table('flow_launch', 'select, insert, update');
select let_platform_read('flow_launch', 'tenant_id, id, next_at');

-- A customer for whom an active flow starts, or why it doesn't. The row is the queue.
create table flow_start (
  tenant_id    bigint not null,
  id           bigint generated always as identity,
  flow_id      bigint not null,
  source       text not null check (source in ('attendant', 'audience', 'campaign', 'api', 'rule')),
  launch_id    bigint,
  campaign_id  bigint,
  customer_id  bigint not null,
  instance_id  bigint not null,
  requested_by bigint,
  -- The caller's own name for it: the same again is the same start.
  key          text,
  status       text not null check (status in ('waiting', 'started', 'skipped')),
  reason       text check ((status = 'skipped') = (reason is not null)),
  attempts     integer not null default 0,
  due_at       timestamptz not null,
  run_id       bigint,
  created_at   timestamptz not null,
  settled_at   timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, flow_id) references flow,
  foreign key (tenant_id, launch_id) references flow_launch,
  foreign key (tenant_id, campaign_id) references campaign,
  foreign key (tenant_id, customer_id) references customer on delete cascade,
  foreign key (tenant_id, instance_id) references instance,
  foreign key (tenant_id, requested_by) references app_user on delete set null (requested_by),
  foreign key (tenant_id, run_id) references flow_run
);
create unique index flow_start_key on flow_start (tenant_id, flow_id, key) where key is not null;
create index flow_start_waiting on flow_start (tenant_id, instance_id, due_at, id) where status = 'waiting';
create index flow_start_waiting_of on flow_start (tenant_id, flow_id, customer_id) where status = 'waiting';
create index flow_start_listed on flow_start (tenant_id, flow_id, id desc);
create index flow_start_counted on flow_start (tenant_id, flow_id, created_at) include (status, reason);
create index flow_start_of_launch on flow_start (tenant_id, launch_id, status, reason) where launch_id is not null;
create index flow_start_of_customer on flow_start (tenant_id, customer_id);
create index flow_start_of_run on flow_start (tenant_id, run_id) where run_id is not null;
select protect_tenant_table('flow_start', 'select, insert, update, delete');
select let_platform_read('flow_start', 'tenant_id, status, due_at');

-- Whoever answers the campaign goes on in this flow.
alter table campaign
  add column answer_flow_id bigint,
  add foreign key (tenant_id, answer_flow_id) references flow;
