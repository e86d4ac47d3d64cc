-- Videos that the platform shows to everybody.
create table training_video (
  id          bigint generated always as identity primary key,
  title       text not null,
  description text not null default '',
  url         text not null check (url like 'https://%'),
  -- Null: for readers of every language.
  language    text check (language in ('pt_BR', 'en', 'pt')),
  position    integer not null default 1,
  version     integer not null default 1,
  created_at  timestamptz not null default now()
);
grant select on training_video to balcao_app, balcao_platform;
grant insert, update, delete on training_video to balcao_platform;

-- What each user has watched.
create table training_video_watched (
  tenant_id  bigint not null references tenant,
  user_id    bigint not null,
  video_id   bigint not null references training_video on delete cascade,
  watched_at timestamptz not null default now(),
  primary key (tenant_id, user_id, video_id),
  foreign key (tenant_id, user_id) references app_user on delete cascade
);
select protect_tenant_table('training_video_watched', 'select, insert, delete');
