-- First segments of paths that are ours, as in server/domain/tenants.ts: a test holds the two against each other.
alter table tenant add constraint tenant_slug_free check (slug not in (
  'api', 'ws', 'webhooks', 'healthz', 'readyz', 'metrics', 'emulator', 'config.json', 'assets'));
