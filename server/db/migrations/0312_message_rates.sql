-- What a message costs the company, from a day on, by the provider's category and the country's calling code; '' is for
-- the countries without one of their own. A campaign's cost is reckoned from these.
create table message_rate (
  tenant_id  bigint not null references tenant,
  category   text not null,
  prefix     text not null check (prefix ~ '^[0-9]{0,4}$'),
  since      date not null,
  currency   text not null check (currency ~ '^[A-Z]{3}$'),
  amount     numeric(12, 6) not null check (amount >= 0),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, category, prefix, since)
);
select protect_tenant_table('message_rate', 'select, insert, update');

-- Whether the provider charges for it; null: it didn't say.
alter table campaign_recipient add column is_billable boolean;
