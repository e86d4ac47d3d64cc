-- What happened in a conversation besides its messages, and its notes. Ids grow with the tenant's stream.
create table conversation_event (
  tenant_id        bigint not null,
  id               bigint generated always as identity,
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

-- What a tenant's tickets and transfers tell: of those from before this table, and of what was stored in bulk.
create function recount_conversation_events(of_tenant bigint) returns void language sql as $$
  insert into conversation_event (tenant_id, ticket_id, kind, at, after_message_id, user_id, previous_user_id, next_user_id)
  select of_tenant, told.ticket_id, told.kind, told.at, told.after_message_id, told.user_id, told.previous_user_id,
    told.next_user_id
  from (
    select t.id as ticket_id, 'opened' as kind, t.started_at as at, 1 as place,
      coalesce((select m.id from message m where m.tenant_id = of_tenant and m.customer_id = t.customer_id
        and m.instance_id = t.instance_id and m.ticket_id < t.id order by m.id desc limit 1), 0) as after_message_id,
      null::bigint as user_id, null::bigint as previous_user_id, null::bigint as next_user_id
    from chat_ticket t where t.tenant_id = of_tenant
    union all
    select t.id, 'taken', taken.at, 2, behind.message_id, owner.id, null, null
    from chat_ticket t
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
    where t.tenant_id = of_tenant and t.taken_at is not null and owner.id is not null
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
    join chat_ticket t on t.tenant_id = of_tenant and t.id = x.ticket_id
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
    from chat_ticket t where t.tenant_id = of_tenant and t.finished_at is not null
  ) told
  where not exists (select from conversation_event known where known.tenant_id = of_tenant
    and known.ticket_id = told.ticket_id and known.kind <> 'note')
  order by told.ticket_id, told.after_message_id, told.at, told.place
$$;

-- What is there already. The owner sees rows of the tenant that is named only, and so names one after the other.
alter table tenant no force row level security;
do $$
declare
  one bigint;
begin
  for one in select id from tenant order by id loop
    perform set_config('app.tenant_id', one::text, true);
    perform recount_conversation_events(one);
  end loop;
  perform set_config('app.tenant_id', '', true);
end
$$;
alter table tenant force row level security;
