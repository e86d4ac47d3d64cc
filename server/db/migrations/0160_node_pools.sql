-- The pools whose companies' jobs and sends a server runs; null, as of servers before: all.
alter table server_node add column pools text[];
