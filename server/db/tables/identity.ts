import type { Generated } from 'kysely';
import type { Id, Now } from './columns.ts';

export type IdentityProviderTable = {
  tenant_id: Id;
  enabled: boolean;
  label: string;
  issuer: string;
  client_id: string;
  sealed_secret: string | null;
  email_domain: string;
  creates_users: boolean;
  role_id: Id | null;
  version: Generated<number>;
};
export type IdentityLinkTable = { tenant_id: Id; issuer: string; subject: string; user_id: Id; created_at: Now };
export type IdentityGrantTable = {
  tenant_id: Id;
  code_hash: Buffer;
  browser_hash: Buffer;
  user_id: Id;
  expires_at: Date;
  used_at: Date | null;
};
