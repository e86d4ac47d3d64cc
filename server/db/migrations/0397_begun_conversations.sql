-- Sent by an attendant while the customer's window was closed: it uses the account's limit of a day.
alter table message add column begins_conversation boolean;
