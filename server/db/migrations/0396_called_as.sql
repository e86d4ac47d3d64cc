-- Whose id the provider's statuses name, of somebody who was merged into another customer since.
alter table campaign_recipient add column called_as bigint;
