-- Of a ticket that was put into a department's queue: that department. It may be deleted since.
alter table conversation_event add column department_id bigint;
