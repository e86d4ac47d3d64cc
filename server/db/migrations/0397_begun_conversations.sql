-- Sent by an attendant while the customer's window was closed: it uses the account's limit of a day.
alter table message add column begins_conversation boolean;
create index message_beginning on message (tenant_id, instance_id, sent_at, customer_id) where begins_conversation;
