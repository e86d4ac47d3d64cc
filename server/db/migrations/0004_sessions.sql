-- One login of one browser: a family of refresh tokens of which only the last is good.
create table session (
  tenant_id      bigint not null,
  id             bigint generated always as identity,
  user_id        bigint not null,
  token_hash     bytea not null,
  -- The token before the last: good for a few seconds more, for parallel tabs; later it tells of a theft.
  previous_hash  bytea,
  rotated_at     timestamptz not null default now(),
  created_at     timestamptz not null default now(),
  expires_at     timestamptz not null,
  remember       boolean not null default false,
  revoked_at     timestamptz,
  revoked_reason text check (revoked_reason in ('logout', 'reuse', 'disconnected', 'password', 'blocked')),
  address        text,
  user_agent     text,
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references app_user on delete cascade
);
create index session_user_live on session (tenant_id, user_id) where revoked_at is null;
create index session_expiry on session (expires_at);
select protect_tenant_table('session', 'select, insert, update, delete');

-- Opens one socket, once, within seconds.
create table socket_ticket (
  tenant_id  bigint not null,
  token_hash bytea not null,
  user_id    bigint not null,
  session_id bigint not null,
  expires_at timestamptz not null,
  used_at    timestamptz,
  primary key (tenant_id, token_hash),
  foreign key (tenant_id, user_id) references app_user on delete cascade,
  foreign key (tenant_id, session_id) references session on delete cascade
);
create index socket_ticket_expiry on socket_ticket (tenant_id, expires_at);
select protect_tenant_table('socket_ticket', 'select, insert, update, delete');

-- Failed logins by account and by address, in windows. The key is a hash: unknown e-mails are not kept.
create table login_limit (
  key          bytea primary key,
  failures     integer not null,
  window_ends_at timestamptz not null
);
create index login_limit_window on login_limit (window_ends_at);
grant select, insert, update, delete on login_limit to balcao_platform;

create table totp (
  tenant_id      bigint not null,
  user_id        bigint not null,
  secret         text not null,
  confirmed_at   timestamptz,
  -- A code is good once: steps up to this one are spent.
  last_used_step bigint not null default 0,
  primary key (tenant_id, user_id),
  foreign key (tenant_id, user_id) references app_user on delete cascade
);
select protect_tenant_table('totp', 'select, insert, update, delete');

create table recovery_code (
  tenant_id bigint not null,
  user_id   bigint not null,
  code_hash bytea not null,
  used_at   timestamptz,
  primary key (tenant_id, user_id, code_hash),
  foreign key (tenant_id, user_id) references app_user on delete cascade
);
select protect_tenant_table('recovery_code', 'select, insert, update, delete');

-- Who did what. Rows are only ever added.
create table audit (
  tenant_id  bigint not null references tenant,
  id         bigint generated always as identity,
  at         timestamptz not null default now(),
  -- Null: the system itself.
  user_id    bigint,
  action     text not null,
  subject    text,
  details    jsonb not null default '{}',
  address    text,
  request_id text,
  primary key (tenant_id, id)
);
create index audit_time on audit (tenant_id, at desc);
select protect_tenant_table('audit', 'select, insert');

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege';
end
$$;
create trigger audit_append_only before update or delete on audit for each row execute function refuse_change();
create trigger audit_no_truncate before truncate on audit for each statement execute function refuse_change();
