-- Files that campaigns send without a template stand in the ticket once they are answered, as a message's own do.
alter table campaign_file add column width integer;
alter table campaign_file add column height integer;
alter table campaign_file add column has_preview boolean not null default false;
