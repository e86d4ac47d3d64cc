-- What customers allowed or forbade, and who says so: rows are only added, as the company bears the burden of proof.
create table consent (
  tenant_id   bigint not null,
  id          bigint generated always as identity,
  customer_id bigint not null,
  channel     text not null check (channel in ('whatsapp', 'sms')),
  purpose     text not null check (purpose in ('marketing')),
  kind        text not null check (kind in ('granted', 'revoked')),
  -- When they said it, which an import or a person may only declare later.
  said_at     timestamptz not null,
  origin      text not null check (origin in ('customer', 'attendant', 'import', 'provider')),
  -- In words, as far as the origin doesn't say it: the form, the event, the answer.
  evidence    text,
  declared_by bigint,
  created_at  timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, customer_id) references customer on delete cascade,
  foreign key (tenant_id, declared_by) references app_user
);
create index consent_of_customer on consent (tenant_id, customer_id, id desc);
select protect_tenant_table('consent', 'select, insert, update, delete');

-- The last word of each channel; null: nothing was ever said.
alter table customer
  add column whatsapp_consent text check (whatsapp_consent in ('granted', 'revoked')),
  add column sms_consent text check (sms_consent in ('granted', 'revoked'));

create function keep_last_consent() returns trigger language plpgsql as $$
begin
  if new.channel = 'whatsapp' then
    update customer set whatsapp_consent = new.kind where tenant_id = new.tenant_id and id = new.customer_id;
  else
    update customer set sms_consent = new.kind where tenant_id = new.tenant_id and id = new.customer_id;
  end if;
  return null;
end
$$;
create trigger consent_kept after insert on consent for each row execute function keep_last_consent();

-- Those who declined marketing messages at WhatsApp.
alter table customer no force row level security;
alter table consent no force row level security;
insert into consent (tenant_id, customer_id, channel, purpose, kind, said_at, origin)
select tenant_id, id, 'whatsapp', 'marketing', 'revoked', declined_marketing_at, 'provider'
from customer where declined_marketing_at is not null;
alter table consent force row level security;
alter table customer force row level security;
