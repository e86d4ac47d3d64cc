-- Who has a blocked number is blocked, however either came to be: imports, new customers and changed numbers needn't
-- think of it.
create function customers_at(of_tenant bigint, of_address text) returns setof bigint
  language sql stable as $$
  select id from customer where tenant_id = of_tenant and phone_number = of_address
  union
  select id from customer where tenant_id = of_tenant and provider_user_id = of_address
  union
  select customer_id from customer_number where tenant_id = of_tenant and address = of_address
$$;

create function addresses_of(of_tenant bigint, of_customer bigint) returns setof text
  language sql stable as $$
  select address from customer c cross join lateral (values (c.phone_number), (c.provider_user_id)) as own (address)
  where c.tenant_id = of_tenant and c.id = of_customer and address is not null
  union
  select address from customer_number where tenant_id = of_tenant and customer_id = of_customer
$$;

create function block_customers() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    update customer c set is_blacklisted = true
    where c.tenant_id = new.tenant_id and not c.is_blacklisted
      and c.id in (select customers_at(new.tenant_id, new.address));
  else
    update customer c set is_blacklisted = false
    where c.tenant_id = old.tenant_id and c.is_blacklisted and c.id in (select customers_at(old.tenant_id, old.address))
      and not exists (select from blocked_contact b where b.tenant_id = c.tenant_id
        and b.address in (select addresses_of(c.tenant_id, c.id)));
  end if;
  return null;
end
$$;
create trigger blocked_contact_followed after insert or delete on blocked_contact for each row
  execute function block_customers();

create function block_known_customer() returns trigger language plpgsql as $$
begin
  if not new.is_blacklisted then
    update customer set is_blacklisted = true
    where tenant_id = new.tenant_id and id = new.id and exists (select from blocked_contact b
      where b.tenant_id = new.tenant_id and b.address in (new.phone_number, new.provider_user_id));
  elsif tg_op = 'UPDATE' and new.phone_number <> old.phone_number then
    -- A blocked customer's new number is blocked, too.
    insert into blocked_contact (tenant_id, address, reason, blocked_by)
    select new.tenant_id, new.phone_number, b.reason, b.blocked_by
    from (values (1)) as one (row)
    left join blocked_contact b on b.tenant_id = new.tenant_id and b.address = old.phone_number
    on conflict do nothing;
  end if;
  return null;
end
$$;
create trigger customer_blocked after insert or update of phone_number, provider_user_id on customer for each row
  execute function block_known_customer();

create function block_by_number() returns trigger language plpgsql as $$
begin
  update customer set is_blacklisted = true
  where tenant_id = new.tenant_id and id = new.customer_id and not is_blacklisted
    and exists (select from blocked_contact b where b.tenant_id = new.tenant_id and b.address = new.address);
  return null;
end
$$;
create trigger customer_number_blocked after insert or update of customer_id on customer_number for each row
  execute function block_by_number();
