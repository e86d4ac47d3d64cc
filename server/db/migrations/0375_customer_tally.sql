-- An owner that is no superuser sees no rows while the policies are forced. First of all, so that nobody who waits for
-- one of these holds another.
alter table customer no force row level security;
alter table customer_word no force row level security;

-- How many customers a company has, those who were erased aside, as changes that are added up: counting a million rows
-- takes longer than the rest of their list, and one row that all change would be waited for.
create table customer_tally (
  tenant_id bigint not null,
  id        bigint generated always as identity,
  count     bigint not null,
  primary key (tenant_id, id)
);
select protect_tenant_table('customer_tally', 'select, insert, delete');

create or replace function store_customer_words() returns trigger language plpgsql as $$
begin
  insert into customer_word (tenant_id, word, customer_id)
  select c.tenant_id, word, c.id from stored c cross join lateral customer_words(c.name, c.phone_number) as word
  where c.erased_at is null
  order by c.tenant_id, word;
  insert into customer_tally (tenant_id, count)
  select tenant_id, count(*) from stored where erased_at is null group by tenant_id;
  return null;
end
$$;

create function tally_deleted_customers() returns trigger language plpgsql as $$
begin
  insert into customer_tally (tenant_id, count)
  select tenant_id, -count(*) from gone where erased_at is null group by tenant_id;
  return null;
end
$$;
create trigger customers_deleted after delete on customer referencing old table as gone for each statement
  execute function tally_deleted_customers();

create function tally_erased_customer() returns trigger language plpgsql as $$
begin
  insert into customer_tally (tenant_id, count)
  values (new.tenant_id, case when new.erased_at is null then 1 else -1 end);
  return null;
end
$$;
create trigger customer_erased after update of erased_at on customer for each row
  when ((new.erased_at is null) is distinct from (old.erased_at is null))
  execute function tally_erased_customer();

-- Who was erased has no words either, as they have no tags and values: what finds by these needn't look at the customer.
create or replace function change_customer_words() returns trigger language plpgsql as $$
begin
  delete from customer_word w where w.tenant_id = old.tenant_id and w.customer_id = old.id
    and (tg_op = 'DELETE' or w.word in (select customer_words(old.name, old.phone_number)));
  if tg_op = 'UPDATE' and new.erased_at is null then
    insert into customer_word (tenant_id, word, customer_id)
    select new.tenant_id, word, new.id from customer_words(new.name, new.phone_number) as word
    on conflict do nothing;
  end if;
  return null;
end
$$;

alter table customer_tally no force row level security;
delete from customer_word w using customer c
  where c.erased_at is not null and w.tenant_id = c.tenant_id and w.customer_id = c.id;
insert into customer_tally (tenant_id, count)
select tenant_id, count(*) from customer where erased_at is null group by tenant_id;
alter table customer_tally force row level security;
alter table customer_word force row level security;
alter table customer force row level security;
