-- What happened in a conversation besides its messages, and its notes. Ids grow with the tenant's stream; those of what
-- is told of the past (see below) stay under the live ones.
create table conversation_event (
  tenant_id        bigint not null,
  id               bigint generated always as identity (start with 1000000000000),
  ticket_id        bigint not null,
  kind             text not null,
  at               timestamptz not null default now(),
  -- The conversation's last message then, which it stands behind; 0: before the first.
  after_message_id bigint not null,
  -- Who caused it, or wrote the note; null: the system.
  user_id          bigint,
  previous_user_id bigint,
  next_user_id     bigint,
  -- Of a note. `mentions` has ids and names as they were when it was written.
  body             text,
  mentions         jsonb,
  client_id        uuid,
  edited_at        timestamptz,
  deleted_at       timestamptz,
  -- Grows with each edit and deletion.
  version          integer not null default 1,
  primary key (tenant_id, id),
  unique (tenant_id, user_id, client_id),
  check (kind <> 'note' or user_id is not null),
  foreign key (tenant_id, ticket_id) references chat_ticket on delete cascade,
  foreign key (tenant_id, user_id) references app_user,
  foreign key (tenant_id, previous_user_id) references app_user,
  foreign key (tenant_id, next_user_id) references app_user
);
create index conversation_event_of_ticket on conversation_event (tenant_id, ticket_id, after_message_id);
select protect_tenant_table('conversation_event', 'select, insert, update');

create sequence conversation_event_past;
grant usage on sequence conversation_event_past to balcao_app;

-- How far a tenant's past is told: up to this ticket.
create table conversation_past (
  tenant_id   bigint primary key references tenant,
  told_ticket bigint not null default 0
);
select protect_tenant_table('conversation_past', 'select, insert, update');

-- Stores what a tenant's tickets and their transfers tell: of those from before this table, and of what was stored in
-- bulk. A ticket that tells its opening has been told; one that only has later events gets what was before them.
create function recount_conversation_events(
  of_tenant bigint, first_ticket bigint default 0, last_ticket bigint default 9223372036854775807
) returns void language sql as $$
  with untold as (
    select t.* from chat_ticket t
    where t.tenant_id = of_tenant and t.id between first_ticket and last_ticket
      and not exists (select from conversation_event known where known.tenant_id = of_tenant
        and known.ticket_id = t.id and known.kind = 'opened'))
  insert into conversation_event
    (tenant_id, id, ticket_id, kind, at, after_message_id, user_id, previous_user_id, next_user_id)
  overriding system value
  select of_tenant, nextval('conversation_event_past'), sorted.ticket_id, sorted.kind, sorted.at,
    sorted.after_message_id, sorted.user_id, sorted.previous_user_id, sorted.next_user_id
  from (
  select told.* from (
    select t.id as ticket_id, 'opened' as kind, t.started_at as at, 1 as place,
      coalesce((select m.id from message m where m.tenant_id = of_tenant and m.customer_id = t.customer_id
        and m.instance_id = t.instance_id and m.ticket_id < t.id order by m.id desc limit 1), 0) as after_message_id,
      null::bigint as user_id, null::bigint as previous_user_id, null::bigint as next_user_id
    from untold t
    union all
    select t.id, 'taken', taken.at, 2, behind.message_id, owner.id, null, null
    from untold t
    cross join lateral (select coalesce((select case when x.previous_user_id is null then x.next_user_id
        else x.previous_user_id end from ticket_transfer x
        where x.tenant_id = of_tenant and x.ticket_id = t.id and x.transferred_at is not null
        order by x.id limit 1), t.user_id) as id) owner
    cross join lateral (select greatest(t.taken_at, t.started_at) as at) taken
    cross join lateral (select coalesce(
        (select m.id from message m where m.tenant_id = of_tenant and m.ticket_id = t.id and m.created_at < taken.at
          order by m.id desc limit 1),
        (select m.id from message m where m.tenant_id = of_tenant and m.customer_id = t.customer_id
          and m.instance_id = t.instance_id and m.ticket_id < t.id order by m.id desc limit 1), 0) as message_id) behind
    where t.taken_at is not null and owner.id is not null
      -- One who accepted it from the queue is told of by the transfer.
      and not exists (select from ticket_transfer x where x.tenant_id = of_tenant and x.ticket_id = t.id
        and x.transferred_at is not null and x.previous_user_id is null)
    union all
    select x.ticket_id, step.kind, step.at, step.place, coalesce(
        (select m.id from message m where m.tenant_id = of_tenant and m.ticket_id = x.ticket_id
          and m.created_at <= step.at order by m.id desc limit 1),
        (select m.id from message m where m.tenant_id = of_tenant and m.customer_id = t.customer_id
          and m.instance_id = t.instance_id and m.ticket_id < t.id order by m.id desc limit 1), 0),
      step.user_id, x.previous_user_id, x.next_user_id
    from ticket_transfer x
    join untold t on t.id = x.ticket_id
    cross join lateral (values
      ('transfer_offered', x.created_at, 3, x.created_by),
      ('transfer_accepted', x.transferred_at, 4, x.next_user_id),
      ('transfer_withdrawn', x.deleted_at, 4, null)) as step (kind, at, place, user_id)
    where x.tenant_id = of_tenant and step.at is not null
    union all
    select t.id, 'finished', t.finished_at, 5, coalesce(
        (select m.id from message m where m.tenant_id = of_tenant and m.ticket_id = t.id order by m.id desc limit 1),
        (select m.id from message m where m.tenant_id = of_tenant and m.customer_id = t.customer_id
          and m.instance_id = t.instance_id and m.ticket_id < t.id order by m.id desc limit 1), 0),
      t.finished_by, null, null
    from untold t where t.finished_at is not null
  ) told
  -- A live event is stored with a clock of its own.
  where not exists (select from conversation_event known where known.tenant_id = of_tenant
    and known.ticket_id = told.ticket_id and known.kind <> 'note'
    and (known.at <= told.at or ((known.kind = told.kind or (known.kind = 'assigned' and told.kind = 'taken'))
      and known.at < told.at + interval '1 minute')))
  order by told.ticket_id, told.after_message_id, told.at, told.place
  ) sorted
$$;
