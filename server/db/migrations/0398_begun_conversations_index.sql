-- Apart from the column: while it is built messages can be read, and the column's lock would keep everybody from them.
create index message_beginning on message (tenant_id, instance_id, sent_at, customer_id) where begins_conversation;
