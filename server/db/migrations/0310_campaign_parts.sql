-- What a part of a campaign says in place of the first part's message, which is the campaign's; frozen when it starts.
create table campaign_part (
  tenant_id   bigint not null,
  campaign_id bigint not null,
  batch       smallint not null check (batch > 1),
  -- One of the two.
  template_id bigint,
  message     text,
  file_id     bigint,
  variables   jsonb not null default '[]',
  content     jsonb,
  primary key (tenant_id, campaign_id, batch),
  check ((template_id is null) <> (message is null)),
  foreign key (tenant_id, campaign_id) references campaign,
  foreign key (tenant_id, template_id) references message_template,
  foreign key (tenant_id, file_id) references campaign_file
);
create index campaign_part_template on campaign_part (tenant_id, template_id) where template_id is not null;
create index campaign_part_file on campaign_part (tenant_id, file_id) where file_id is not null;
select protect_tenant_table('campaign_part', 'select, insert, update, delete');

-- Of which part's message a test is.
alter table campaign_test add column batch smallint not null default 1;
