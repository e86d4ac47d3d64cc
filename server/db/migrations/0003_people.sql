-- What a user may do. `administrador` is in each tenant and may see what every attendant does.
create table role (
  tenant_id    bigint not null references tenant,
  id           bigint generated always as identity,
  name         text not null,
  display_name text not null,
  created_at   timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, name)
);
select protect_tenant_table('role', 'select, insert, update, delete');

-- The routes that a role may be given: the same list for all tenants.
create table permission (
  route_name text primary key,
  category   text not null,
  -- Whether only the back-office's tenant may hold it.
  is_backoffice boolean not null default false
);
grant select on permission to balcao_app, balcao_platform;

create table role_permission (
  tenant_id  bigint not null,
  role_id    bigint not null,
  route_name text not null references permission,
  primary key (tenant_id, role_id, route_name),
  foreign key (tenant_id, role_id) references role on delete cascade
);
select protect_tenant_table('role_permission', 'select, insert, update, delete');

create table department (
  tenant_id  bigint not null references tenant,
  id         bigint generated always as identity,
  name       text not null,
  activated  boolean not null default true,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
create unique index department_name on department (tenant_id, lower(name));
select protect_tenant_table('department', 'select, insert, update, delete');

-- One who logs in. A deleted user's row stays, for the names in old conversations; the e-mail becomes free.
create table app_user (
  tenant_id     bigint not null references tenant,
  id            bigint generated always as identity,
  name          text not null,
  username      text not null,
  email         text not null check (email = lower(email)),
  image         text,
  role_id       bigint not null,
  department_id bigint,
  password_hash text not null,
  is_blocked    boolean not null default false,
  -- Whether the user takes attendances now; apart from it, a socket may be open or not.
  is_connected  boolean not null default false,
  connected_at  timestamptz,
  -- The last sign of life; one who is connected but gives none for long is gone.
  last_seen_at  timestamptz,
  created_at    timestamptz not null default now(),
  deleted_at    timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, role_id) references role,
  foreign key (tenant_id, department_id) references department
);
create unique index app_user_email on app_user (email) where deleted_at is null;
create unique index app_user_username on app_user (tenant_id, lower(username)) where deleted_at is null;
create index app_user_role on app_user (tenant_id, role_id);
select protect_tenant_table('app_user', 'select, insert, update');
select let_platform_read('app_user', 'tenant_id, id, email, deleted_at');

-- A number the tenant serves from.
create table instance (
  tenant_id       bigint not null references tenant,
  id              bigint generated always as identity,
  name            text not null,
  channel         text not null default 'whatsapp' check (channel in ('whatsapp', 'sms')),
  phone_number    text,
  -- The provider's name for it: says which tenant a webhook is for.
  phone_number_id text unique,
  access_token    text,
  activated       boolean not null default true,
  is_official     boolean not null default true,
  is_unlimited    boolean not null default false,
  created_at      timestamptz not null default now(),
  primary key (tenant_id, id)
);
select protect_tenant_table('instance', 'select, insert, update, delete');
select let_platform_read('instance', 'tenant_id, id, phone_number_id, activated');

create table user_instance (
  tenant_id   bigint not null,
  id          bigint generated always as identity,
  user_id     bigint not null,
  instance_id bigint not null,
  primary key (tenant_id, id),
  unique (tenant_id, user_id, instance_id),
  foreign key (tenant_id, user_id) references app_user on delete cascade,
  foreign key (tenant_id, instance_id) references instance on delete cascade
);
create index user_instance_instance on user_instance (tenant_id, instance_id);
select protect_tenant_table('user_instance', 'select, insert, update, delete');
