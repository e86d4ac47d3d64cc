-- The number it came from, where conversation is the user id: one message may tell both, the next only one of them.
alter table inbound_waiting add column address text;
-- Since when it fails for a fault that doesn't pass: it holds others back for so long only.
alter table inbound_waiting add column failing_since timestamptz;
-- A node tries it until then; null when none does.
alter table inbound_waiting add column leased_until timestamptz;
-- A statement took too long when it was tried together with others: next time by itself.
alter table inbound_waiting add column is_alone boolean not null default false;
create index inbound_waiting_address on inbound_waiting (tenant_id, instance_id, address, id)
  where state = 'waiting' and address is not null;
