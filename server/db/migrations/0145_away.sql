-- Whether users set themselves away: that outlives reloads, reconnections and logins, unlike `is_connected`.
alter table app_user add column is_away boolean not null default false;
