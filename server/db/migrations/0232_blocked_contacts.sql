-- Numbers that nothing is sent to and nothing is taken from, a customer's or not. `customer.is_blacklisted` follows in
-- the same transaction.
create table blocked_contact (
  tenant_id  bigint not null references tenant,
  address    text not null
    check (address ~ '^[0-9]{5,20}$' or address ~ '^[A-Z]{2}(\.ENT)?\.[A-Za-z0-9]{1,128}$'),
  reason     text,
  -- Null: from before it was noted, or by an import's undo.
  blocked_by bigint,
  created_at timestamptz not null default now(),
  primary key (tenant_id, address),
  foreign key (tenant_id, blocked_by) references app_user
);
create index blocked_contact_by_age on blocked_contact (tenant_id, created_at desc, address);
select protect_tenant_table('blocked_contact', 'select, insert, update, delete');

alter table customer no force row level security;
alter table blocked_contact no force row level security;
insert into blocked_contact (tenant_id, address)
select tenant_id, phone_number from customer where is_blacklisted;
alter table blocked_contact force row level security;
alter table customer force row level security;
