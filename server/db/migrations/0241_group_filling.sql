-- Members are taken from the audience in chunks of customers, by any node: since when, and behind which customer it goes on.
alter table customer_group
  add column fill_wanted_at timestamptz,
  add column fill_after bigint not null default 0;
create index customer_group_filling on customer_group (tenant_id, id) where fill_wanted_at is not null;
create index customer_group_fed on customer_group (tenant_id, audience_id) where audience_id is not null;
