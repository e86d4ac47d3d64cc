-- Finds the companies where somebody is asked by the system, whatever their departments say by now.
create index ticket_transfer_automatic on ticket_transfer (tenant_id)
  where created_by is null and transferred_at is null and deleted_at is null;
grant select (created_by) on ticket_transfer to balcao_platform;
