-- Each of a customer's messages updates its run and its ticket: with room in their pages most of that leaves the indices alone.
alter table flow_run set (fillfactor = 60);
alter table chat_ticket set (fillfactor = 80);
