-- The account at the provider that an instance's number belongs to: a signed webhook for the number said so, or the
-- provider, asked with the instance's own token. Goes with the number.
alter table instance add column waba_id text check (waba_id ~ '^[0-9]{1,32}$');
create index instance_waba on instance (waba_id) where waba_id is not null;
alter table instance add column waba_asked_at timestamptz;
grant select (waba_id, waba_asked_at) on instance to balcao_platform;
create or replace function drop_claim() returns trigger language plpgsql as $$
begin
  new.claimed_number = null;
  new.waba_id = null;
  return new;
end
$$;

-- Texts that the provider approved for writing to customers at any time. Each company has its own copy, also of an
-- account that it shares with another.
create table message_template (
  tenant_id        bigint not null references tenant,
  id               bigint generated always as identity,
  waba_id          text not null,
  provider_id      text not null,
  name             text not null,
  language         text not null,
  category         text not null,
  -- The provider's: APPROVED, PENDING, REJECTED, PAUSED, DISABLED, …
  status           text not null,
  reason           text,
  quality          text,
  -- POSITIONAL or NAMED.
  parameter_format text not null default 'POSITIONAL',
  components       jsonb not null,
  -- When a webhook told the status: a listing that began earlier doesn't know it.
  told_at          timestamptz,
  -- Since when a complete listing hasn't had it.
  gone_at          timestamptz,
  created_at       timestamptz not null default now(),
  updated_at       timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, waba_id, provider_id)
);
select protect_tenant_table('message_template', 'select, insert, update');

-- When an account's templates are listed again.
create table template_sync (
  tenant_id    bigint not null references tenant,
  waba_id      text not null,
  due_at       timestamptz not null default now(),
  -- Failures since the last success.
  attempts     integer not null default 0,
  last_error   text,
  synced_at    timestamptz,
  -- Until when the node that works on it may.
  locked_until timestamptz,
  primary key (tenant_id, waba_id)
);
create index template_sync_due on template_sync (due_at);
select protect_tenant_table('template_sync', 'select, insert, update');
select let_platform_read('template_sync', 'tenant_id, waba_id, due_at, locked_until');

-- What a sent template is: its name, language and values, as they were.
alter table message add column template jsonb;

-- When they told the provider that they want no marketing, and when they last told it anything about that.
alter table customer
  add column declined_marketing_at timestamptz,
  add column marketing_wish_at timestamptz;

-- template: a version that doesn't know it leaves such a message alone, instead of sending its text.
alter table outbox drop constraint outbox_state_check;
alter table outbox add constraint outbox_state_check
  check (state in ('queued', 'upload', 'template', 'sending', 'uncertain', 'sent', 'failed')) not valid;
-- Stays so: the rows fit the narrower one before, and validating in the same transaction would read them all while locked.
drop index outbox_due;
drop index outbox_order;
create index outbox_due on outbox (next_attempt_at)
  where state in ('queued', 'upload', 'template', 'sending', 'uncertain');
create index outbox_order on outbox (tenant_id, instance_id, customer_id, message_id)
  where state in ('queued', 'upload', 'template', 'sending', 'uncertain');
