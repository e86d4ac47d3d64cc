-- A page repeats the create of a transfer whose answer was lost. The id it gave the transfer tells it is the same one.
alter table ticket_transfer add column client_id uuid;
create unique index ticket_transfer_once on ticket_transfer (tenant_id, created_by, client_id) where client_id is not null;
