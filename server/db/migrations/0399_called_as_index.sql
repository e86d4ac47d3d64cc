create index campaign_recipient_called on campaign_recipient (tenant_id, campaign_id, called_as) where called_as is not null;
