-- Why a session ended: its user was deleted, or ended it from another one.
alter table session drop constraint session_revoked_reason_check;
alter table session add constraint session_revoked_reason_check
  check (revoked_reason in ('logout', 'reuse', 'disconnected', 'password', 'blocked', 'deleted', 'revoked'));

-- Pictures that were uploaded. Whoever knows the key may see one: it stands in an <img>, which bears no token.
create table user_image (
  tenant_id  bigint not null,
  key        text not null,
  user_id    bigint not null,
  mime_type  text not null check (mime_type in ('image/png', 'image/jpeg', 'image/webp')),
  bytes      bytea not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, key),
  foreign key (tenant_id, user_id) references app_user on delete cascade
);
create index user_image_user on user_image (tenant_id, user_id);
select protect_tenant_table('user_image', 'select, insert, update, delete');

create unique index role_display_name on role (tenant_id, lower(display_name));

-- A user's active people by role: whether an administrator would be left, and who hears of a changed role.
create index app_user_of_role on app_user (tenant_id, role_id) where deleted_at is null;

create index audit_of_user on audit (tenant_id, user_id, at desc);
create index audit_of_action on audit (tenant_id, action, at desc);
