alter table flow_start
  -- The rules that had it start, one by another.
  add column rule_chain bigint[] not null default '{}',
  -- The values that the flow's variables begin with.
  add column vars jsonb not null default '{}';
