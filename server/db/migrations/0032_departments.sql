-- How a department serves the customers of its instances.
alter table department
  -- Sent when a ticket opens in, and first written to out of, its hours; null: nothing.
  add column greeting text,
  add column off_hours_text text,
  -- `[{"weekday": 0-6 from Sunday, "opens": "08:00", "closes": "18:00"}]`; null: always open. A span that closes
  -- no later than it opens ends on the next day.
  add column opening_hours jsonb,
  -- `[{"day": "2026-12-25", "name": "Natal", "yearly": true}]`
  add column holidays jsonb not null default '[]',
  add column distribution text not null default 'manual' check (distribution in ('manual', 'least_busy', 'round_robin')),
  -- Open tickets that one attendant is given; null: any number.
  add column max_open_tickets integer check (max_open_tickets > 0),
  -- Offers a ticket to somebody else when its customer waits so long; null: never.
  add column transfer_after_minutes integer check (transfer_after_minutes > 0),
  -- Whose turn it was last.
  add column last_assigned_to bigint,
  add column version integer not null default 1;
select let_platform_read('department', 'tenant_id, id, activated, transfer_after_minutes');

-- Which department the customers of an instance come to.
alter table instance
  add column department_id bigint,
  add foreign key (tenant_id, department_id) references department;
create index instance_department on instance (tenant_id, department_id) where department_id is not null;

-- Which department a ticket came to; a deleted one's id may stay in finished tickets.
alter table chat_ticket
  add column department_id bigint,
  add column off_hours_told_at timestamptz;
create index chat_ticket_of_department on chat_ticket (tenant_id, department_id)
  where finished_at is null and department_id is not null;
create index app_user_department on app_user (tenant_id, department_id) where department_id is not null;

-- Whether a department is open at a moment of its tenant's wall clock.
create function department_is_open(hours jsonb, holidays jsonb, local timestamp) returns boolean
  language sql immutable parallel safe
  return (
    with days as (
      select offset_days, local - make_interval(days => offset_days) as day, to_char(local, 'HH24:MI') as clock
      from (values (0), (1)) as of_day (offset_days)),
    working as (
      select offset_days, day, clock from days
      where not exists (select from jsonb_array_elements(holidays) as h (holiday)
        where holiday->>'day' = to_char(day, 'YYYY-MM-DD')
          or ((holiday->>'yearly')::boolean and right(holiday->>'day', 5) = to_char(day, 'MM-DD'))))
    select case when hours is null then exists (select from working where offset_days = 0)
      else exists (
        select from working cross join jsonb_array_elements(hours) as s (span)
        where (span->>'weekday')::integer = extract(dow from day)
          and case when offset_days = 0
            then clock >= span->>'opens' and (clock < span->>'closes' or span->>'closes' <= span->>'opens')
            else clock < span->>'closes' and span->>'closes' <= span->>'opens' end) end);
