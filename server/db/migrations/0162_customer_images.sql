-- Pictures that attendants gave customers: WhatsApp's API has none. As users', for whoever knows the key.
create table customer_image (
  tenant_id   bigint not null,
  key         text not null,
  customer_id bigint not null,
  mime_type   text not null check (mime_type in ('image/png', 'image/jpeg', 'image/webp')),
  bytes       bytea not null,
  created_at  timestamptz not null default now(),
  primary key (tenant_id, key),
  foreign key (tenant_id, customer_id) references customer on delete cascade
);
create index customer_image_customer on customer_image (tenant_id, customer_id);
select protect_tenant_table('customer_image', 'select, insert, update, delete');
