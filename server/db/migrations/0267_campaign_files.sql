-- Files that campaigns send in the header of their template. The bytes are beside those of messages.
create table campaign_file (
  tenant_id  bigint not null references tenant,
  id         bigint generated always as identity,
  user_id    bigint not null,
  client_id  uuid not null,
  kind       text not null check (kind in ('image', 'video', 'document')),
  name       text not null,
  -- Of the bytes, as they are sent.
  mime_type  text not null,
  size_bytes integer not null,
  sha256     text not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, user_id, client_id)
);
create index campaign_file_hash on campaign_file (tenant_id, sha256);
select protect_tenant_table('campaign_file', 'select, insert, delete');
create trigger campaign_file_unused after delete on campaign_file for each row execute function note_unused_file();

alter table campaign add column file_id bigint;
alter table campaign add foreign key (tenant_id, file_id) references campaign_file;
create index campaign_with_file on campaign (tenant_id, file_id) where file_id is not null;
