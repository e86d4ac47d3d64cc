-- How the number of a customer who was erased began: what a message to them cost depends on the country.
alter table campaign_recipient add column price_prefix text check (price_prefix ~ '^[0-9]{1,4}$');
