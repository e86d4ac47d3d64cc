-- Whoever may open the instances can type any number. What comes for a number goes only where its
-- credentials have passed a connection test.
alter table instance
  drop constraint instance_phone_number_id_key,
  add column claimed_number text constraint instance_claimed_number_key unique;
create index instance_typed_number on instance (tenant_id, phone_number_id) where phone_number_id is not null;
grant select (claimed_number) on instance to balcao_platform;

-- Those that work go on working. An owner that is no superuser sees no rows while the policies are forced.
alter table instance no force row level security;
update instance set claimed_number = phone_number_id where state = 'connected';
alter table instance force row level security;

-- With the number goes the claim.
create function drop_claim() returns trigger language plpgsql as $$
begin
  new.claimed_number = null;
  return new;
end
$$;
create trigger instance_renumbered before update of phone_number_id on instance for each row
  when (old.phone_number_id is distinct from new.phone_number_id and new.claimed_number is not distinct from old.claimed_number)
  execute function drop_claim();
