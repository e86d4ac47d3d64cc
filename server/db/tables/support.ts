import type { Generated } from 'kysely';
import type { Locale } from '../../../contract/facts/locales.ts';
import type { Id, Identity, Json, Now } from './columns.ts';

export type MaintenanceTable = {
  one: Generated<boolean>;
  is_on: Generated<boolean>;
  message: string | null;
  ends_at: Date | null;
  since: Date | null;
  version: Generated<number>;
};

export type DatabaseIdentityTable = {
  one: Generated<boolean>;
  identity: string | null;
};

export type TermsVersionTable = {
  id: Identity;
  title: string;
  bytes: Buffer;
  published_at: Now;
  published_by: string;
};
export type TermsAcceptanceTable = {
  tenant_id: Id;
  user_id: Id;
  version_id: Id;
  accepted_at: Now;
  address: string | null;
};

export type TenantSettingTable = {
  tenant_id: Id;
  key: string;
  value: Json<unknown>;
  version: Generated<number>;
  changed_by: Id | null;
  changed_at: Now;
};

export type TrainingVideoTable = {
  id: Identity;
  title: string;
  description: Generated<string>;
  url: string;
  language: Locale | null;
  position: Generated<number>;
  version: Generated<number>;
  created_at: Now;
};
export type TrainingVideoWatchedTable = { tenant_id: Id; user_id: Id; video_id: Id; watched_at: Now };
