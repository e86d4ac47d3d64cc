-- The words of messages, so that messages are found by them. Rows instead of a full-text index: under row-level security
-- only btree operators use one.

-- The words of a text without case and accents, each once. `contract/facts/words.ts` finds the same ones.
create function words_of(text) returns setof text
  language sql immutable parallel safe as $$
  select distinct left(word, 40)
  from string_to_table(regexp_replace(lower(regexp_replace(
    normalize(left($1, 65536), NFKD), '[\u0300-\u036f]+', '', 'g')), '[^[:alnum:]]+', ' ', 'g'), ' ') as word
  where length(word) > 1
$$;

-- Of the text and the file name; reactions excluded. Without a foreign key, which would be checked for each word: the
-- triggers below keep the rows right.
create table message_word (
  tenant_id   bigint not null,
  word        text collate "C" not null,
  message_id  bigint not null,
  customer_id bigint not null,
  instance_id bigint not null,
  primary key (tenant_id, word, message_id) include (customer_id, instance_id)
);
select protect_tenant_table('message_word', 'select, insert, update, delete');

-- Whoever stores messages needn't think of it, the version before included.
create function store_message_words() returns trigger language plpgsql as $$
begin
  insert into message_word (tenant_id, word, message_id, customer_id, instance_id)
  select m.tenant_id, word, m.id, m.customer_id, m.instance_id
  from stored m cross join lateral words_of(concat_ws(' ', m.body, m.document_name)) as word
  where m.tag_type is distinct from 'reaction'
  on conflict do nothing;
  return null;
end
$$;
create trigger message_words_stored after insert on message referencing new table as stored for each statement
  execute function store_message_words();

create function change_message_words() returns trigger language plpgsql as $$
begin
  delete from message_word w where w.tenant_id = old.tenant_id and w.message_id = old.id
    and w.word in (select words_of(concat_ws(' ', old.body, old.document_name)));
  if tg_op = 'UPDATE' and new.tag_type is distinct from 'reaction' then
    insert into message_word (tenant_id, word, message_id, customer_id, instance_id)
    select new.tenant_id, word, new.id, new.customer_id, new.instance_id
    from words_of(concat_ws(' ', new.body, new.document_name)) as word
    on conflict do nothing;
  end if;
  return null;
end
$$;
create trigger message_words_changed after update of body, document_name on message for each row
  when (new.body is distinct from old.body or new.document_name is distinct from old.document_name)
  execute function change_message_words();
create trigger message_words_deleted after delete on message for each row execute function change_message_words();

-- The messages from before, those below `before_id`, follow in the background, the newest first. No row: all are done.
create table message_word_backlog (
  tenant_id bigint primary key references tenant,
  before_id bigint not null
);
-- An owner that is no superuser sees no rows while the policies are forced.
alter table tenant no force row level security;
alter table message no force row level security;
insert into message_word_backlog (tenant_id, before_id)
select t.id, newest.id + 1
from tenant t cross join lateral (select max(m.id) as id from message m where m.tenant_id = t.id) newest
where newest.id is not null;
alter table message force row level security;
alter table tenant force row level security;
select protect_tenant_table('message_word_backlog', 'select, update, delete');
