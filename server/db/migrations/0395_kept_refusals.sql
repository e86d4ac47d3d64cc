-- What erased customers refused, so that who comes back with the same number isn't written to again. Nothing of it can be
-- read: addresses are hashed with a key of the company's, which is sealed with the server's secret.
create table refusal_key (
  tenant_id  bigint primary key references tenant,
  sealed_key text not null
);
select protect_tenant_table('refusal_key', 'select, insert, update');

create table kept_refusal (
  tenant_id bigint not null references tenant,
  hash      text not null,
  -- The same for all addresses of one customer, and says nothing else: what is allowed again is so for all of them.
  person    uuid not null,
  -- `contact`: they were blocked; `offers`: marketing templates; else the channel that they opted out of.
  refused   text[] not null check (refused <@ array['contact', 'offers', 'whatsapp', 'sms'] and refused <> '{}'),
  primary key (tenant_id, hash)
);
create index kept_refusal_person on kept_refusal (tenant_id, person);
select protect_tenant_table('kept_refusal', 'select, insert, update, delete');

alter table consent drop constraint consent_origin_check;
alter table consent add constraint consent_origin_check
  check (origin in ('customer', 'attendant', 'import', 'provider', 'erased')) not valid;
-- Blocked since before the customer was erased.
alter table blocked_contact add column is_kept boolean not null default false;
