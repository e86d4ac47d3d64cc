-- Waits of a conversation that were over since its customer last wrote: one that goes round in silence comes to an end.
alter table flow_run add column waits integer not null default 0;
