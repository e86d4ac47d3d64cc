-- A conversation in a flow: where it is, and what it knows. It is what its steps come to.
create table flow_run (
  tenant_id  bigint not null,
  id         bigint generated always as identity,
  ticket_id  bigint not null,
  -- The version that it is in now; others that called this one are in `callers`.
  flow_id    bigint not null,
  number     integer not null,
  node       text not null,
  -- Wrong answers to the question so far.
  tries      integer not null default 0,
  vars       jsonb not null default '{}',
  callers    jsonb not null default '[]',
  -- Of its last step.
  seq        integer not null,
  -- Messages that it sent.
  sent       integer not null default 0,
  -- stuck: a guard ended it, and a person has to take over.
  status     text not null check (status in ('running', 'ended', 'handed_off', 'stopped', 'stuck')),
  -- When what it waits for is over.
  due_at     timestamptz,
  started_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  check (status = 'running' or due_at is null),
  foreign key (tenant_id, ticket_id) references chat_ticket,
  foreign key (tenant_id, flow_id, number) references flow_version
);
create unique index flow_run_of_ticket on flow_run (tenant_id, ticket_id) where status = 'running';
create index flow_run_by_ticket on flow_run (tenant_id, ticket_id, id);
create index flow_run_by_flow on flow_run (tenant_id, flow_id, number) where status = 'running';
create index flow_run_due on flow_run (due_at) where status = 'running' and due_at is not null;
select protect_tenant_table('flow_run', 'select, insert, update');
select let_platform_read('flow_run', 'tenant_id, id, status, due_at');

-- Each exit that was taken. Only erasing a customer changes one.
create table flow_step (
  tenant_id bigint not null,
  run_id    bigint not null,
  seq       integer not null,
  at        timestamptz not null,
  kind      text not null check (kind in ('begin', 'exit', 'call', 'goto', 'return', 'resume', 'move', 'end')),
  -- What had it happen.
  cause     text not null check (cause in ('customer', 'time', 'server', 'person')),
  flow_id   bigint not null,
  number    integer not null,
  -- The exit, and the step that it is of.
  from_node text,
  exit      text,
  -- Where it led.
  node      text not null,
  tries     integer not null,
  saved     jsonb not null default '{}',
  status    text not null,
  due_at    timestamptz,
  primary key (tenant_id, run_id, seq),
  foreign key (tenant_id, run_id) references flow_run
);
create index flow_step_by_flow on flow_step (tenant_id, flow_id, number);
select protect_tenant_table('flow_step', 'select, insert, update (saved)');

-- The run that answers a ticket's customer; while there is one, nobody is greeted and the ticket isn't distributed.
alter table chat_ticket add column flow_run_id bigint;
