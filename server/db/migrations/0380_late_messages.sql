-- The few messages that came, or were stored, long after they were sent: ids and times of all others grow together, so that
-- a search in some days reads only the ids of those days, and these.
create index message_late on message (tenant_id, sent_at) where created_at - sent_at > interval '24 hours';
