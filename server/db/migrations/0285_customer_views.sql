-- Views are saved of the list of customers, too. Each list has names of its own; `list` is also the permission it takes.
alter table saved_view add column list text not null default 'chat' check (list in ('chat', 'customers'));
drop index saved_view_name;
create unique index saved_view_name on saved_view (tenant_id, user_id, list, lower(name));
