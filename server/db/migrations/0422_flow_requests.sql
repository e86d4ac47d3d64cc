-- A call to another server that a flow waits for. It is made after the commit, and its answer counts only while the run is at `seq`.
create table flow_request (
  tenant_id       bigint not null,
  id              bigint generated always as identity,
  run_id          bigint not null,
  seq             integer not null,
  -- Where its step was first come to: the same call, made again, has the same key.
  key_seq         integer not null,
  method          text not null check (method in ('GET', 'POST')),
  url             text not null,
  body            jsonb not null,
  state           text not null default 'waiting' check (state in ('waiting', 'done')),
  attempts        integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  locked_by       text,
  primary key (tenant_id, id),
  unique (tenant_id, run_id, seq),
  foreign key (tenant_id, run_id) references flow_run
);
create index flow_request_due on flow_request (next_attempt_at) where state = 'waiting';
select protect_tenant_table('flow_request', 'select, insert, update, delete');
select let_platform_read('flow_request', 'tenant_id, id, state, next_attempt_at');
