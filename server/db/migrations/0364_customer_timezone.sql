-- A customer's own time zone, for campaigns, in place of the one of their number's area code.
alter table customer add column timezone text;
-- The zones of a campaign's recipients, as they were prepared: customers' and the company's may change meanwhile.
alter table campaign add column zones text[] not null default '{}';

-- An owner that is no superuser sees no rows while the policies are forced.
alter table campaign no force row level security;
alter table campaign_recipient no force row level security;
update campaign k set zones = array(select distinct r.zone from campaign_recipient r
  where r.tenant_id = k.tenant_id and r.campaign_id = k.id and r.zone is not null)
where status <> 'draft';
alter table campaign_recipient force row level security;
alter table campaign force row level security;
