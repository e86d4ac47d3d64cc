-- Whose id the provider's statuses name, of somebody who was merged into another customer since.
alter table campaign_recipient add column called_as bigint;
create index campaign_recipient_called on campaign_recipient (tenant_id, campaign_id, called_as) where called_as is not null;
