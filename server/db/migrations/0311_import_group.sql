-- A group that an import's customers become members of, as they come in; null: none.
alter table customer_import add column group_id bigint;
alter table customer_import add foreign key (tenant_id, group_id) references customer_group;
