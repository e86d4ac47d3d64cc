-- Who carries an instance's messages: Meta those of WhatsApp, the others SMS.
alter table instance
  add column provider text not null default 'meta' check (provider in ('meta', 'twilio', 'zenvia')),
  add constraint instance_provider_channel check ((channel = 'sms') = (provider <> 'meta')),
  -- Twilio's account. What is sent from it is proved by its token.
  add column provider_account text check (provider_account ~ '^AC[0-9a-f]{32}$');

-- The sender as channels and webhooks name it. Zenvia proves nobody's alias: there the instance itself is the account.
alter table instance add column sender_address text generated always as (
  case provider
    when 'meta' then phone_number_id
    when 'twilio' then 'twilio:' || provider_account || ':' || phone_number_id
    else 'zenvia:' || id::text || ':' || phone_number_id
  end) stored;
grant select (sender_address) on instance to balcao_platform;

-- With the account goes the claim.
create trigger instance_moved before update of provider_account on instance for each row
  when (old.provider_account is distinct from new.provider_account and new.claimed_number is not distinct from old.claimed_number)
  execute function drop_claim();

-- sms: a text that goes by SMS. A version that doesn't know it leaves it alone, instead of sending it through Meta with
-- the other provider's token.
alter table outbox drop constraint outbox_state_check;
alter table outbox add constraint outbox_state_check
  check (state in ('queued', 'upload', 'template', 'template_file', 'interactive', 'sms', 'sending', 'uncertain', 'sent', 'failed'))
  not valid;
-- Stays so: the rows fit the narrower one before, and validating in the same transaction would read them all while locked.
drop index outbox_due;
drop index outbox_order;
create index outbox_due on outbox (next_attempt_at)
  where state in ('queued', 'upload', 'template', 'template_file', 'interactive', 'sms', 'sending', 'uncertain');
create index outbox_order on outbox (tenant_id, instance_id, customer_id, message_id)
  where state in ('queued', 'upload', 'template', 'template_file', 'interactive', 'sms', 'sending', 'uncertain');

-- Zenvia's account isn't known, but in one company the same alias is the same sender: it would tell both what comes.
create unique index instance_zenvia_sender_key on instance (tenant_id, phone_number_id)
  where provider = 'zenvia' and claimed_number is not null;
