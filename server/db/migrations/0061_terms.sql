-- The platform's terms of use, a version after the other; the last one holds. Never changed once published.
create table terms_version (
  id           bigint generated always as identity primary key,
  title        text not null,
  bytes        bytea not null,
  published_at timestamptz not null default now(),
  published_by text not null
);
grant select on terms_version to balcao_app, balcao_platform;
grant insert on terms_version to balcao_platform;

-- Who accepted which version, when and from where; never taken back.
create table terms_acceptance (
  tenant_id   bigint not null references tenant,
  user_id     bigint not null,
  version_id  bigint not null references terms_version,
  accepted_at timestamptz not null default now(),
  address     text,
  primary key (tenant_id, user_id, version_id),
  foreign key (tenant_id, user_id) references app_user on delete cascade
);
select protect_tenant_table('terms_acceptance', 'select, insert');
select let_platform_read('terms_acceptance', 'tenant_id, version_id');

-- Until then their session is shown nothing; nodes look again.
create trigger terms_access after insert on terms_acceptance for each row execute function tell_people_changed();
