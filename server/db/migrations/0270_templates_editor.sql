-- Templates that are written here. A draft has the status DRAFT, and as provider_id one of its own until the provider
-- gives it one; a version that doesn't know drafts finds no approved template in it.
alter table message_template
  -- The form as it was typed: a draft, or a change that wasn't submitted yet.
  add column draft            jsonb,
  add column version          integer not null default 1,
  -- What the provider says about a rejection, in its words.
  add column reason_text      text,
  add column paused_until     timestamptz,
  -- Until when a node that submits it may.
  add column submitting_until timestamptz,
  -- Since when it isn't known whether the provider has it.
  add column lost_at          timestamptz;
grant delete on message_template to balcao_app;

-- Examples of headers, by the handles that the provider gave for them.
create table template_file (
  tenant_id  bigint not null references tenant,
  id         bigint generated always as identity,
  waba_id    text not null,
  user_id    bigint not null,
  client_id  uuid not null,
  kind       text not null check (kind in ('image', 'video', 'document')),
  name       text not null,
  handle     text not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, user_id, client_id)
);
select protect_tenant_table('template_file', 'select, insert, update');
