-- The version that the last change of the group's name or audience made: a form is outdated by that, not by another count.
alter table customer_group add column edited_version integer not null default 1;
