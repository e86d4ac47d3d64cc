import type { ColumnType, Generated } from 'kysely';
import type { ImportCheck, ImportColumn } from '../../../contract/entities/customer-import.ts';
import type { ConsentChannel } from '../../../contract/facts/customers.ts';
import type { Encoding, ImportStatus, OnExisting, RefusalReason } from '../../../contract/facts/imports.ts';
import type { Id, Identity, Json, Now } from './columns.ts';

type Nullable<T> = ColumnType<T | null, string | null | undefined, string | null>;

export type StoredImportConsent = { origin: string; said_on: string; channels: ConsentChannel[] };

export type CustomerImportTable = {
  tenant_id: Id;
  id: Identity;
  client_id: string;
  name: string;
  size_bytes: string;
  sha256: string;
  status: Generated<ImportStatus>;
  failure: string | null;
  kind: 'csv' | 'xlsx' | null;
  delimiter: string | null;
  encoding: Encoding | null;
  row_count: Generated<number>;
  columns: ColumnType<ImportColumn[], string | undefined, string>;
  remembered_at: Date | null;
  on_existing: Generated<OnExisting>;
  tag_ids: Generated<Id[]>;
  consent: Nullable<StoredImportConsent>;
  check: Nullable<ImportCheck>;
  line: Generated<number>;
  passed: Generated<number>;
  added: Generated<number>;
  changed: Generated<number>;
  kept: Generated<number>;
  refused: Generated<number>;
  removed: Generated<number>;
  stayed: Generated<number>;
  locked_by: string | null;
  locked_until: Date | null;
  attempts: Generated<number>;
  created_by: Id | null;
  started_by: Id | null;
  created_at: Now;
  touched_at: Now;
  finished_at: Date | null;
  group_id: Id | null;
};

/** `before` and `after`: an existing customer's values, for the undo. */
export type CustomerImportChangeTable = {
  tenant_id: Id;
  import_id: Id;
  customer_id: Id;
  line: number;
  kind: 'added' | 'changed' | 'kept';
  raw_number: string | null;
  before: Nullable<Record<string, unknown>>;
  after: Nullable<Record<string, unknown>>;
};

export type CustomerImportRefusedTable = {
  tenant_id: Id;
  import_id: Id;
  line: number;
  reason: RefusalReason;
  address: string | null;
  cells: Json<string[]>;
};
