-- What a company keeps of its customers: an e-mail, a note, tags, and fields of its own.
alter table customer
  add column email text,
  add column note text,
  -- Raised by each change of the form; tags don't belong to it.
  add column version integer not null default 1;

create table tag (
  tenant_id  bigint not null references tenant,
  id         bigint generated always as identity,
  name       text not null,
  color      text not null,
  version    integer not null default 1,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
create unique index tag_name on tag (tenant_id, lower(name));

create table customer_tag (
  tenant_id   bigint not null,
  customer_id bigint not null,
  tag_id      bigint not null,
  created_at  timestamptz not null default now(),
  primary key (tenant_id, customer_id, tag_id),
  foreign key (tenant_id, customer_id) references customer on delete cascade,
  foreign key (tenant_id, tag_id) references tag on delete cascade
);
create index customer_tag_by_tag on customer_tag (tenant_id, tag_id, customer_id);

create table customer_field (
  tenant_id  bigint not null references tenant,
  id         bigint generated always as identity,
  name       text not null,
  type       text not null check (type in ('text', 'number', 'date', 'choice', 'boolean')),
  -- Of a choice.
  options    jsonb not null default '[]',
  position   integer not null default 0,
  version    integer not null default 1,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
create unique index customer_field_name on customer_field (tenant_id, lower(name));

-- A text or a choice, a number (0 and 1 for no and yes), or a date.
create table customer_value (
  tenant_id    bigint not null,
  customer_id  bigint not null,
  field_id     bigint not null,
  text_value   text,
  number_value double precision,
  date_value   date,
  primary key (tenant_id, customer_id, field_id),
  foreign key (tenant_id, customer_id) references customer on delete cascade,
  foreign key (tenant_id, field_id) references customer_field on delete cascade,
  check (num_nonnulls(text_value, number_value, date_value) = 1)
);
create index customer_value_text on customer_value (tenant_id, field_id, left(text_value, 200), customer_id)
  where text_value is not null;
create index customer_value_number on customer_value (tenant_id, field_id, number_value, customer_id)
  where number_value is not null;
create index customer_value_date on customer_value (tenant_id, field_id, date_value, customer_id)
  where date_value is not null;

select protect_tenant_table('tag', 'select, insert, update, delete');
select protect_tenant_table('customer_tag', 'select, insert, delete');
select protect_tenant_table('customer_field', 'select, insert, update, delete');
select protect_tenant_table('customer_value', 'select, insert, update, delete');
