-- A company's OpenID Connect provider: who may log in with it, and what they are when they come first.
create table identity_provider (
  tenant_id     bigint primary key references tenant,
  enabled       boolean not null,
  label         text not null,
  issuer        text not null,
  client_id     text not null,
  -- Null: a client without one, which PKCE alone protects.
  sealed_secret text,
  -- Without the @: only e-mails of it are let in.
  email_domain  text not null,
  creates_users boolean not null,
  role_id       bigint,
  version       integer not null default 1,
  foreign key (tenant_id, role_id) references role on delete set null (role_id)
);
select protect_tenant_table('identity_provider', 'select, insert, update');

-- Who somebody is at the provider: e-mails are given to others in time, a subject never is.
create table identity_link (
  tenant_id  bigint not null,
  issuer     text not null,
  subject    text not null,
  user_id    bigint not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, issuer, subject),
  unique (tenant_id, issuer, user_id),
  foreign key (tenant_id, user_id) references app_user on delete cascade
);
select protect_tenant_table('identity_link', 'select, insert, update, delete');

-- Lets a browser that came back from the provider in, once, within a minute.
create table identity_grant (
  tenant_id    bigint not null,
  code_hash    bytea not null,
  -- Of a secret in that browser's cookie: the address alone lets nobody in.
  browser_hash bytea not null,
  user_id      bigint not null,
  expires_at   timestamptz not null,
  used_at      timestamptz,
  primary key (tenant_id, code_hash),
  foreign key (tenant_id, user_id) references app_user on delete cascade
);
select protect_tenant_table('identity_grant', 'select, insert, update, delete');
