-- Tickets that their owner put off until a moment, and when they last came back.
alter table chat_ticket add column snoozed_until timestamptz;
alter table chat_ticket add column woken_at timestamptz;
create index chat_ticket_snoozed on chat_ticket (snoozed_until) where snoozed_until is not null;
select let_platform_read('chat_ticket', 'tenant_id, id, snoozed_until');

-- Who gets a ticket, or its queue, begins anew, and so does one whose finish is undone.
create function end_snooze() returns trigger language plpgsql as $$
begin
  new.snoozed_until := null;
  new.woken_at := null;
  return new;
end
$$;
create trigger chat_ticket_snooze_end before update of user_id, finished_at on chat_ticket for each row
  when ((old.snoozed_until is not null or old.woken_at is not null)
    and (old.user_id is distinct from new.user_id or old.finished_at is distinct from new.finished_at))
  execute function end_snooze();
