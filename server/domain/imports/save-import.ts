import { sql } from 'kysely';
import type * as z from 'zod/mini';
import { importMappingSchema, importStartSchema } from '../../../contract/entities/customer-import.ts';
import type { CustomerImport, ImportMapping, ImportStart } from '../../../contract/entities/customer-import.ts';
import { DAY_MS } from '../../../contract/facts/day-ms.ts';
import { IMPORT_UNDO_DAYS } from '../../../contract/facts/imports.ts';
import type { Change } from '../../db/change.ts';
import type { Tx } from '../../db/database.ts';
import type { Id, Row } from '../../db/tables.ts';
import { auditAction } from '../audit-action.ts';
import { changeAsActor } from '../auth/active-actor.ts';
import type { Actor, Services } from '../context.ts';
import { addFileGroup, deleteFileGroup } from '../customer-groups/file-group.ts';
import { conflict, invalid, notFound } from '../errors.ts';
import { parseId, parseOptionalId } from '../ids.ts';
import { parseInput } from '../input.ts';
import { requirePermission } from '../permissions.ts';
import { importView, lockImport, moveImport } from './import-rows.ts';
import { requireImports } from './list-imports.ts';

/** A user's actions on an import, with their events. */
const RUNS = { pause: 'paused', resume: 'resumed', cancel: 'cancelled', undo: 'undo' } as const;

/** Maps the columns, and starts the check of every row. Not found for another company's fields. */
export function mapImport(
  services: Services,
  caller: Actor,
  { id: rawId, ...variables }: ImportMapping & { id: string },
): Promise<CustomerImport> {
  requireImports(caller);
  const id = parseId(rawId);
  const { columns: chosen } = parseInput(importMappingSchema, variables);
  return changeAsActor(services, caller, requireImports, async (change) => {
    const { tx, tenantId } = change;
    const row = await lockImport(tx, tenantId, id);
    const targets = new Map(
      chosen.map(({ column, target, field_id: fieldId }) => [column, { target, field_id: parseOptionalId(fieldId) }]),
    );
    if ([...targets.keys()].some((column) => column >= row.columns.length)) throw invalid();
    const fieldIds = [...targets.values()].flatMap(({ field_id: fieldId }) => (fieldId === null ? [] : [fieldId]));
    await requireAll(tx, tenantId, 'customer_field', fieldIds);
    const columns = row.columns.map((column, at) => ({
      ...column,
      ...(targets.get(at) ?? { target: null, field_id: null }),
    }));
    await move(change, row, 'mapped', services.now());
    await sql`update customer_import set columns = ${JSON.stringify(columns)}::jsonb, "check" = null, refused = 0
      where tenant_id = ${tenantId} and id = ${id}`.execute(tx);
    return importView(tx, tenantId, id);
  });
}

/**
 * Starts importing a checked file. Whoever starts it declares the consent; refuses by field one that is incomplete
 * or dated in the future. Not found for another company's tags. Creating a group needs the permission below.
 */
export function startImport(
  services: Services,
  caller: Actor,
  { id: rawId, ...variables }: ImportStart & { id: string },
): Promise<CustomerImport> {
  requireImports(caller);
  const id = parseId(rawId);
  const input = parseInput(importStartSchema, variables);
  const tagIds = input.tag_ids.map(parseId);
  const consent = consentOf(input, services.now());
  const require = input.as_group ? requireGroupImports : requireImports;
  return changeAsActor(services, caller, require, async (change, actor) => {
    const { tx, tenantId } = change;
    const row = await lockImport(tx, tenantId, id);
    await requireAll(tx, tenantId, 'tag', tagIds);
    await move(change, row, 'started', services.now());
    const groupId = input.as_group ? await addFileGroup(change, actor, row.name) : null;
    await tx
      .updateTable('customer_import')
      .set({
        on_existing: input.on_existing,
        tag_ids: tagIds,
        consent: consent === null ? null : JSON.stringify(consent),
        started_by: actor.userId,
        group_id: groupId,
      })
      .where('tenant_id', '=', tenantId)
      .where('id', '=', id)
      .execute();
    const { name, row_count: rows } = row;
    const details = { name, rows, ...(consent === null ? {} : { evidence: consent.origin }) };
    await auditAction(tx, actor, { action: 'import.start', subject: `import:${id}`, details });
    return importView(tx, tenantId, id);
  });
}

/** Permissions that allow creating a file's group. */
function requireGroupImports(actor: Actor): void {
  requireImports(actor);
  requirePermission(actor, 'customer-groups', 'campaigns');
}

/**
 * Pauses, resumes, cancels or undoes an import. CONFLICT `error.import.state` where it has no effect, and for an undo
 * while its file's group is in use.
 */
export function runImport(
  services: Services,
  caller: Actor,
  what: keyof typeof RUNS,
  rawId: string,
): Promise<CustomerImport> {
  requireImports(caller);
  const id = parseId(rawId);
  return changeAsActor(services, caller, requireImports, async (change, actor) => {
    const { tx, tenantId } = change;
    const row = await lockImport(tx, tenantId, id);
    const now = services.now();
    if (what === 'undo') requireUndoable(row, now);
    await move(change, row, RUNS[what], now);
    // At once: a campaign started meanwhile must not reach customers not yet undone.
    if (what === 'undo' && row.group_id !== null) await deleteFileGroup(change, row.group_id);
    await auditAction(tx, actor, {
      action: `import.${what}`,
      subject: `import:${id}`,
      details: { name: row.name },
    });
    return importView(tx, tenantId, id);
  });
}

function requireUndoable(row: Row<'customer_import'>, now: Date): void {
  if (row.added + row.changed === 0) throw conflict('error.import.state');
  const { finished_at: finishedAt } = row;
  if (finishedAt !== null && now.getTime() - finishedAt.getTime() > IMPORT_UNDO_DAYS * DAY_MS) {
    throw conflict('error.import.tooLate');
  }
}

async function move(
  change: Change,
  row: Row<'customer_import'>,
  event: 'mapped' | 'started' | (typeof RUNS)[keyof typeof RUNS],
  now: Date,
): Promise<void> {
  if (!(await moveImport(change, row, event, { now }))) throw conflict('error.import.state');
}

function consentOf(
  { consent_origin: origin, consent_day: day, consent_channels: channels }: z.output<typeof importStartSchema>,
  now: Date,
) {
  if (origin === null && day === null && channels.length === 0) return null;
  const problems: Record<string, string> = {};
  if (origin === null) problems['consent_origin'] = 'error.field.required';
  if (day === null) problems['consent_day'] = 'error.field.required';
  // It may already be tomorrow in the user's time zone.
  else if (Date.parse(day) > now.getTime() + DAY_MS) problems['consent_day'] = 'error.import.dayToCome';
  if (channels.length === 0) problems['consent_channels'] = 'error.field.required';
  if (origin === null || day === null || Object.keys(problems).length > 0) {
    throw invalid('error.form.invalid', problems);
  }
  return { origin, said_on: day, channels };
}

/** Not found unless all are the company's. */
async function requireAll(tx: Tx, tenantId: Id, table: 'customer_field' | 'tag', ids: readonly Id[]): Promise<void> {
  if (ids.length === 0) return;
  const { rows } = await sql`select id from ${sql.table(table)}
    where tenant_id = ${tenantId} and id = any(${ids}::bigint[])`.execute(tx);
  if (rows.length < new Set(ids).size) throw notFound();
}
