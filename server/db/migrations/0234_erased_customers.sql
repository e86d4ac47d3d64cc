-- Erased on request: the rows of the customer, their tickets and messages stay, and say nothing about them.
alter table customer add column erased_at timestamptz;
-- No address that anything can be sent to, or that comes from a provider.
alter table customer drop constraint customer_address;
alter table customer add constraint customer_address
  check (phone_number ~ '^[0-9]{5,20}$' or phone_number ~ '^[A-Z]{2}(\.ENT)?\.[A-Za-z0-9]{1,128}$'
    or phone_number ~ '^erased\.[0-9]+$') not valid;

-- Whether a name of the audit, `customer:13`, is of a customer who was erased, or was merged and is no more.
create function is_forgotten(of_tenant bigint, subject text) returns boolean language sql stable as $$
  select coalesce(subject ~ '^customer:[0-9]{1,18}$', false) and not exists (select from customer c
    where c.tenant_id = of_tenant and c.id = substring(subject from '^customer:([0-9]{1,18})$')::bigint
      and c.erased_at is null)
$$;

-- The audit is append-only, but for what it says of a customer who is forgotten: that can only be taken away.
create function forget_only() returns trigger language plpgsql as $$
begin
  if to_jsonb(new) - 'details' - 'names' = to_jsonb(old) - 'details' - 'names'
    and (new.details = old.details or (new.details = '{}' and is_forgotten(old.tenant_id, old.subject)))
    and new.names <@ old.names
    and not exists (select from jsonb_array_elements(old.names) n
      where not new.names @> jsonb_build_array(n) and not is_forgotten(old.tenant_id, n->>'of'))
  then
    return new;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege';
end
$$;
drop trigger audit_append_only on audit;
create trigger audit_append_only before delete on audit for each row execute function refuse_change();
create trigger audit_forgets_only before update on audit for each row execute function forget_only();
grant update (details, names) on audit to balcao_app;
