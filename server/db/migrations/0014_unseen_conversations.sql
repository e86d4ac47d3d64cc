-- What the number beside the list of conversations counts.
create index chat_ticket_unseen on chat_ticket (tenant_id, id desc) where finished_at is null and unseen_count > 0;
