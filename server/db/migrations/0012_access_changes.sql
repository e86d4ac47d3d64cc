-- What a role permits, which role is the administrators', and whether the tenant is there: open sockets follow at once.
create trigger role_permission_access after insert or update or delete on role_permission for each row
  execute function tell_people_changed();
create trigger role_access after update on role for each row
  when (old.name is distinct from new.name)
  execute function tell_people_changed();

create function tell_tenant_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('balcao_people', new.id::text);
  return null;
end
$$;
create trigger tenant_access after update on tenant for each row
  when (old.deleted_at is distinct from new.deleted_at)
  execute function tell_tenant_changed();
