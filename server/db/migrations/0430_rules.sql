-- What the company has happen by itself: on an event, under a condition, some actions.
create table rule (
  tenant_id  bigint not null references tenant,
  id         bigint generated always as identity,
  name       text not null,
  -- As `ruleDefinitionSchema` of the contract.
  definition jsonb not null,
  is_active  boolean not null default false,
  -- They are tried in this order.
  position   integer not null default 0,
  -- Grows with each change of what it does.
  number     integer not null default 1,
  -- It sees only what came after this position of the company's stream.
  since      bigint not null default 0,
  version    integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  primary key (tenant_id, id)
);
create unique index rule_name on rule (tenant_id, lower(name)) where deleted_at is null;
create index rule_active on rule (tenant_id, position, id) where is_active;
select protect_tenant_table('rule', 'select, insert, update');

-- How far the company's stream was read; while it has active rules.
create table rule_cursor (
  tenant_id bigint not null references tenant primary key,
  position  bigint not null,
  -- Another one whenever the rules change.
  stamp     uuid not null default gen_random_uuid(),
  -- Minutes after which they want to know of customers who wait, and up to when the stream was told of those.
  waits     integer[] not null default '{}',
  waited_to timestamptz
);
select protect_tenant_table('rule_cursor', 'select, insert, update, delete');
select let_platform_read('rule_cursor', 'tenant_id, position, waits');

create index chat_ticket_by_wait on chat_ticket (tenant_id, waiting_since)
  where finished_at is null and waiting_since is not null;

-- What a rule did on an event of the stream, once; in one transaction with what it did.
create table rule_execution (
  tenant_id   bigint not null,
  id          bigint generated always as identity,
  rule_id     bigint not null,
  number      integer not null,
  position    bigint not null,
  event       text not null,
  at          timestamptz not null,
  ticket_id   bigint,
  customer_id bigint,
  outcome     text not null
    check (outcome in ('done', 'partly', 'skipped', 'again', 'deep', 'often', 'failed')),
  -- Its actions, with why one was left out.
  steps       jsonb not null,
  -- The rules that caused one another, this one last.
  chain       bigint[] not null,
  -- The events that it caused itself: after the first, up to the last.
  caused_from bigint not null,
  caused_to   bigint not null,
  primary key (tenant_id, id),
  -- An event is a rule's once, whichever version it had by then.
  unique (tenant_id, rule_id, position),
  foreign key (tenant_id, rule_id) references rule,
  foreign key (tenant_id, ticket_id) references chat_ticket,
  foreign key (tenant_id, customer_id) references customer on delete set null (customer_id)
);
create index rule_execution_of_ticket on rule_execution (tenant_id, ticket_id, rule_id, id) where ticket_id is not null;
create index rule_execution_of_customer on rule_execution (tenant_id, customer_id, rule_id, at) where customer_id is not null;
create index rule_execution_of_rule on rule_execution (tenant_id, rule_id, id);
create index rule_execution_acted on rule_execution (tenant_id, rule_id, at) where outcome in ('done', 'partly');
create index rule_execution_by_age on rule_execution (tenant_id, at);
create index rule_execution_caused on rule_execution (tenant_id, caused_to) where caused_to > caused_from;
select protect_tenant_table('rule_execution', 'select, insert, update (customer_id), delete');

-- Events that a flow caused after the execution that had it begin: after the first position, up to the last.
create table rule_cause (
  tenant_id   bigint not null references tenant,
  caused_to   bigint not null,
  caused_from bigint not null,
  chain       bigint[] not null,
  primary key (tenant_id, caused_to)
);
select protect_tenant_table('rule_cause', 'select, insert, delete');

-- The rules that had the flow begin, one by another.
alter table flow_run add column rule_chain bigint[] not null default '{}';

-- The flow that wrote the message, which isn't sent any more once a person takes over.
alter table outbox add column flow_run_id bigint;

-- A note that no person wrote: the rule's name stands as its author.
alter table conversation_event add column author text;
alter table conversation_event drop constraint conversation_event_check;
alter table conversation_event add constraint conversation_event_author
  check (kind <> 'note' or user_id is not null or author is not null) not valid;
