-- Found customers are sorted by name without reading each one's row.
create index customer_name_of on customer (tenant_id, id) include (name_key) where erased_at is null;

-- Those whom something can't be sent to are the fewer: who can be reached is counted by them.
create index customer_unreached on customer (tenant_id, id)
  include (is_blacklisted, whatsapp_consent, sms_consent, phone_number)
  where erased_at is null and (is_blacklisted or whatsapp_consent = 'revoked' or sms_consent = 'revoked'
    or phone_number !~ '^[0-9]');

-- Of the whole text, so that the index says all: the one of its beginning was looked up in the table, too. Texts have at
-- most 500 characters; a row of an index has no room for many more.
create index customer_value_of_text on customer_value (tenant_id, field_id, text_value, customer_id)
  where length(text_value) <= 500;
drop index customer_value_text;
