-- Files that campaigns send without a template, of more kinds; in the ticket, once it is answered, as a message's own.
alter table campaign_file add column width integer;
alter table campaign_file add column height integer;
alter table campaign_file add column has_preview boolean not null default false;
alter table campaign_file drop constraint campaign_file_kind_check;
alter table campaign_file add constraint campaign_file_kind_check
  check (kind in ('image', 'video', 'document', 'audio')) not valid;
