-- When its owner was last told that the window to answer freely soon shuts.
alter table chat_ticket add column window_told_at timestamptz;
create index chat_ticket_window on chat_ticket (last_received_at) where finished_at is null and user_id is not null;
grant select (user_id, instance_id, finished_at, last_received_at, owned_since, window_told_at) on chat_ticket
  to balcao_platform;
grant select (last_seen_at, left_at) on app_user to balcao_platform;
