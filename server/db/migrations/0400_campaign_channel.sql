-- By what a campaign goes; its instances are all of that channel. The text of one by SMS is its message, which nobody changes once it has
-- begun: it has no content of its own, so that a version that knows WhatsApp's rules alone claims nothing from it.
alter table campaign add column channel text not null default 'whatsapp' check (channel in ('whatsapp', 'sms'));
-- Nor may such a version start one that was made beside it.
alter table campaign add check (channel <> 'sms' or content is null);
-- How many SMS it takes: each is charged.
alter table campaign_recipient add column segments smallint;

-- Nor does such a version choose who gets it: recipients of a campaign by SMS are added with their price category.
create or replace function tally_recipients_added() returns trigger language plpgsql as $$
begin
  if exists (
    select from (select distinct tenant_id, campaign_id from added where price_category is distinct from 'sms') others
    join campaign m on m.tenant_id = others.tenant_id and m.id = others.campaign_id and m.channel = 'sms') then
    raise exception 'recipients of a campaign by SMS are added by versions that know of it';
  end if;
  insert into campaign_tally (tenant_id, campaign_id, state, count)
  select tenant_id, campaign_id, state, count(*) from added group by 1, 2, 3;
  return null;
end
$$;

-- sms: a test that goes by SMS, which a version before this would send through Meta with the other provider's token.
alter table campaign_test drop constraint campaign_test_state_check;
alter table campaign_test add constraint campaign_test_state_check
  check (state in ('pending', 'rich', 'sms', 'sending', 'sent', 'failed', 'uncertain')) not valid;
drop index campaign_test_due;
create index campaign_test_due on campaign_test (tenant_id, id) where state in ('pending', 'rich', 'sms', 'sending');

create function require_sms_test() returns trigger language plpgsql as $$
begin
  if new.state <> 'sms' and exists (
    select from campaign m where m.tenant_id = new.tenant_id and m.id = new.campaign_id and m.channel = 'sms') then
    raise exception 'tests of a campaign by SMS are added by versions that know of it';
  end if;
  return new;
end
$$;
create trigger campaign_test_of_sms before insert on campaign_test for each row execute function require_sms_test();
