-- Exits that a conversation took without its customer: a call that is made again and again by its own answers comes to an end.
alter table flow_run add column automatic integer not null default 0;
