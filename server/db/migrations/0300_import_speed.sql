-- What each new customer costs: an import has a million.

-- Nothing has sorted by this since `name_key`.
drop index customer_name;

-- Their words are new with them, and each is there once: nothing to conflict with. Sorted, so that one page of the index
-- after the other is written.
create or replace function store_customer_words() returns trigger language plpgsql as $$
begin
  insert into customer_word (tenant_id, word, customer_id)
  select c.tenant_id, word, c.id from stored c cross join lateral customer_words(c.name, c.phone_number) as word
  order by c.tenant_id, word;
  return null;
end
$$;

-- Whether a new one is blocked is asked once for all that a statement added.
create function block_new_customers() returns trigger language plpgsql set enable_nestloop = on as $$
begin
  update customer c set is_blacklisted = true
  from (
    select s.tenant_id, s.id from stored s join blocked_contact b on b.tenant_id = s.tenant_id and b.address = s.phone_number
    union
    select s.tenant_id, s.id from stored s join blocked_contact b on b.tenant_id = s.tenant_id and b.address = s.provider_user_id
  ) known
  where c.tenant_id = known.tenant_id and c.id = known.id and not c.is_blacklisted;
  return null;
end
$$;
drop trigger customer_blocked on customer;
create trigger customer_blocked after update of phone_number, provider_user_id on customer for each row
  execute function block_known_customer();
create trigger new_customers_blocked after insert on customer referencing new table as stored for each statement
  execute function block_new_customers();
