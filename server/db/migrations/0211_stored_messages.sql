-- One trigger does what three did as a message is stored: each cost more to call than what it does. A new message's words
-- are new as well, so they aren't looked for first.
create function note_stored_messages() returns trigger language plpgsql as $$
begin
  with words as (
    insert into message_word (tenant_id, word, message_id, customer_id, instance_id)
    select m.tenant_id, word, m.id, m.customer_id, m.instance_id
    from stored m cross join lateral words_of(concat_ws(' ', m.body, m.document_name)) as word
    where m.tag_type is distinct from 'reaction'),
  months as (
    insert into message_month (tenant_id, month, instance_id, sent)
    select m.tenant_id, date_trunc('month', m.created_at at time zone t.timezone)::date, m.instance_id, count(*)
    from stored m join tenant t on t.id = m.tenant_id
    where m.type = 0 and not m.is_quiet and not m.recovered
    group by 1, 2, 3
    on conflict (tenant_id, month, instance_id) do update set sent = message_month.sent + excluded.sent)
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
drop trigger message_words_stored on message;
drop trigger message_tallied on message;
drop trigger message_month_counted on message;
drop function store_message_words();
drop function tally_messages();
drop function count_month();
create trigger message_stored after insert on message referencing new table as stored for each statement
  execute function note_stored_messages();
