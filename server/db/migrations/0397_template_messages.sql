-- Templates that attendants sent: they use the account's limit of a day, too.
create index message_template_sent on message (tenant_id, instance_id, sent_at, customer_id)
  where template is not null and type = 0;
