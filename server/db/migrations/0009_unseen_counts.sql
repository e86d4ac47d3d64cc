-- A ticket's count is of the conversation up to it; those before the newest were not followed when messages were seen.
alter table chat_ticket no force row level security;
alter table message no force row level security;
update chat_ticket t set unseen_count = (
  select count(*) from message m
  where m.tenant_id = t.tenant_id and m.customer_id = t.customer_id and m.instance_id = t.instance_id
    and m.ticket_id <= t.id and m.unseen)
where t.unseen_count > 0;
alter table chat_ticket force row level security;
alter table message force row level security;
