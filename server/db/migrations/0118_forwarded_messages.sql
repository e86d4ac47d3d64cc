-- Written elsewhere first: by a customer's phone, or forwarded by an attendant.
alter table message add column is_forwarded boolean not null default false;
