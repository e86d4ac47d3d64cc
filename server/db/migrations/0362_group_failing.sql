-- Since when a group's members can't be taken from its audience, while that is tried again; null: it goes on.
alter table customer_group add column fill_failed_at timestamptz;
