-- The message that was not delivered and that this one sends once more, to the same customer.
alter table message add column repeats_id bigint;
