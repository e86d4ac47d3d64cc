-- template_file: a template whose header is a file; interactive: a message with buttons or a list to choose from. A version
-- that doesn't know them leaves such a message alone, instead of sending less than it is.
alter table outbox drop constraint outbox_state_check;
alter table outbox add constraint outbox_state_check
  check (state in ('queued', 'upload', 'template', 'template_file', 'interactive', 'sending', 'uncertain', 'sent', 'failed'))
  not valid;
-- Stays so: the rows fit the narrower one before, and validating in the same transaction would read them all while locked.
drop index outbox_due;
drop index outbox_order;
create index outbox_due on outbox (next_attempt_at)
  where state in ('queued', 'upload', 'template', 'template_file', 'interactive', 'sending', 'uncertain');
create index outbox_order on outbox (tenant_id, instance_id, customer_id, message_id)
  where state in ('queued', 'upload', 'template', 'template_file', 'interactive', 'sending', 'uncertain');
