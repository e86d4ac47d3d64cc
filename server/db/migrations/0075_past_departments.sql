-- What deleted departments were called: reports still count finished tickets for them.
create table past_department (
  tenant_id bigint not null references tenant,
  id        bigint not null,
  name      text not null,
  primary key (tenant_id, id)
);
select protect_tenant_table('past_department', 'select, insert');

-- Those that are gone already. The owner sees rows of the tenant that is named only.
alter table audit no force row level security;
alter table past_department no force row level security;
insert into past_department (tenant_id, id, name)
select distinct on (tenant_id, subject) tenant_id, split_part(subject, ':', 2)::bigint, details->>'name'
from audit where action = 'department.delete' and subject ~ '^department:\d{1,18}$' and details->>'name' is not null
order by tenant_id, subject, id desc;
alter table past_department force row level security;
alter table audit force row level security;
