-- A campaign's own pace, by a bucket of its own, and its parts: so many percent of the recipients each.
alter table campaign
  add column per_minute    integer check (per_minute > 0),
  add column pace_tokens   double precision not null default 1,
  add column paced_at      timestamptz not null default now(),
  add column batches       smallint[] not null default '{100}' check (cardinality(batches) > 0),
  add column batch_minutes integer not null default 60 check (batch_minutes > 0),
  -- How many recipients were chosen so far, while it is prepared.
  add column chosen        integer not null default 0;

-- Of which part a recipient is; `next_attempt_at` says when it is due.
alter table campaign_recipient add column batch smallint not null default 1;

-- All of a customer, not only what was sent to them: they are merged, erased, and taken back with their import.
drop index campaign_recipient_of;
create index campaign_recipient_of on campaign_recipient (tenant_id, customer_id, sent_at);
