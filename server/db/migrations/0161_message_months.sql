-- Before anything of messages: a change locks its company first, and would wait for this while this waits for it.
alter table tenant no force row level security;

-- Sent messages by month of the company's time zone and by instance, so that a monthly limit costs each send a few rows.
create table message_month (
  tenant_id   bigint not null references tenant,
  month       date not null,
  instance_id bigint not null,
  sent        bigint not null default 0,
  primary key (tenant_id, month, instance_id)
) with (fillfactor = 50);
select protect_tenant_table('message_month', 'select, insert, update, delete');

-- Whoever stores messages, the version before included, needn't think of it.
create function count_month() returns trigger language plpgsql as $$
begin
  insert into message_month (tenant_id, month, instance_id, sent)
  select stored.tenant_id, date_trunc('month', stored.created_at at time zone t.timezone)::date, stored.instance_id, count(*)
  from stored join tenant t on t.id = stored.tenant_id
  where stored.type = 0 and not stored.is_quiet and not stored.recovered
  group by 1, 2, 3
  on conflict (tenant_id, month, instance_id) do update set sent = message_month.sent + excluded.sent;
  return null;
end
$$;
create trigger message_month_counted after insert on message referencing new table as stored for each statement
  execute function count_month();

-- Counts a tenant's months anew out of its tally.
create function recount_months(of_tenant bigint) returns void language sql as $$
  delete from message_month where tenant_id = of_tenant;
  insert into message_month (tenant_id, month, instance_id, sent)
  select tally.tenant_id, date_trunc('month', tally.slot at time zone t.timezone)::date, tally.instance_id, sum(tally.sent)
  from message_tally tally join tenant t on t.id = tally.tenant_id
  where tally.tenant_id = of_tenant and tally.sent > 0 group by 1, 2, 3;
$$;

-- Whoever counts the reports anew gets the months with them.
alter function recount_reports(bigint) rename to recount_tally;
create function recount_reports(of_tenant bigint) returns void language plpgsql as $$
begin
  perform recount_tally(of_tenant);
  perform recount_months(of_tenant);
end
$$;

-- The month that counts, and the one before it for companies where it hasn't ended: everybody waits for this. The owner
-- sees rows of the tenant that is named only, and so names one after the other.
do $$
declare
  one bigint;
begin
  for one in select id from tenant order by id loop
    perform set_config('app.tenant_id', one::text, true);
    insert into message_month (tenant_id, month, instance_id, sent)
    select tally.tenant_id, date_trunc('month', tally.slot at time zone t.timezone)::date, tally.instance_id, sum(tally.sent)
    from message_tally tally join tenant t on t.id = tally.tenant_id
    where tally.tenant_id = one and tally.sent > 0
      and tally.slot >= (date_trunc('month', now() at time zone t.timezone) - interval '1 month') at time zone t.timezone
    group by 1, 2, 3;
  end loop;
  perform set_config('app.tenant_id', '', true);
end
$$;
alter table tenant force row level security;
