-- One text or template for many customers. What was chosen is frozen when it starts: who, what, from where.
create table campaign (
  tenant_id          bigint not null references tenant,
  id                 bigint generated always as identity,
  name               text not null,
  status             text not null default 'draft' check (status in ('draft', 'scheduled', 'preparing', 'probing',
    'running', 'paused', 'waiting', 'cancelling', 'cancelled', 'finished')),
  -- Why it is paused or waits: a catalogue id.
  reason             text,
  version            integer not null default 1,
  -- One of the two; neither: every customer.
  audience_id        bigint,
  group_id           bigint,
  -- The audience's conditions, frozen.
  tree               jsonb,
  instance_ids       bigint[] not null check (cardinality(instance_ids) > 0),
  -- One of the two.
  template_id        bigint,
  message            text,
  -- The template or text, frozen.
  content            jsonb,
  -- Where each variable's value comes from.
  variables          jsonb not null default '[]',
  starts_at          timestamptz,
  -- Hours of the customer's day in which it may be sent.
  window_from        smallint not null default 9 check (window_from between 0 and 23),
  window_to          smallint not null default 22 check (window_to between 1 and 24),
  requires_consent   boolean not null default false,
  skip_in_attendance boolean not null default true,
  -- At most so many campaigns in seven days to a customer.
  weekly_limit       smallint check (weekly_limit > 0),
  -- The last customer who was looked at; null: none yet.
  prepared_to        bigint,
  -- When its counts were last told.
  told_at            timestamptz,
  created_by         bigint,
  created_at         timestamptz not null default now(),
  started_at         timestamptz,
  finished_at        timestamptz,
  primary key (tenant_id, id),
  check (window_from < window_to),
  check ((template_id is null) <> (message is null)),
  check (audience_id is null or group_id is null),
  foreign key (tenant_id, audience_id) references audience,
  foreign key (tenant_id, group_id) references customer_group,
  foreign key (tenant_id, template_id) references message_template,
  foreign key (tenant_id, created_by) references app_user
);
create index campaign_active on campaign (tenant_id, id)
  where status in ('scheduled', 'preparing', 'probing', 'running', 'paused', 'waiting', 'cancelling');
select protect_tenant_table('campaign', 'select, insert, update');
select let_platform_read('campaign', 'tenant_id, id, status');

-- Each customer of a campaign, those left out as well. The row is the queue.
create table campaign_recipient (
  tenant_id           bigint not null,
  campaign_id         bigint not null,
  customer_id         bigint not null,
  address             text not null,
  instance_id         bigint not null,
  -- The values of the variables, frozen.
  params              jsonb not null default '{}',
  -- The customer's time zone.
  zone                text not null,
  state               text not null check (state in ('pending', 'sending', 'sent', 'delivered', 'read', 'failed',
    'uncertain', 'skipped', 'cancelled')),
  skip_reason         text check ((state = 'skipped') = (skip_reason is not null)),
  attempts            integer not null default 0,
  next_attempt_at     timestamptz not null,
  -- Put off for a day once, as the provider asked.
  was_put_off         boolean not null default false,
  locked_by           text,
  locked_until        timestamptz,
  provider_message_id text,
  error_code          text,
  error_key           text,
  price_category      text,
  sent_at             timestamptz,
  answered_at         timestamptz,
  ticket_id           bigint,
  updated_at          timestamptz not null default now(),
  primary key (tenant_id, campaign_id, customer_id),
  unique (tenant_id, campaign_id, address),
  foreign key (tenant_id, campaign_id) references campaign,
  foreign key (tenant_id, customer_id) references customer on delete cascade,
  foreign key (tenant_id, instance_id) references instance
);
create index campaign_recipient_pending on campaign_recipient
  (tenant_id, campaign_id, zone, instance_id, next_attempt_at, customer_id) where state = 'pending';
create index campaign_recipient_open on campaign_recipient (tenant_id, campaign_id, state)
  where state in ('sending', 'uncertain');
create index campaign_recipient_listed on campaign_recipient (tenant_id, campaign_id, state, customer_id);
create index campaign_recipient_of on campaign_recipient (tenant_id, customer_id, sent_at)
  where sent_at is not null;
create index campaign_recipient_sent on campaign_recipient (tenant_id, instance_id, sent_at, customer_id)
  where sent_at is not null;
select protect_tenant_table('campaign_recipient', 'select, insert, update, delete');

-- What every status of a send returns: which campaign's customer it is of, and of which try.
create function callback_of(campaign_id bigint, customer_id bigint, attempts integer) returns text
  language sql immutable parallel safe
  return 'campaign:' || campaign_id || ':' || customer_id || ':' || attempts;

-- Counts by state, as changes that are added up: one row that all change would be waited for.
create table campaign_tally (
  tenant_id   bigint not null,
  campaign_id bigint not null,
  id          bigint generated always as identity,
  state       text not null,
  count       bigint not null,
  -- A sum of earlier changes.
  is_sum      boolean not null default false,
  primary key (tenant_id, campaign_id, id),
  foreign key (tenant_id, campaign_id) references campaign
);
create index campaign_tally_new on campaign_tally (tenant_id, campaign_id) where not is_sum;
select protect_tenant_table('campaign_tally', 'select, insert, delete');
select let_platform_read('campaign_tally', 'tenant_id, is_sum');

create function tally_recipients_added() returns trigger language plpgsql as $$
begin
  insert into campaign_tally (tenant_id, campaign_id, state, count)
  select tenant_id, campaign_id, state, count(*) from added group by 1, 2, 3;
  return null;
end
$$;
create function tally_recipients_changed() returns trigger language plpgsql as $$
begin
  insert into campaign_tally (tenant_id, campaign_id, state, count)
  select tenant_id, campaign_id, state, sum(step) from (
    select tenant_id, campaign_id, state, 1 as step from after
    union all select tenant_id, campaign_id, state, -1 from before
    union all select tenant_id, campaign_id, 'answered', 1 from after where answered_at is not null
    union all select tenant_id, campaign_id, 'answered', -1 from before where answered_at is not null) steps
  group by 1, 2, 3 having sum(step) <> 0;
  return null;
end
$$;
create trigger campaign_recipients_added after insert on campaign_recipient referencing new table as added
  for each statement execute function tally_recipients_added();
create trigger campaign_recipients_changed after update on campaign_recipient
  referencing new table as after old table as before
  for each statement execute function tally_recipients_changed();

-- How fast campaigns send from a number: one bucket that every node takes from.
create table number_pace (
  tenant_id   bigint not null,
  instance_id bigint not null,
  -- What the provider takes of the number in a second.
  per_second  integer not null default 80 check (per_second > 0),
  tokens      double precision not null default 1,
  filled_at   timestamptz not null default now(),
  -- The provider asked to slow down.
  held_until  timestamptz,
  holds       integer not null default 0,
  primary key (tenant_id, instance_id),
  foreign key (tenant_id, instance_id) references instance
);
select protect_tenant_table('number_pace', 'select, insert, update');

-- To how many customers an account may write first within 24 hours, by the provider's word; null: no limit.
create table whatsapp_account (
  tenant_id   bigint not null references tenant,
  waba_id     text not null,
  daily_limit integer check (daily_limit >= 0),
  updated_at  timestamptz not null default now(),
  primary key (tenant_id, waba_id)
);
select protect_tenant_table('whatsapp_account', 'select, insert, update');

-- A campaign's text that somebody sends to one number, to see it.
create table campaign_test (
  tenant_id    bigint not null,
  id           bigint generated always as identity,
  campaign_id  bigint not null,
  instance_id  bigint not null,
  address      text not null,
  content      jsonb not null,
  params       jsonb not null default '{}',
  state        text not null default 'pending' check (state in ('pending', 'sending', 'sent', 'failed', 'uncertain')),
  error_key    text,
  locked_until timestamptz,
  requested_by bigint not null,
  created_at   timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, campaign_id) references campaign,
  foreign key (tenant_id, instance_id) references instance,
  foreign key (tenant_id, requested_by) references app_user
);
create index campaign_test_of on campaign_test (tenant_id, campaign_id, id desc);
create index campaign_test_due on campaign_test (tenant_id, id) where state in ('pending', 'sending');
select protect_tenant_table('campaign_test', 'select, insert, update');
select let_platform_read('campaign_test', 'tenant_id, state');
