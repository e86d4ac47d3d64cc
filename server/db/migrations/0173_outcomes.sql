-- How a company's attendances end. One that was removed stays for the tickets that have it.
create table outcome (
  tenant_id  bigint not null references tenant,
  id         bigint generated always as identity,
  name       text not null,
  version    integer not null default 1,
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  primary key (tenant_id, id)
);
create unique index outcome_name on outcome (tenant_id, lower(name)) where deleted_at is null;
select protect_tenant_table('outcome', 'select, insert, update');

-- Of a finished ticket: its outcome, and what that was called then.
alter table chat_ticket
  add column outcome_id bigint,
  add column outcome_name text,
  add foreign key (tenant_id, outcome_id) references outcome;

-- One that is opened again has none, also when a node of the version before opens it.
create function end_outcome() returns trigger language plpgsql as $$
begin
  new.outcome_id := null;
  new.outcome_name := null;
  return new;
end
$$;
create trigger chat_ticket_outcome_end before update of finished_at on chat_ticket for each row
  when (new.finished_at is null and old.outcome_id is not null)
  execute function end_outcome();
