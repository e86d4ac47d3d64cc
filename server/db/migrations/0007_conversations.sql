-- Names the text that explains `error_code`; the channel knows it, and the catalogues have it.
alter table message add column error_key text;

-- WhatsApp hides some customers' numbers behind a user id (`BR.1502576394655843`): it is their address then.
alter table customer drop constraint customer_phone_number_check;
alter table customer add constraint customer_address
  check (phone_number ~ '^[0-9]{5,20}$' or phone_number ~ '^[A-Z]{2}(\.ENT)?\.[A-Za-z0-9]{1,128}$');
alter table customer add column provider_user_id text;
create unique index customer_provider_user on customer (tenant_id, provider_user_id) where provider_user_id is not null;

-- Whose answer a pending transfer waits for.
create index ticket_transfer_of_next on ticket_transfer (tenant_id, next_user_id)
  where transferred_at is null and deleted_at is null;

-- Who may see what has changed: nodes look again before they send another frame.
create function tell_people_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('balcao_people', coalesce(new.tenant_id, old.tenant_id)::text);
  return null;
end
$$;
create trigger app_user_access after update on app_user for each row
  when (old.is_blocked is distinct from new.is_blocked or old.role_id is distinct from new.role_id
    or old.deleted_at is distinct from new.deleted_at)
  execute function tell_people_changed();
create trigger user_instance_access after insert or update or delete on user_instance for each row
  execute function tell_people_changed();
create trigger session_end after update on session for each row
  when (old.revoked_at is null and new.revoked_at is not null)
  execute function tell_people_changed();
