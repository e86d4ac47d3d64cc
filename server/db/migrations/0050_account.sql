-- Whether everybody of a company needs a second factor: who has none can do nothing but set one up.
alter table tenant add column two_factor_required boolean not null default false;
grant update (two_factor_required) on tenant to balcao_app;

-- Who owes a second factor is shown nothing; nodes look again when that changes.
create function tell_company_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('balcao_people', new.id::text);
  return null;
end
$$;
create trigger tenant_second_factor after update on tenant for each row
  when (old.two_factor_required is distinct from new.two_factor_required)
  execute function tell_company_changed();
create trigger totp_access after update or delete on totp for each row execute function tell_people_changed();

-- Nothing wrote secrets in the clear yet; from now on they are sealed with the server's key.
delete from totp;
alter table totp rename column secret to sealed_secret;
alter table totp add column created_at timestamptz not null default now();

-- Codes are shown before they are good: they replace the ones before once the user has shown a code.
alter table recovery_code add column is_active boolean not null default false;

-- Lets who forgot their password choose another, once. Only the hash of what the mail carries is kept.
create table password_reset (
  tenant_id  bigint not null,
  token_hash bytea not null,
  user_id    bigint not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at    timestamptz,
  primary key (tenant_id, token_hash),
  foreign key (tenant_id, user_id) references app_user on delete cascade
);
create index password_reset_user on password_reset (tenant_id, user_id);
select protect_tenant_table('password_reset', 'select, insert, update, delete');

-- Somebody asked to join a company, with what they will be there.
create table invitation (
  tenant_id     bigint not null references tenant,
  id            bigint generated always as identity,
  email         text not null check (email = lower(email)),
  role_id       bigint not null,
  department_id bigint,
  instance_ids  bigint[] not null default '{}',
  locale        text not null default 'pt_BR',
  -- Null: the platform.
  invited_by    bigint,
  -- Of the last mail; null until one was sent.
  token_hash    bytea,
  created_at    timestamptz not null default now(),
  expires_at    timestamptz not null,
  accepted_at   timestamptz,
  revoked_at    timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, role_id) references role on delete cascade,
  foreign key (tenant_id, department_id) references department on delete set null (department_id)
);
create unique index invitation_open on invitation (tenant_id, email) where accepted_at is null and revoked_at is null;
select protect_tenant_table('invitation', 'select, insert, update, delete');

-- Mails to be written. One asked for is there whether its address is known or not, so it belongs to no tenant.
create table mail_job (
  id         bigint generated always as identity primary key,
  payload    jsonb not null,
  attempts   integer not null default 0,
  run_at     timestamptz not null default now(),
  created_at timestamptz not null default now()
);
create index mail_job_due on mail_job (run_at);
grant select, insert, update, delete on mail_job to balcao_platform;
