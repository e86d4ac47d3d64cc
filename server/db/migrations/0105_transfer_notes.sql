-- What the sender of a transfer tells its receiver; null for nothing.
alter table ticket_transfer add column note text;
