-- A company that serves its customers here. The platform's back-office is one too.
create table tenant (
  id              bigint generated always as identity primary key,
  slug            text not null unique check (slug ~ '^[a-z0-9][a-z0-9-]{0,62}$'),
  name            text not null,
  cnpj            text,
  is_backoffice   boolean not null default false,
  timezone        text not null default 'America/Sao_Paulo',
  created_at      timestamptz not null default now(),
  deleted_at      timestamptz,
  -- The last position of the tenant's event stream; its row lock orders every change of the tenant.
  stream_position bigint not null default 0,
  -- Positions up to here were trimmed: a reader behind it must fetch afresh.
  stream_floor    bigint not null default 0,
  -- Changes when positions start over (a restored backup), so that no client resumes across it.
  epoch           uuid not null default gen_random_uuid(),
  -- Protocols count from 1 on each day of the tenant's calendar.
  protocol_day    date not null default '2000-01-01',
  protocol_count  integer not null default 0
);

alter table tenant enable row level security;
alter table tenant force row level security;
create policy tenant_rows on tenant to public using (id = app_tenant()) with check (id = app_tenant());
create policy platform_reads on tenant for select to balcao_platform using (true);
create policy platform_adds on tenant for insert to balcao_platform with check (true);
create policy platform_edits on tenant for update to balcao_platform using (true) with check (true);
grant select, update (stream_position, stream_floor, protocol_day, protocol_count) on tenant to balcao_app;
grant select, insert, update on tenant to balcao_platform;

-- What happened in a tenant, in order: written in the transaction that changed it, read by every node.
create table event (
  tenant_id  bigint not null references tenant,
  position   bigint not null,
  name       text not null,
  -- Kept as text was given: it is sent on, never queried.
  data       json not null,
  audience   jsonb not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, position)
);
select protect_tenant_table('event', 'select, insert, delete');
