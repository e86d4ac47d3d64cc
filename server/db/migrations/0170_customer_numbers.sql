-- Further numbers and WhatsApp user ids of a customer, from customers merged into them. No other customer has them.
create table customer_number (
  tenant_id   bigint not null,
  address     text not null
    check (address ~ '^[0-9]{5,20}$' or address ~ '^[A-Z]{2}(\.ENT)?\.[A-Za-z0-9]{1,128}$'),
  customer_id bigint not null,
  created_at  timestamptz not null default now(),
  primary key (tenant_id, address),
  foreign key (tenant_id, customer_id) references customer on delete cascade
);
create index customer_number_customer on customer_number (tenant_id, customer_id);
select protect_tenant_table('customer_number', 'select, insert, update, delete');

-- The further number that `last_received_at` is of, to which answers go; null: the customer's main one.
alter table chat_ticket add column last_received_from text;

-- Gives the words of a customer's messages to another customer. By nested loops: any other plan reads all words of the
-- company.
create function move_message_words(of_tenant bigint, from_customer bigint, to_customer bigint) returns void
  language sql set enable_hashjoin = off set enable_mergejoin = off as $$
  update message_word w set customer_id = to_customer
  from message m cross join lateral words_of(concat_ws(' ', m.body, m.document_name)) as said (word)
  where m.tenant_id = of_tenant and m.customer_id = from_customer
    and w.tenant_id = of_tenant and w.word = said.word and w.message_id = m.id
$$;
