-- A customer's own time zone, for campaigns, in place of the one of their number's area code.
alter table customer add column timezone text;
-- The zones of a campaign's recipients, as they were prepared: customers' and the company's may change meanwhile.
alter table campaign add column zones text[] not null default '{}';
