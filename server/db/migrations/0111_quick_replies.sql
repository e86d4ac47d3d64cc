-- Texts that attendants insert by a shortcut: the company's, or one user's own.
create table quick_reply (
  tenant_id  bigint not null references tenant,
  id         bigint generated always as identity,
  -- Null: the company's.
  user_id    bigint,
  shortcut   text not null,
  body       text not null,
  version    integer not null default 1,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references app_user on delete cascade
);
create unique index quick_reply_shortcut on quick_reply (tenant_id, coalesce(user_id, 0), lower(shortcut));
select protect_tenant_table('quick_reply', 'select, insert, update, delete');
