-- The two roles all requests run as. Roles belong to the cluster, not to this database,
-- so another database's migration may have made them already, or be making them right now.
do $$
begin
  begin
    create role balcao_app nologin nosuperuser nobypassrls;
  exception when duplicate_object or unique_violation then null;
  end;
  begin
    create role balcao_platform nologin nosuperuser nobypassrls;
  exception when duplicate_object or unique_violation then null;
  end;
end
$$;

-- An owner that is no superuser has to be a member to become them; who made a role is not yet one.
do $$
declare
  kind text := case when current_setting('server_version_num')::int >= 160000 then 'set' else 'member' end;
  name text;
begin
  foreach name in array array['balcao_app', 'balcao_platform'] loop
    if not pg_has_role(current_user, name, kind) then
      execute format('grant %I to %I', name, current_user);
    end if;
  end loop;
end
$$;

do $$
begin
  execute format('grant usage on schema %I to balcao_app, balcao_platform', current_schema());
end
$$;

-- The tenant of the running transaction, or null when none was named.
create function app_tenant() returns bigint
  language sql stable parallel safe
  return nullif(current_setting('app.tenant_id', true), '')::bigint;

-- Puts a tenant's table behind row-level security: the app role gets `privileges`, on the named tenant's rows only.
create function protect_tenant_table(name regclass, privileges text) returns void
  language plpgsql as $$
begin
  execute format('alter table %s enable row level security', name);
  execute format('alter table %s force row level security', name);
  execute format(
    'create policy tenant_rows on %s to public using (tenant_id = app_tenant()) with check (tenant_id = app_tenant())',
    name);
  execute format('grant %s on %s to balcao_app', privileges, name);
end
$$;

-- Lets the platform role read the given columns of every tenant: only what finds the tenant of an e-mail, a number, a job.
create function let_platform_read(name regclass, columns text) returns void
  language plpgsql as $$
begin
  execute format('create policy platform_reads on %s for select to balcao_platform using (true)', name);
  execute format('grant select (%s) on %s to balcao_platform', columns, name);
end
$$;
