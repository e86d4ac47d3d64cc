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
alter table instance alter column sender_address set expression as (
  case provider
    when 'meta' then phone_number_id
    when 'twilio' then 'twilio:' || provider_account || ':' || phone_number_id
    when 'zenvia' then 'zenvia:' || id::text || ':' || phone_number_id
    else 'evolution:' || tenant_id::text || '-' || id::text || ':' || phone_number_id
  end);
grant select (provider) on instance to balcao_platform;
