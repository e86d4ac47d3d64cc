-- An owner that is no superuser sees no rows while the policies are forced. First of all, so that nobody who waits for
-- this one holds another.
alter table flow_start no force row level security;

-- How many starts of each day came to what, as changes that are added up: counting a million rows for each page that
-- shows them takes too long, and one row that all change would be waited for.
create table flow_start_tally (
  tenant_id bigint not null,
  id        bigint generated always as identity,
  flow_id   bigint not null,
  -- 0: of none.
  launch_id bigint not null,
  -- On which it was asked for, in UTC.
  day       date not null,
  status    text not null,
  -- Empty: none.
  reason    text not null,
  count     bigint not null,
  -- Changes added up, one row of a kind.
  is_sum    boolean not null default false,
  primary key (tenant_id, id)
);
create unique index flow_start_tally_sum on flow_start_tally (tenant_id, flow_id, launch_id, day, status, reason)
  where is_sum;
create index flow_start_tally_of on flow_start_tally (tenant_id, flow_id, launch_id, day);
create index flow_start_tally_change on flow_start_tally (tenant_id) where not is_sum;
select protect_tenant_table('flow_start_tally', 'select, insert, update, delete');

-- Whoever changes starts needn't think of it. What changes nothing that is counted leaves no row.
create function tally_flow_starts() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into flow_start_tally (tenant_id, flow_id, launch_id, day, status, reason, count)
    select tenant_id, flow_id, coalesce(launch_id, 0), (created_at at time zone 'UTC')::date, status,
      coalesce(reason, ''), count(*)
    from stored group by 1, 2, 3, 4, 5, 6;
  elsif tg_op = 'DELETE' then
    insert into flow_start_tally (tenant_id, flow_id, launch_id, day, status, reason, count)
    select tenant_id, flow_id, coalesce(launch_id, 0), (created_at at time zone 'UTC')::date, status,
      coalesce(reason, ''), -count(*)
    from gone group by 1, 2, 3, 4, 5, 6;
  else
    insert into flow_start_tally (tenant_id, flow_id, launch_id, day, status, reason, count)
    select tenant_id, flow_id, coalesce(launch_id, 0), (created_at at time zone 'UTC')::date, status,
      coalesce(reason, ''), sum(change)
    from (select *, 1 as change from stored union all select *, -1 from gone) changed
    group by 1, 2, 3, 4, 5, 6 having sum(change) <> 0;
  end if;
  return null;
end
$$;
create trigger flow_starts_added after insert on flow_start referencing new table as stored for each statement
  execute function tally_flow_starts();
create trigger flow_starts_changed after update on flow_start referencing new table as stored old table as gone
  for each statement execute function tally_flow_starts();
create trigger flow_starts_deleted after delete on flow_start referencing old table as gone for each statement
  execute function tally_flow_starts();

alter table flow_start_tally no force row level security;
insert into flow_start_tally (tenant_id, flow_id, launch_id, day, status, reason, count, is_sum)
select tenant_id, flow_id, coalesce(launch_id, 0), (created_at at time zone 'UTC')::date, status, coalesce(reason, ''),
  count(*), true
from flow_start group by 1, 2, 3, 4, 5, 6;
alter table flow_start_tally force row level security;
alter table flow_start force row level security;
