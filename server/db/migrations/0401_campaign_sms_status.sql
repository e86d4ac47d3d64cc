-- Statuses of SMS that name the provider's id alone. Apart from the columns, whose lock would keep everybody from the recipients meanwhile.
create index campaign_recipient_sms on campaign_recipient (tenant_id, instance_id, provider_message_id)
  where price_category = 'sms' and provider_message_id is not null;
