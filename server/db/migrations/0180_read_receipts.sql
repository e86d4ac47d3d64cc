-- Up to which message a ticket's owner has read it: the provider is told, and gives the customer read ticks.
create table read_receipt (
  tenant_id       bigint not null,
  ticket_id       bigint not null,
  -- The newest received one; those before it count as read with it.
  message_id      bigint not null,
  -- done: the provider was told, or won't ever take it.
  state           text not null default 'waiting' check (state in ('waiting', 'done')),
  attempts        integer not null default 0,
  -- When it is due; while a node tells it, when that node's lease ends.
  next_attempt_at timestamptz not null default now(),
  locked_by       text,
  -- Why it wasn't told at the last attempt.
  error_key       text,
  primary key (tenant_id, ticket_id),
  foreign key (tenant_id, ticket_id) references chat_ticket on delete cascade,
  foreign key (tenant_id, message_id) references message on delete cascade
);
create index read_receipt_due on read_receipt (next_attempt_at) where state = 'waiting';
select protect_tenant_table('read_receipt', 'select, insert, update');
select let_platform_read('read_receipt', 'tenant_id, state, next_attempt_at');
