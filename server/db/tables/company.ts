import type { ColumnType, Generated } from 'kysely';
import type { Distribution } from '../../../contract/facts/administration.ts';
import type { Holiday, OpeningHours } from '../../../contract/entities/department.ts';
import type { Audience } from '../audience.ts';
import type { Id, Identity, Json, Now, Position } from './columns.ts';

export type TenantTable = {
  id: Identity;
  slug: string;
  name: string;
  cnpj: string | null;
  is_backoffice: Generated<boolean>;
  timezone: Generated<string>;
  user_limit: number | null;
  instance_limit: number | null;
  /** Messages per calendar month. */
  message_limit: number | null;
  template: string | null;
  pool: string | null;
  version: Generated<number>;
  two_factor_required: Generated<boolean>;
  created_at: Now;
  deleted_at: Date | null;
  stream_position: Position;
  stream_floor: Position;
  epoch: Generated<string>;
  /** `YYYY-MM-DD` */
  protocol_day: Generated<string>;
  protocol_count: Generated<number>;
};

export type TenantFeatureTable = { tenant_id: Id; option: string; enabled: boolean; updated_at: Now };

export type EventTable = {
  tenant_id: Id;
  position: Position;
  name: string;
  data: Json<unknown>;
  audience: Json<Audience>;
  created_at: Now;
};

export type DepartmentTable = {
  tenant_id: Id;
  id: Identity;
  name: string;
  activated: Generated<boolean>;
  greeting: string | null;
  off_hours_text: string | null;
  opening_hours: ColumnType<OpeningHours[] | null, string | null | undefined, string | null>;
  holidays: ColumnType<Holiday[], string | undefined, string>;
  distribution: Generated<Distribution>;
  max_open_tickets: number | null;
  transfer_after_minutes: number | null;
  last_assigned_to: Id | null;
  version: Generated<number>;
  created_at: Now;
};

export type PastDepartmentTable = { tenant_id: Id; id: Id; name: string };

export type AuditTable = {
  tenant_id: Id;
  id: Identity;
  at: Now;
  user_id: Id | null;
  action: string;
  subject: string | null;
  details: ColumnType<unknown, string | undefined, never>;
  address: string | null;
  request_id: string | null;
  names: ColumnType<{ of: string; name: string }[], string | undefined, never>;
};

export type MailJobTable = {
  id: Identity;
  payload: Json<unknown>;
  attempts: Generated<number>;
  run_at: Now;
  created_at: Now;
};
