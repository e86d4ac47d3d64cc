-- A conversation stands where its last message was taken, as its readers are told it, in milliseconds.
alter table chat_ticket no force row level security;
alter table message no force row level security;
update chat_ticket t set last_message_at = date_trunc('milliseconds', m.created_at)
from message m where m.tenant_id = t.tenant_id and m.id = t.last_message_id;
alter table chat_ticket force row level security;
alter table message force row level security;
