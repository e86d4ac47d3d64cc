-- A flow's answer changes nothing of its ticket that is indexed: with room in the page its update leaves the indices alone.
alter table chat_ticket set (fillfactor = 80);
