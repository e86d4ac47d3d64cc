-- Customers are listed by name and found by words of it, by a number and by its last digits. Rows instead of patterns:
-- under row-level security only btree operators use an index.

-- A name for sorting: without case and accents.
create function name_key_of(text) returns text
  language sql immutable parallel safe as $$
  select lower(regexp_replace(normalize(left($1, 200), NFKD), '[\u0300-\u036f]+', '', 'g'))
$$;
alter table customer add column name_key text collate "C" not null
  generated always as (name_key_of(name)) stored;
create index customer_by_name on customer (tenant_id, name_key, id);
create index customer_by_age on customer (tenant_id, created_at, id);

-- Words of the name; `#` and each number; `~` and each number backwards. Without a foreign key, which would be checked
-- for each word: the triggers below keep the rows right.
create table customer_word (
  tenant_id   bigint not null,
  word        text collate "C" not null,
  customer_id bigint not null,
  primary key (tenant_id, word, customer_id)
);
create index customer_word_of on customer_word (tenant_id, customer_id);
select protect_tenant_table('customer_word', 'select, insert, delete');

create function customer_words(name text, phone text) returns setof text
  language sql immutable parallel safe as $$
  select words_of(name) union select '#' || phone union select '~' || reverse(phone)
$$;

-- Whoever stores customers needn't think of it, the version before included.
create function store_customer_words() returns trigger language plpgsql as $$
begin
  insert into customer_word (tenant_id, word, customer_id)
  select c.tenant_id, word, c.id from stored c cross join lateral customer_words(c.name, c.phone_number) as word
  on conflict do nothing;
  return null;
end
$$;
create trigger customer_words_stored after insert on customer referencing new table as stored for each statement
  execute function store_customer_words();

create function change_customer_words() returns trigger language plpgsql as $$
begin
  delete from customer_word w where w.tenant_id = old.tenant_id and w.customer_id = old.id
    and (tg_op = 'DELETE' or w.word in (select customer_words(old.name, old.phone_number)));
  if tg_op = 'UPDATE' then
    insert into customer_word (tenant_id, word, customer_id)
    select new.tenant_id, word, new.id from customer_words(new.name, new.phone_number) as word
    on conflict do nothing;
  end if;
  return null;
end
$$;
create trigger customer_words_changed after update of name, phone_number on customer for each row
  when (new.name is distinct from old.name or new.phone_number is distinct from old.phone_number)
  execute function change_customer_words();
create trigger customer_words_deleted after delete on customer for each row execute function change_customer_words();

-- The numbers of customers merged into them.
create function change_number_words() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    delete from customer_word w where w.tenant_id = old.tenant_id and w.customer_id = old.customer_id
      and w.word in ('#' || old.address, '~' || reverse(old.address));
  end if;
  if tg_op <> 'DELETE' and new.address ~ '^[0-9]' then
    insert into customer_word (tenant_id, word, customer_id)
    select new.tenant_id, word, new.customer_id
    from (values ('#' || new.address), ('~' || reverse(new.address))) as further (word)
    on conflict do nothing;
  end if;
  return null;
end
$$;
create trigger customer_number_words after insert or update or delete on customer_number for each row
  execute function change_number_words();

-- An owner that is no superuser sees no rows while the policies are forced.
alter table customer no force row level security;
alter table customer_number no force row level security;
alter table customer_word no force row level security;
insert into customer_word (tenant_id, word, customer_id)
select c.tenant_id, word, c.id from customer c cross join lateral customer_words(c.name, c.phone_number) as word
union
select n.tenant_id, word, n.customer_id
from customer_number n cross join lateral (values ('#' || n.address), ('~' || reverse(n.address))) as further (word)
where n.address ~ '^[0-9]';
alter table customer_word force row level security;
alter table customer_number force row level security;
alter table customer force row level security;
analyze customer_word;
