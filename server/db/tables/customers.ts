import type { Generated } from 'kysely';
import type { ConsentOrigin } from '../../../contract/facts/customers.ts';
import type { AudienceNode } from '../../../contract/entities/audience-tree.ts';
import type { Id, Identity, Json, Now } from './columns.ts';

export type ConsentKind = 'granted' | 'revoked';

/** Append-only; a trigger copies the latest consent to the customer. */
export type ConsentTable = {
  tenant_id: Id;
  id: Identity;
  customer_id: Id;
  channel: 'whatsapp' | 'sms';
  purpose: 'marketing';
  kind: ConsentKind;
  said_at: Date;
  origin: ConsentOrigin;
  evidence: string | null;
  declared_by: Id | null;
  import_id: Generated<Id | null>;
  created_at: Now;
};

export type BlockedContactTable = {
  tenant_id: Id;
  address: string;
  reason: string | null;
  blocked_by: Id | null;
  is_kept: Generated<boolean>;
  created_at: Now;
};

/** One row per company that ever erased somebody who had refused something. */
export type RefusalKeyTable = { tenant_id: Id; sealed_key: string };

export type KeptRefusalTable = { tenant_id: Id; hash: string; person: string; refused: string[] };

export type AudienceTable = {
  tenant_id: Id;
  id: Identity;
  name: string;
  tree: Json<AudienceNode>;
  version: Generated<number>;
  created_by: Id | null;
  created_at: Now;
  updated_at: Now;
  deleted_at: Date | null;
};

/** `audience_id` null: members are chosen one by one. */
export type CustomerGroupTable = {
  tenant_id: Id;
  id: Identity;
  name: string;
  audience_id: Id | null;
  filled_at: Date | null;
  fill_wanted_at: Generated<Date | null>;
  fill_after: Generated<string>;
  member_count: Generated<number>;
  version: Generated<number>;
  edited_version: Generated<number>;
  created_at: Now;
  deleted_at: Date | null;
};

export type CustomerGroupMemberTable = { tenant_id: Id; group_id: Id; customer_id: Id; created_at: Now };
