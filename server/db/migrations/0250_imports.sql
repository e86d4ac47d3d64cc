-- Customers from a file: uploaded, its columns named, checked, and taken in by chunks, each with the line it goes on at.
create table customer_import (
  tenant_id     bigint not null references tenant,
  id            bigint generated always as identity,
  client_id     uuid not null,
  name          text not null,
  size_bytes    bigint not null,
  sha256        text not null,
  status        text not null default 'uploading' check (status in ('uploading', 'mapping', 'checking', 'ready',
    'importing', 'paused', 'done', 'undoing', 'undone', 'failed', 'cancelled')),
  failure       text,
  -- How it is read: null before somebody has looked at it.
  kind          text check (kind in ('csv', 'xlsx')),
  delimiter     text,
  encoding      text,
  row_count     integer not null default 0,
  -- Heading, first values and target of each column.
  columns       jsonb not null default '[]',
  remembered_at timestamptz,
  on_existing   text not null default 'fill' check (on_existing in ('fill', 'overwrite', 'skip')),
  tag_ids       bigint[] not null default '{}',
  -- Origin, day and channels, declared by whoever started it.
  consent       jsonb,
  "check"       jsonb,
  -- The last line that the running step is done with, and the rows up to it.
  line          integer not null default 0,
  passed        integer not null default 0,
  added         integer not null default 0,
  changed       integer not null default 0,
  kept          integer not null default 0,
  refused       integer not null default 0,
  removed       integer not null default 0,
  stayed        integer not null default 0,
  -- The node that works on it, and until when it is believed to.
  locked_by     text,
  locked_until  timestamptz,
  -- How often a node began the step since something of it was stored last.
  attempts      integer not null default 0,
  created_by    bigint,
  started_by    bigint,
  created_at    timestamptz not null default now(),
  touched_at    timestamptz not null default now(),
  finished_at   timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, created_by) references app_user,
  foreign key (tenant_id, started_by) references app_user
);
create unique index customer_import_once on customer_import (tenant_id, created_by, client_id);
create index customer_import_file on customer_import (tenant_id, sha256, id desc);
create index customer_import_due on customer_import (tenant_id, id)
  where status in ('uploading', 'checking', 'importing', 'undoing');
select protect_tenant_table('customer_import', 'select, insert, update');
select let_platform_read('customer_import', 'tenant_id, status, locked_until');

-- Each customer of an import, for its undo: before and after are what it changed of one who was there.
create table customer_import_change (
  tenant_id   bigint not null,
  import_id   bigint not null,
  customer_id bigint not null,
  line        integer not null,
  kind        text not null check (kind in ('added', 'changed', 'kept')),
  -- The number as the file has it.
  raw_number  text,
  before      jsonb,
  after       jsonb,
  primary key (tenant_id, import_id, customer_id),
  -- Imports are never deleted: to check each of a million rows would cost more than to write it.
  foreign key (tenant_id, customer_id) references customer on delete cascade
);
create index customer_import_change_of on customer_import_change (tenant_id, customer_id);
select protect_tenant_table('customer_import_change', 'select, insert, update, delete');

-- Rows that don't come in, as the file has them.
create table customer_import_refused (
  tenant_id bigint not null,
  import_id bigint not null,
  line      integer not null,
  reason    text not null check (reason in ('no_number', 'invalid', 'service', 'twice', 'broken')),
  -- Of a row whose number an earlier one has.
  address   text,
  cells     jsonb not null,
  primary key (tenant_id, import_id, line),
  foreign key (tenant_id, import_id) references customer_import
);
select protect_tenant_table('customer_import_refused', 'select, insert, delete');

-- Without a foreign key, as above.
alter table consent add column import_id bigint;
create index consent_of_import on consent (tenant_id, import_id, customer_id) where import_id is not null;

-- For all that a statement added at once: thousands come with an import.
drop trigger consent_kept on consent;
create or replace function keep_last_consent() returns trigger language plpgsql set enable_nestloop = on as $$
begin
  update customer c set
    whatsapp_consent = coalesce(said.whatsapp, c.whatsapp_consent), sms_consent = coalesce(said.sms, c.sms_consent)
  from (
    select tenant_id, customer_id,
      (array_agg(kind order by id desc) filter (where channel = 'whatsapp'))[1] as whatsapp,
      (array_agg(kind order by id desc) filter (where channel = 'sms'))[1] as sms
    from added group by tenant_id, customer_id) said
  where c.tenant_id = said.tenant_id and c.id = said.customer_id
    and (coalesce(said.whatsapp, c.whatsapp_consent) is distinct from c.whatsapp_consent
      or coalesce(said.sms, c.sms_consent) is distinct from c.sms_consent);
  return null;
end
$$;
create trigger consent_kept after insert on consent referencing new table as added for each statement
  execute function keep_last_consent();
