-- Who begins a conversation that only colleagues have served reads none of what was before: the first ticket of the
-- conversation that can be read through this one; 0 for all.
alter table chat_ticket add column history_from bigint not null default 0;
