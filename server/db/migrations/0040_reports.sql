-- What the reports count is kept where it happens, in the transaction that changes it.

-- Who had the ticket when a customer's message came, or who sent ours; null: nobody, a bot.
alter table message add column attendant_id bigint;
-- A reaction or a note of the provider's: part of the conversation, but nobody waits for an answer to it.
alter table message add column is_quiet boolean not null default false;
-- How long the customer had waited for this answer; null: nobody waited for it.
alter table message add column waited_ms bigint check (waited_ms >= 0);

alter table chat_ticket
  -- Since when the customer waits for an answer; null: the last word is ours.
  add column waiting_since timestamptz,
  -- When it first had an attendant.
  add column taken_at timestamptz,
  -- The first answer to a waiting customer: when, by whom, and how long they had waited.
  add column first_response_at timestamptz,
  add column first_response_by bigint,
  add column first_response_ms bigint check (first_response_ms >= 0);

create index chat_ticket_started_at on chat_ticket (tenant_id, started_at);
create index chat_ticket_finished_at on chat_ticket (tenant_id, finished_at) where finished_at is not null;
create index chat_ticket_first_response on chat_ticket (tenant_id, first_response_at)
  where first_response_at is not null;

-- Messages by quarter of an hour: every time zone's hours and days begin with one.
create table message_tally (
  tenant_id    bigint not null references tenant,
  slot         timestamptz not null,
  instance_id  bigint not null,
  -- 0: nobody.
  attendant_id bigint not null,
  received     integer not null default 0,
  sent         integer not null default 0,
  -- Answers to a waiting customer, and how long the customers had waited for them.
  answers      integer not null default 0,
  waited_ms    bigint not null default 0,
  primary key (tenant_id, slot, instance_id, attendant_id)
) with (fillfactor = 80);
select protect_tenant_table('message_tally', 'select, insert, update, delete');

create function report_slot(at timestamptz) returns timestamptz
  language sql immutable parallel safe
  return date_bin('15 minutes', at, timestamptz '2000-01-01 00:00:00Z');

-- Milliseconds between two moments, null without one of them; a clock that went back makes none.
create function report_ms(since timestamptz, until timestamptz) returns bigint
  language sql immutable parallel safe
  return case when until > since then round(extract(epoch from until - since) * 1000) when until <= since then 0 end::bigint;

-- Whoever stores messages needn't think of it.
create function tally_messages() returns trigger language plpgsql as $$
begin
  insert into message_tally (tenant_id, slot, instance_id, attendant_id, received, sent, answers, waited_ms)
  select tenant_id, report_slot(created_at), instance_id, coalesce(attendant_id, 0), count(*) filter (where type = 1),
    count(*) filter (where type = 0), count(waited_ms), coalesce(sum(waited_ms), 0)
  from stored where not is_quiet and not recovered
  group by 1, 2, 3, 4
  on conflict (tenant_id, slot, instance_id, attendant_id) do update set
    received = message_tally.received + excluded.received, sent = message_tally.sent + excluded.sent,
    answers = message_tally.answers + excluded.answers, waited_ms = message_tally.waited_ms + excluded.waited_ms;
  return null;
end
$$;
create trigger message_tallied after insert on message referencing new table as stored for each statement
  execute function tally_messages();

-- Nor does whoever gives a ticket to somebody.
create function note_taken() returns trigger language plpgsql as $$
begin
  new.taken_at := case when tg_op = 'INSERT' then new.started_at else now() end;
  return new;
end
$$;
create trigger chat_ticket_taken before insert or update on chat_ticket for each row
  when (new.user_id is not null and new.taken_at is null) execute function note_taken();

-- Counts a tenant's messages and waits anew out of the messages themselves: for what was stored in bulk.
-- Without nested loops: rows that were just stored are thought to be few.
create function recount_reports(of_tenant bigint) returns void language sql set enable_nestloop = off as $$
  with counted as (
    select m.id, m.ticket_id, m.created_at, m.type,
      m.type = 0 and m.user_id is not null and not m.is_bot_message as is_answer
    from message m where m.tenant_id = of_tenant and not m.is_quiet and not m.recovered),
  marked as (
    -- What was asked between two answers is one wait, and ends with the second.
    select counted.*, coalesce(count(*) filter (where is_answer) over (
      partition by ticket_id order by id rows between unbounded preceding and 1 preceding), 0) as place
    from counted),
  asked as (select ticket_id, place, min(created_at) as since from marked where type = 1 group by ticket_id, place),
  answered as (
    select marked.id, report_ms(asked.since, marked.created_at) as waited_ms
    from marked join asked on is_answer and asked.ticket_id = marked.ticket_id and asked.place = marked.place)
  update message m set waited_ms = answered.waited_ms
  from message same left join answered on answered.id = same.id
  where m.tenant_id = of_tenant and same.tenant_id = of_tenant and same.id = m.id
    and m.waited_ms is distinct from answered.waited_ms;

  delete from message_tally where tenant_id = of_tenant;
  insert into message_tally (tenant_id, slot, instance_id, attendant_id, received, sent, answers, waited_ms)
  select of_tenant, report_slot(created_at), instance_id, coalesce(attendant_id, 0), count(*) filter (where type = 1),
    count(*) filter (where type = 0), count(waited_ms), coalesce(sum(waited_ms), 0)
  from message where tenant_id = of_tenant and not is_quiet and not recovered
  group by 2, 3, 4;

  with said as (
    select ticket_id, min(id) filter (where waited_ms is not null) as first_id,
      coalesce(max(id) filter (where type = 0 and user_id is not null and not is_bot_message), 0) as last_id
    from message where tenant_id = of_tenant and not is_quiet and not recovered group by ticket_id),
  told as (
    select t.id, first.created_at, first.user_id, first.waited_ms,
      (select min(m.created_at) from message m where m.tenant_id = of_tenant and m.ticket_id = t.id and m.id > said.last_id
        and m.type = 1 and not m.is_quiet and not m.recovered) as waiting_since
    from chat_ticket t
    left join said on said.ticket_id = t.id
    left join message first on first.tenant_id = of_tenant and first.id = said.first_id
    where t.tenant_id = of_tenant)
  update chat_ticket t set waiting_since = told.waiting_since, first_response_at = told.created_at,
    first_response_by = told.user_id, first_response_ms = told.waited_ms
  from told where t.tenant_id = of_tenant and t.id = told.id
    and (t.waiting_since, t.first_response_at, t.first_response_by, t.first_response_ms) is distinct from
      (told.waiting_since, told.created_at, told.user_id, told.waited_ms);
$$;

-- What is there already. The owner sees rows of the tenant that is named only, and so names one after the other.
alter table tenant no force row level security;
do $$
declare
  one bigint;
begin
  for one in select id from tenant order by id loop
    perform set_config('app.tenant_id', one::text, true);
    update message m set is_quiet = coalesce(m.tag_type = 'reaction', false),
      attendant_id = case when m.type = 0 then m.user_id else t.user_id end
    from chat_ticket t where m.tenant_id = one and t.tenant_id = one and t.id = m.ticket_id;
    perform recount_reports(one);
    update chat_ticket set taken_at = coalesce(first_response_at, started_at)
    where tenant_id = one and user_id is not null;
  end loop;
  perform set_config('app.tenant_id', '', true);
end
$$;
alter table tenant force row level security;
