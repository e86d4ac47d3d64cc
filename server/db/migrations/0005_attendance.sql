create table customer (
  tenant_id      bigint not null references tenant,
  id             bigint generated always as identity,
  name           text not null,
  -- Digits only, with the country: 5511987654321.
  phone_number   text not null check (phone_number ~ '^[0-9]{5,20}$'),
  image          text,
  is_blacklisted boolean not null default false,
  created_at     timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, phone_number)
);
create index customer_name on customer (tenant_id, lower(name));
select protect_tenant_table('customer', 'select, insert, update, delete');

-- A user's own pins: pinned customers come first in that user's list.
create table pinned_customer (
  tenant_id   bigint not null,
  user_id     bigint not null,
  customer_id bigint not null,
  pinned_at   timestamptz not null default now(),
  primary key (tenant_id, user_id, customer_id),
  foreign key (tenant_id, user_id) references app_user on delete cascade,
  foreign key (tenant_id, customer_id) references customer on delete cascade
);
select protect_tenant_table('pinned_customer', 'select, insert, update, delete');

-- One attendance of a customer over an instance, from the first message to the finish.
create table chat_ticket (
  tenant_id        bigint not null references tenant,
  id               bigint generated always as identity,
  protocol         text not null,
  customer_id      bigint not null,
  instance_id      bigint not null,
  -- Null: in the queue, nobody's yet.
  user_id          bigint,
  started_at       timestamptz not null default now(),
  finished_at      timestamptz,
  finished_by      bigint,
  is_finishing     boolean not null default false,
  -- The customer wrote last.
  is_not_responded boolean not null default false,
  unseen_count     integer not null default 0 check (unseen_count >= 0),
  last_message_id  bigint,
  -- When the customer last wrote on the instance, on this ticket or before: the 24-hour window counts from it.
  last_received_at timestamptz,
  last_message_at  timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, protocol),
  foreign key (tenant_id, customer_id) references customer,
  foreign key (tenant_id, instance_id) references instance,
  foreign key (tenant_id, user_id) references app_user,
  foreign key (tenant_id, finished_by) references app_user
);
create unique index chat_ticket_one_open on chat_ticket (tenant_id, customer_id, instance_id)
  where finished_at is null;
create index chat_ticket_open on chat_ticket (tenant_id, instance_id, last_message_at desc, id desc)
  where finished_at is null;
create index chat_ticket_open_of_user on chat_ticket (tenant_id, instance_id, user_id, last_message_at desc, id desc)
  where finished_at is null;
create index chat_ticket_finished on chat_ticket (tenant_id, instance_id, last_message_at desc, id desc)
  where finished_at is not null;
create index chat_ticket_finished_of_user on chat_ticket (tenant_id, instance_id, user_id, last_message_at desc, id desc)
  where finished_at is not null;
create index chat_ticket_of_customer on chat_ticket (tenant_id, customer_id, instance_id, id desc);
select protect_tenant_table('chat_ticket', 'select, insert, update, delete');

-- A message of a conversation. Ids grow with the tenant's stream.
create table message (
  tenant_id           bigint not null references tenant,
  id                  bigint generated always as identity,
  ticket_id           bigint not null,
  customer_id         bigint not null,
  instance_id         bigint not null,
  -- 1 received from the customer, 0 sent.
  type                smallint not null check (type in (0, 1)),
  -- The provider's id: known for a sent one when the provider took it.
  whatsapp_message_id text,
  -- The sender's own id of a send: the same id is the same message.
  client_id           uuid,
  user_id             bigint,
  sent_at             timestamptz not null default now(),
  created_at          timestamptz not null default now(),
  body                text,
  tag_type            text,
  -- 0 pending, 1 sent, 2 delivered, 3 read, 4 played; only rises.
  ack                 smallint not null default 0 check (ack between 0 and 4),
  error_code          text,
  error_message       text,
  unseen              boolean not null default false,
  is_bot_message      boolean not null default false,
  parent_id           bigint,
  recovered           boolean not null default false,
  document_name       text,
  document_mimetype   text,
  media               jsonb,
  reply_to_id         bigint,
  primary key (tenant_id, id),
  unique (tenant_id, instance_id, whatsapp_message_id),
  unique (tenant_id, user_id, client_id),
  foreign key (tenant_id, ticket_id) references chat_ticket,
  foreign key (tenant_id, customer_id) references customer,
  foreign key (tenant_id, instance_id) references instance,
  foreign key (tenant_id, user_id) references app_user,
  foreign key (tenant_id, reply_to_id) references message,
  foreign key (tenant_id, parent_id) references message
);
create index message_of_conversation on message (tenant_id, customer_id, instance_id, id desc);
create index message_of_ticket on message (tenant_id, ticket_id, id desc);
create index message_unseen on message (tenant_id, ticket_id) where unseen;
create index message_children on message (tenant_id, parent_id) where parent_id is not null;
create index message_replies on message (tenant_id, reply_to_id) where reply_to_id is not null;
select protect_tenant_table('message', 'select, insert, update, delete');

-- Hands an open ticket to another attendant: pending, then confirmed or deleted, never both.
create table ticket_transfer (
  tenant_id        bigint not null references tenant,
  id               bigint generated always as identity,
  ticket_id        bigint not null,
  previous_user_id bigint,
  next_user_id     bigint not null,
  -- Null: made by the system for lack of response.
  created_by       bigint,
  created_at       timestamptz not null default now(),
  -- From when on it may be confirmed.
  transfer_at      timestamptz not null default now(),
  transferred_at   timestamptz,
  deleted_at       timestamptz,
  primary key (tenant_id, id),
  check (transferred_at is null or deleted_at is null),
  foreign key (tenant_id, ticket_id) references chat_ticket,
  foreign key (tenant_id, previous_user_id) references app_user,
  foreign key (tenant_id, next_user_id) references app_user,
  foreign key (tenant_id, created_by) references app_user
);
create unique index ticket_transfer_one_pending on ticket_transfer (tenant_id, ticket_id)
  where transferred_at is null and deleted_at is null;
create index ticket_transfer_due on ticket_transfer (tenant_id, transfer_at)
  where transferred_at is null and deleted_at is null;
create index ticket_transfer_of_ticket on ticket_transfer (tenant_id, ticket_id, id desc);
select protect_tenant_table('ticket_transfer', 'select, insert, update, delete');
select let_platform_read('ticket_transfer', 'tenant_id, id, transfer_at, transferred_at, deleted_at');
