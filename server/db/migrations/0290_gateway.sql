-- WhatsApp without Meta's API: a gateway that the company runs itself, paired with a phone by a QR code.
alter table instance
  drop constraint instance_provider_check,
  add constraint instance_provider_check check (provider in ('meta', 'twilio', 'zenvia', 'evolution')),
  drop constraint instance_provider_channel,
  add constraint instance_provider_channel check ((channel = 'sms') = (provider in ('twilio', 'zenvia'))),
  add constraint instance_gateway_unofficial check (provider <> 'evolution' or not is_official),
  -- Where the gateway is.
  add column gateway_url text,
  -- What the phone scans, and until when.
  add column pairing_code text,
  add column pairing_until timestamptz;

-- What a gateway calls an instance is unique there alone: here it is our instance that has it.
alter table instance drop column sender_address;
alter table instance add column sender_address text generated always as (
  case provider
    when 'meta' then phone_number_id
    when 'twilio' then 'twilio:' || provider_account || ':' || phone_number_id
    when 'zenvia' then 'zenvia:' || id::text || ':' || phone_number_id
    else 'evolution:' || tenant_id::text || '-' || id::text || ':' || phone_number_id
  end) stored;
grant select (provider, sender_address) on instance to balcao_platform;

-- gateway, gateway_file: what goes by a gateway, the latter with a file. A version that doesn't know them leaves them
-- alone, instead of sending them through Meta with the gateway's key.
alter table outbox drop constraint outbox_state_check;
alter table outbox add constraint outbox_state_check
  check (state in ('queued', 'upload', 'template', 'template_file', 'interactive', 'sms', 'gateway', 'gateway_file',
    'sending', 'uncertain', 'sent', 'failed'))
  not valid;
-- Stays so, as in 0280.
drop index outbox_due;
drop index outbox_order;
create index outbox_due on outbox (next_attempt_at)
  where state in ('queued', 'upload', 'template', 'template_file', 'interactive', 'sms', 'gateway', 'gateway_file',
    'sending', 'uncertain');
create index outbox_order on outbox (tenant_id, instance_id, customer_id, message_id)
  where state in ('queued', 'upload', 'template', 'template_file', 'interactive', 'sms', 'gateway', 'gateway_file',
    'sending', 'uncertain');
