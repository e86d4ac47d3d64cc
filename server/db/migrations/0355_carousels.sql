-- Files of carousels' cards: those that campaigns and attendants upload are kept alike, and so are examples of templates.
alter table campaign_file add column used_at timestamptz;
grant update (used_at) on campaign_file to balcao_app;
alter table template_file add column file_id bigint;
alter table template_file add foreign key (tenant_id, file_id) references campaign_file;
create index template_file_kept on template_file (tenant_id, file_id) where file_id is not null;
-- Of each card, in order, the example that it was submitted with.
alter table message_template add column card_file_ids bigint[];

-- carousel: a template whose cards' files go to the provider first. A version that doesn't know it leaves it alone.
alter table outbox drop constraint outbox_state_check;
alter table outbox add constraint outbox_state_check
  check (state in ('queued', 'upload', 'template', 'template_file', 'carousel', 'interactive', 'sms', 'gateway',
    'gateway_file', 'sending', 'uncertain', 'sent', 'failed'))
  not valid;
drop index outbox_due;
drop index outbox_order;
create index outbox_due on outbox (next_attempt_at)
  where state in ('queued', 'upload', 'template', 'template_file', 'carousel', 'interactive', 'sms', 'gateway',
    'gateway_file', 'sending', 'uncertain');
create index outbox_order on outbox (tenant_id, instance_id, customer_id, message_id)
  where state in ('queued', 'upload', 'template', 'template_file', 'carousel', 'interactive', 'sms', 'gateway',
    'gateway_file', 'sending', 'uncertain');
