-- Since when its owner has an open ticket. Whoever changes the owner says when; the version before doesn't.
alter table chat_ticket add column owned_since timestamptz;

create function note_owned() returns trigger language plpgsql as $$
begin
  if new.user_id is null then
    new.owned_since := null;
  elsif tg_op = 'INSERT' then
    new.owned_since := coalesce(new.owned_since, new.started_at);
  elsif new.owned_since is not distinct from old.owned_since then
    new.owned_since := now();
  end if;
  return new;
end
$$;
create trigger chat_ticket_owned before insert on chat_ticket for each row
  when (new.user_id is not null) execute function note_owned();
create trigger chat_ticket_passed_on before update of user_id on chat_ticket for each row
  when (new.user_id is distinct from old.user_id) execute function note_owned();

alter table tenant no force row level security;
do $$
declare
  one bigint;
begin
  for one in select id from tenant order by id loop
    perform set_config('app.tenant_id', one::text, true);
    update chat_ticket t set owned_since = coalesce(
      (select max(e.at) from conversation_event e where e.tenant_id = one and e.ticket_id = t.id
        and e.kind in ('taken', 'assigned', 'transfer_accepted')), t.taken_at, t.started_at)
    where t.tenant_id = one and t.user_id is not null and t.finished_at is null;
  end loop;
  perform set_config('app.tenant_id', '', true);
end
$$;
alter table tenant force row level security;
