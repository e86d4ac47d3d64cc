-- What was read of a customer's message beside its text and its file: its kind, an order's items, a choice's id.
alter table message add column content jsonb;
