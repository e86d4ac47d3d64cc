-- Who of the platform did it: they have no user in this company.
alter table instance_log add column by_name text;
