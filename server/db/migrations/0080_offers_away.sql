-- When the user's last socket closed, or their last session ended; their last sign of life is forgotten then.
alter table app_user add column left_at timestamptz;
-- Taken back by the system since the next user had left: it asked nobody, so they can be asked again.
alter table ticket_transfer add column was_away boolean not null default false;
