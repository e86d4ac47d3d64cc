-- The file of a message: fetched from the provider, checked, and kept in DATA_DIR/media under its hash.
create table message_media (
  tenant_id       bigint not null,
  message_id      bigint not null,
  -- expired: gone at the provider; refused: not what the message's kind allows.
  state           text not null default 'fetching'
                  check (state in ('fetching', 'ready', 'failed', 'expired', 'refused')),
  attempts        integer not null default 0,
  -- When it is due; while a node fetches it, when that node's lease ends.
  next_attempt_at timestamptz not null default now(),
  locked_by       text,
  -- Why it isn't there, or wasn't at the last attempt.
  error_key       text,
  -- Of the bytes, as checked.
  mime_type       text,
  size_bytes      integer,
  sha256          text,
  width           integer,
  height          integer,
  has_preview     boolean not null default false,
  created_at      timestamptz not null default now(),
  updated_at      timestamptz not null default now(),
  primary key (tenant_id, message_id),
  foreign key (tenant_id, message_id) references message on delete cascade,
  check (state <> 'ready' or (mime_type is not null and size_bytes is not null and sha256 is not null))
);
create index message_media_due on message_media (next_attempt_at) where state = 'fetching';

-- The provider keeps files for 30 days. An owner that is no superuser sees no rows while the policies are forced.
alter table message no force row level security;
insert into message_media (tenant_id, message_id, state)
select tenant_id, id, case when created_at > now() - interval '30 days' then 'fetching' else 'expired' end
from message where type = 1 and media->>'provider_id' is not null;
alter table message force row level security;

select protect_tenant_table('message_media', 'select, insert, update, delete');
select let_platform_read('message_media', 'tenant_id, message_id, state, next_attempt_at');

-- Whoever stores messages needn't think of it, the version before included.
create function queue_message_media() returns trigger language plpgsql as $$
begin
  insert into message_media (tenant_id, message_id) values (new.tenant_id, new.id);
  return null;
end
$$;
create trigger message_media_queued after insert on message for each row
  when (new.type = 1 and new.media->>'provider_id' is not null) execute function queue_message_media();
