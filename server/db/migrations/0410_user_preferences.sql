-- A user's own settings, as they follow them into every browser; gone with the user.
create table user_preference (
  tenant_id   bigint not null,
  user_id     bigint not null,
  -- As `userPreferencesSchema` of the contract. The text as it was written: pages compare it.
  preferences json not null,
  version     integer not null default 1,
  updated_at  timestamptz not null default now(),
  primary key (tenant_id, user_id),
  foreign key (tenant_id, user_id) references app_user on delete cascade
);
select protect_tenant_table('user_preference', 'select, insert, update, delete');
