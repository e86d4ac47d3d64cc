-- Until then a node is about to start it: it counts as one whom the account writes to today.
alter table flow_start add column claimed_until timestamptz;
create index flow_start_claimed on flow_start (tenant_id, instance_id) where claimed_until is not null and status = 'waiting';

-- Two launches at once have a customer wait for a flow once.
create unique index flow_start_waiting_once on flow_start (tenant_id, flow_id, customer_id)
  where status = 'waiting' and launch_id is not null;
