-- How the number of a customer who was erased began: what a message to them cost depends on the country.
alter table campaign_recipient add column price_prefix text;
-- Not looked at in the rows there are, which have none: nobody waits for that.
alter table campaign_recipient add constraint campaign_recipient_price_prefix_check
  check (price_prefix ~ '^[0-9]{1,4}$') not valid;
