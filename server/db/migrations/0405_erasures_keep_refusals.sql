-- A version before kept_refusal, running beside this one or put back, would erase customers and forget what they refused. It is
-- told to try later instead: an erasure can be done again, a lost refusal can't. By the time its statement is seen, it has
-- already unblocked them, so who refused nothing can't be told from who did.
create function require_kept_refusals() returns trigger language plpgsql as $$
begin
  if current_setting('app.keeps_refusals', true) is distinct from 'on' then
    raise exception 'This version keeps nothing of what an erased customer refused' using errcode = 'lock_not_available';
  end if;
  return new;
end $$;
create trigger customer_keeps_refusals before update of erased_at on customer for each row
  when (old.erased_at is null and new.erased_at is not null) execute function require_kept_refusals();
