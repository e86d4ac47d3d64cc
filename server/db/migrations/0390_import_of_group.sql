-- Whether the customers of a group's file are still coming in.
create index customer_import_of_group on customer_import (tenant_id, group_id) where group_id is not null;
