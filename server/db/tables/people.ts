import type { Generated } from 'kysely';
import type { UserPreferences } from '../../../contract/entities/user-preferences.ts';
import type { Id, Identity, Json, Now } from './columns.ts';

export type RoleTable = { tenant_id: Id; id: Identity; name: string; display_name: string; created_at: Now };

export type PermissionTable = {
  route_name: string;
  category: string;
  is_backoffice: Generated<boolean>;
  feature: string | null;
};

export type RolePermissionTable = { tenant_id: Id; role_id: Id; route_name: string };

export type AppUserTable = {
  tenant_id: Id;
  id: Identity;
  name: string;
  username: string;
  /** Lower case. */
  email: string;
  image: string | null;
  role_id: Id;
  department_id: Id | null;
  password_hash: string;
  is_blocked: Generated<boolean>;
  is_connected: Generated<boolean>;
  /** Set by the users themselves, until they undo it. */
  is_away: Generated<boolean>;
  connected_at: Date | null;
  last_seen_at: Date | null;
  left_at: Date | null;
  node_id: string | null;
  /** The back-office user behind a support user. */
  support_user_id: Id | null;
  created_at: Now;
  deleted_at: Date | null;
};

export type UserImageTable = {
  tenant_id: Id;
  key: string;
  user_id: Id;
  mime_type: string;
  bytes: Buffer;
  created_at: Now;
};

export type UserPreferenceTable = {
  tenant_id: Id;
  user_id: Id;
  preferences: Json<UserPreferences>;
  version: Generated<number>;
  updated_at: Now;
};

export type CustomerImageTable = Omit<UserImageTable, 'user_id'> & { customer_id: Id };

export type UserInstanceTable = { tenant_id: Id; id: Identity; user_id: Id; instance_id: Id };

export type InvitationTable = {
  tenant_id: Id;
  id: Identity;
  /** Lower case. */
  email: string;
  role_id: Id;
  department_id: Id | null;
  instance_ids: Generated<Id[]>;
  locale: string;
  invited_by: Id | null;
  token_hash: Buffer | null;
  created_at: Now;
  expires_at: Date;
  accepted_at: Date | null;
  revoked_at: Date | null;
};
