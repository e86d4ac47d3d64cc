-- A file that a user uploaded to send it, under the id of the message to come. Kept for a day.
create table outgoing_file (
  tenant_id   bigint not null references tenant,
  user_id     bigint not null,
  client_id   uuid not null,
  state       text not null default 'ready' check (state in ('ready', 'sent')),
  name        text not null,
  tag_type    text not null,
  -- How the provider is to show it.
  sent_as     text not null check (sent_as in ('image', 'sticker', 'audio', 'video', 'document')),
  -- Of the bytes, as they are sent.
  mime_type   text not null,
  size_bytes  integer not null,
  sha256      text not null,
  width       integer,
  height      integer,
  has_preview boolean not null default false,
  created_at  timestamptz not null default now(),
  primary key (tenant_id, user_id, client_id),
  foreign key (tenant_id, user_id) references app_user on delete cascade
);
create index outgoing_file_age on outgoing_file (tenant_id, created_at);
create index outgoing_file_hash on outgoing_file (tenant_id, sha256);
select protect_tenant_table('outgoing_file', 'select, insert, update, delete');

create index message_media_hash on message_media (tenant_id, sha256) where sha256 is not null;

-- Files that lost a row: deleted from the disk if nothing else has them.
create table unused_file (
  tenant_id bigint not null references tenant,
  sha256    text not null,
  since     timestamptz not null default now(),
  primary key (tenant_id, sha256)
);
select protect_tenant_table('unused_file', 'select, insert, update, delete');

create function note_unused_file() returns trigger language plpgsql as $$
begin
  insert into unused_file (tenant_id, sha256) values (old.tenant_id, old.sha256) on conflict do nothing;
  return null;
end
$$;
create trigger outgoing_file_unused after delete on outgoing_file for each row execute function note_unused_file();
create trigger message_media_unused after delete on message_media for each row
  when (old.sha256 is not null) execute function note_unused_file();

-- upload: a message's file goes to the provider first. A version that doesn't know it leaves such a message alone.
alter table outbox drop constraint outbox_state_check;
alter table outbox add constraint outbox_state_check
  check (state in ('queued', 'upload', 'sending', 'uncertain', 'sent', 'failed')) not valid;
-- Stays so: the rows fit the narrower one before, and validating in the same transaction would read them all while locked.
alter table outbox add column provider_media_id text;
alter table outbox add column provider_media_at timestamptz;
drop index outbox_due;
drop index outbox_order;
create index outbox_due on outbox (next_attempt_at) where state in ('queued', 'upload', 'sending', 'uncertain');
create index outbox_order on outbox (tenant_id, instance_id, customer_id, message_id)
  where state in ('queued', 'upload', 'sending', 'uncertain');
