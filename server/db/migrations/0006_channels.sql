-- Messages on their way to the provider: stored with the message, worked off after the commit.
create table outbox (
  tenant_id       bigint not null,
  message_id      bigint not null,
  instance_id     bigint not null,
  customer_id     bigint not null,
  -- sending: a call may be under way; after a crash its outcome is unknown until the provider tells.
  state           text not null default 'queued' check (state in ('queued', 'sending', 'uncertain', 'sent', 'failed')),
  attempts        integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  -- The node that works on it, and until when it may.
  locked_by       text,
  locked_until    timestamptz,
  last_error      text,
  created_at      timestamptz not null default now(),
  updated_at      timestamptz not null default now(),
  primary key (tenant_id, message_id),
  foreign key (tenant_id, message_id) references message on delete cascade
);
create index outbox_due on outbox (next_attempt_at) where state in ('queued', 'sending', 'uncertain');
create index outbox_order on outbox (tenant_id, instance_id, customer_id, message_id)
  where state in ('queued', 'sending', 'uncertain');
select protect_tenant_table('outbox', 'select, insert, update, delete');
select let_platform_read('outbox', 'tenant_id, message_id, state, next_attempt_at, locked_until');

-- A status that came before its message: waits here for it.
create table parked_status (
  tenant_id           bigint not null,
  instance_id         bigint not null,
  whatsapp_message_id text not null,
  ack                 smallint not null default 0,
  error_code          text,
  error_message       text,
  received_at         timestamptz not null default now(),
  primary key (tenant_id, instance_id, whatsapp_message_id),
  foreign key (tenant_id, instance_id) references instance on delete cascade
);
create index parked_status_age on parked_status (tenant_id, received_at);
select protect_tenant_table('parked_status', 'select, insert, update, delete');

-- Signed webhooks that could not be used, kept aside as they came. Often no tenant is known.
create table webhook_rejected (
  id          bigint generated always as identity primary key,
  tenant_id   bigint,
  channel     text not null default 'whatsapp',
  reason      text not null,
  body        text not null,
  received_at timestamptz not null default now()
);
create index webhook_rejected_age on webhook_rejected (received_at);
grant select, insert, delete on webhook_rejected to balcao_platform;
