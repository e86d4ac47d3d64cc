-- Messages that attendants wrote to be sent later. What was sent or cancelled stays for a while, so that a repeated
-- call finds it.
create table scheduled_message (
  tenant_id   bigint not null,
  id          bigint generated always as identity,
  customer_id bigint not null,
  instance_id bigint not null,
  -- Who wrote it, and in whose name it is sent.
  user_id     bigint not null,
  client_id   uuid not null,
  body        text not null,
  -- The message that it answers.
  reply_to_id bigint,
  send_at     timestamptz not null,
  -- refused: it could not be sent at its time; somebody has to look at it.
  state       text not null default 'waiting' check (state in ('waiting', 'refused', 'sent', 'cancelled')),
  -- Why it was refused.
  reason      text,
  version     integer not null default 1,
  created_at  timestamptz not null default now(),
  updated_at  timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, user_id, client_id),
  check ((state = 'refused') = (reason is not null)),
  foreign key (tenant_id, customer_id) references customer on delete cascade,
  foreign key (tenant_id, instance_id) references instance on delete cascade,
  foreign key (tenant_id, user_id) references app_user on delete cascade
);
create index scheduled_message_shown on scheduled_message (tenant_id, customer_id, instance_id, send_at)
  where state in ('waiting', 'refused');
create index scheduled_message_due on scheduled_message (send_at) where state = 'waiting';
select protect_tenant_table('scheduled_message', 'select, insert, update, delete');
select let_platform_read('scheduled_message', 'tenant_id, id, state, send_at');
