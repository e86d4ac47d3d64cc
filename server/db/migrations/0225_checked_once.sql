-- A change locks its company's row before it stores events, and a message's ticket is of a company that is there. Checking
-- the company again for each event and message locked that row once more, the one that every change waits for.
alter table event drop constraint event_tenant_id_fkey;
alter table message drop constraint message_tenant_id_fkey;
