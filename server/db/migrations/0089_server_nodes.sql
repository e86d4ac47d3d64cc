-- The servers that run on this database. Each counts up as long as it lives; one whose count stands still is dead.
create table server_node (
  id         uuid primary key,
  beats      bigint not null default 0,
  started_at timestamptz not null default now()
);
grant select, insert, update, delete on server_node to balcao_platform;

-- The node that last saw the user's socket. When it dies the user is gone, unless another has seen one since.
alter table app_user add column node_id uuid;
create index app_user_node on app_user (node_id) where node_id is not null;
grant select (node_id) on app_user to balcao_platform;
