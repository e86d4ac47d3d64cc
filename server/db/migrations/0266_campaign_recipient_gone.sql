-- Those under way to a customer: they count as heard, and keep the customer from being merged.
create index campaign_recipient_under_way on campaign_recipient (tenant_id, customer_id)
  where state in ('sending', 'uncertain');

-- A row that goes, as when two customers are merged, leaves its campaign's counts.
create function tally_recipients_gone() returns trigger language plpgsql as $$
begin
  insert into campaign_tally (tenant_id, campaign_id, state, count)
  select tenant_id, campaign_id, state, sum(step) from (
    select tenant_id, campaign_id, state, -1 as step from gone
    union all select tenant_id, campaign_id, 'answered', -1 from gone where answered_at is not null) steps
  group by 1, 2, 3;
  return null;
end
$$;
create trigger campaign_recipients_gone after delete on campaign_recipient referencing old table as gone
  for each statement execute function tally_recipients_gone();
