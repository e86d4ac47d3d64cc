import { sql } from 'kysely';
import type { CustomerField } from '../../../contract/entities/customer-field.ts';
import type { ImportCheck, ImportColumn } from '../../../contract/entities/customer-import.ts';
import { REFUSAL_REASONS } from '../../../contract/facts/imports.ts';
import { changeTenant } from '../../db/change.ts';
import { withTenant } from '../../db/database.ts';
import type { Tx } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import type { Services } from '../context.ts';
import { followZones } from '../campaigns/follow.ts';
import { publishCustomer } from '../customers/customer-audience.ts';
import { customerFieldViews } from '../customers/customer-fields.ts';
import { addToFileGroup } from '../customer-groups/file-group.ts';
import { timezoneNames } from '../customers/timezones.ts';
import { customerAt } from '../customers/customer-numbers.ts';
import { countRefusing, REFUSED_LISTS, refusalsOf, refuseAgain } from '../customers/kept-refusals.ts';
import { mediaPath } from '../media/media-files.ts';
import type { MediaFiles } from '../media/media-files.ts';
import { endStep, passChunk } from './import-leases.ts';
import type { ImportClaim } from './import-leases.ts';
import type { FileFormat } from './reading/file-format.ts';
import { chunksOf, inspectFile } from './reading/file-reader.ts';
import { headingKey, proposedTargets } from './reading/headings.ts';
import type { Target } from './reading/headings.ts';
import type { MappedColumn, RowChunk } from './reading/read-rows.ts';
import { takeRows } from './take-rows.ts';
import { undoRows } from './undo-rows.ts';

/** Dependencies of a step. `chunk`: rows of one transaction; `told`: called after progress was stored. */
export type StepTools = {
  services: Services;
  files: MediaFiles;
  signal: AbortSignal;
  chunk: number;
  told: () => Promise<void>;
};

/** Imports whose headings are compared with a new file's. */
const REMEMBERED = 20;
/** Most open tickets whose changed customer is published after one chunk. */
const TOLD_MAX = 200;

/** Runs an import's steps until it waits for a user or is over. */
export async function runStep(claim: ImportClaim, tools: StepTools): Promise<void> {
  switch (claim.row.status) {
    case 'uploading':
      return inspectStep(claim, tools);
    case 'checking':
      return checkStep(claim, tools);
    case 'importing':
      return takeStep(claim, tools);
    case 'undoing':
      return undoStep(claim, tools);
    default:
      return undefined;
  }
}

function onFile<T>({ row }: ImportClaim, { files }: StepTools, work: (path: string) => Promise<T>): Promise<T> {
  return files.onDisk(mediaPath(row.tenant_id, row.sha256, 'original'), work);
}

async function inspectStep(claim: ImportClaim, tools: StepTools): Promise<void> {
  const { tenantId, messageId: id } = claim;
  const found = await onFile(claim, tools, (path) => inspectFile(path, tools.signal));
  await endStep(tools.services, claim, 'inspected', {
    alongside: async ({ tx }) => {
      const fields = await customerFieldViews(tx, tenantId);
      const headings = found.columns.map(({ heading }) => heading);
      const remembered = await rememberedTargets(tx, tenantId, id, headings);
      const targets = proposedTargets(headings, fields, remembered.targets);
      const columns: ImportColumn[] = found.columns.map((column, at) => ({
        ...column,
        ...(targets[at] ?? { target: null, field_id: null }),
      }));
      await sql`update customer_import set kind = ${found.kind}, delimiter = ${found.delimiter},
          encoding = ${found.encoding}, row_count = ${found.row_count}, remembered_at = ${remembered.at},
          columns = ${JSON.stringify(columns)}::jsonb
        where tenant_id = ${tenantId} and id = ${id}`.execute(tx);
    },
  });
}

/** Mappings of headings in the company's last imports; `at`: when a file had exactly these. */
async function rememberedTargets(tx: Tx, tenantId: Id, id: Id, headings: readonly string[]) {
  const { rows } = await sql<{ columns: ImportColumn[]; at: Date }>`
    select columns, created_at as at from customer_import
    where tenant_id = ${tenantId} and id < ${id} and status in ('importing', 'paused', 'done', 'undoing', 'undone')
    order by id desc limit ${REMEMBERED}`.execute(tx);
  const targets = new Map<string, Target>();
  for (const { columns } of rows) {
    for (const { heading, target, field_id: fieldId } of columns) {
      const key = headingKey(heading);
      if (!targets.has(key)) targets.set(key, { target, field_id: fieldId });
    }
  }
  const keys = headings.map(headingKey).join('\n');
  const same = rows.find(({ columns }) => columns.map(({ heading }) => headingKey(heading)).join('\n') === keys);
  return { targets, at: same?.at ?? null };
}

const hasTimezones = ({ columns }: ImportClaim['row']): boolean => columns.some(({ target }) => target === 'timezone');

/**
 * Last in a chunk's transaction: corrections and merges lock customers, groups and then campaigns, too. The worker's retry covers
 * what interferes all the same.
 */
async function followIn(tx: Tx, row: ImportClaim['row'], changed: readonly Id[]): Promise<void> {
  if (hasTimezones(row)) await followZones(tx, row.tenant_id, changed);
}

async function* chunksFrom(claim: ImportClaim, tools: StepTools, path: string, isChecking: boolean) {
  const { row, tenantId } = claim;
  const { columns, line } = row;
  const { fields, zones } = await withTenant(tools.services.db, tenantId, async (tx) => ({
    fields: await customerFieldViews(tx, tenantId),
    zones: hasTimezones(row) ? await timezoneNames(tx) : [],
  }));
  const afterLine = isChecking ? 0 : line;
  const job = { path, look: false as const, format: formatOf(row), mapping: mappingOf(columns, fields) };
  yield* chunksOf({ ...job, afterLine, size: tools.chunk, isChecking, width: columns.length, zones }, tools.signal);
}

function formatOf({ kind, delimiter, encoding }: ImportClaim['row']): FileFormat {
  if (kind === 'xlsx') return { kind, delimiter: null, encoding: null };
  return { kind: 'csv', delimiter: delimiter ?? ';', encoding: encoding ?? 'utf-8' };
}

/** A column whose field was deleted meanwhile is left out. */
function mappingOf(columns: readonly ImportColumn[], fields: readonly CustomerField[]): MappedColumn[] {
  return columns.flatMap(({ target, field_id: fieldId }, column) => {
    const field = fields.find(({ id }) => id === fieldId) ?? null;
    return target === null || (target === 'field' && field === null) ? [] : [{ column, target, field }];
  });
}

/** Checks every row: stores the refused ones, counts the others. */
async function checkStep(claim: ImportClaim, tools: StepTools): Promise<void> {
  const { tenantId, messageId: id } = claim;
  const { db } = tools.services;
  const check: ImportCheck = {
    new: 0,
    existing: 0,
    opted_out: 0,
    no_number: 0,
    invalid: 0,
    service: 0,
    twice: 0,
    broken: 0,
    bad_dates: 0,
    bad_values: 0,
  };
  const refusals = await withTenant(db, tenantId, async (tx) => {
    await passChunk(tx, claim, sql`passed = 0, refused = 0`);
    await sql`delete from customer_import_refused where tenant_id = ${tenantId} and import_id = ${id}`.execute(tx);
    return refusalsOf(tx, tools.services, tenantId);
  });
  await onFile(claim, tools, async (path) => {
    for await (const chunk of chunksFrom(claim, tools, path, true)) {
      await withTenant(db, tenantId, async (tx) => {
        await storeRefused(tx, tenantId, id, chunk.refused);
        const { existing, optedOut } = await countExisting(tx, tenantId, chunk.addresses);
        check.existing += existing;
        check.opted_out += optedOut + (await countRefusing(tx, refusals, tenantId, chunk.addresses));
        check.new += chunk.addresses.length - existing;
        await passChunk(
          tx,
          claim,
          sql`passed = passed + ${chunk.count}, refused = refused + ${chunk.count - chunk.addresses.length}`,
        );
      });
      for (const reason of REFUSAL_REASONS) check[reason] += chunk.refusals[reason] ?? 0;
      check.bad_dates += chunk.badDates;
      check.bad_values += chunk.badValues;
      await tools.told();
    }
  });
  await endStep(tools.services, claim, 'checked', {
    alongside: async ({ tx }) => {
      await sql`update customer_import set "check" = ${JSON.stringify(check)}::jsonb
        where tenant_id = ${tenantId} and id = ${id}`.execute(tx);
    },
  });
}

async function storeRefused(tx: Tx, tenantId: Id, id: Id, refused: string): Promise<void> {
  await sql`insert into customer_import_refused (tenant_id, import_id, line, reason, address, cells)
    select ${tenantId}, ${id}, r.line, r.reason, r.address, r.cells
    from json_to_recordset(${refused}::json) as r(line integer, reason text, address text, cells jsonb)`.execute(tx);
}

async function countExisting(tx: Tx, tenantId: Id, addresses: readonly string[]) {
  const { rows } = await sql<{ existing: number; optedOut: number }>`
    select count(*)::integer as existing, (count(*) filter (where c.is_blacklisted or c.whatsapp_consent = 'revoked'
      or c.sms_consent = 'revoked' or c.declined_marketing_at is not null))::integer as "optedOut"
    from (select ${customerAt(tenantId, sql`one.address`)} as id from unnest(${addresses}::text[]) as one (address)) found
    join customer c on c.tenant_id = ${tenantId} and c.id = found.id`.execute(tx);
  return rows[0] ?? { existing: 0, optedOut: 0 };
}

/** Imports the rows after the last stored line. */
async function takeStep(claim: ImportClaim, tools: StepTools): Promise<void> {
  const { tenantId, row } = claim;
  const { db } = tools.services;
  const isAll = await onFile(claim, tools, async (path) => {
    // Nobody is erased meanwhile.
    const refusals = await withTenant(db, tenantId, (tx) => refusalsOf(tx, tools.services, tenantId));
    for await (const chunk of chunksFrom(claim, tools, path, false)) {
      const { goesOn, changed } = await withTenant(db, tenantId, async (tx) => {
        const taken = await takeRows(tx, row, chunk);
        await refuseAgain(tx, refusals, tenantId, chunk.addresses, row.id);
        const refused = await refusedOf(tx, row, chunk);
        const kept = chunk.count - refused - taken.added - taken.changed.length;
        const set = sql`line = ${chunk.lastLine}, passed = passed + ${chunk.count}, added = added + ${taken.added},
          changed = changed + ${taken.changed.length}, kept = kept + ${kept}`;
        const goesOn = await passChunk(tx, claim, set);
        // At the end: the group's row, which counts its members, is locked from here on.
        if (row.group_id !== null) await addToFileGroup(tx, tenantId, row.group_id, taken.members);
        await followIn(tx, row, taken.changed);
        return { goesOn, changed: taken.changed };
      });
      row.line = chunk.lastLine;
      await tellAttended(tools.services, tenantId, changed);
      await tools.told();
      if (!goesOn) return false;
    }
    return true;
  });
  if (!isAll) return;
  await endOf(claim, tools);
}

function endOf(claim: ImportClaim, { services }: StepTools): Promise<void> {
  return endStep(services, claim, 'finished', {
    alongside: async (change) => {
      for (const list of ['customers', ...REFUSED_LISTS] as const) {
        change.append('ListUpdated', { list }, { to: 'all' });
      }
    },
  });
}

async function refusedOf(tx: Tx, row: ImportClaim['row'], { lastLine }: RowChunk): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from customer_import_refused
    where tenant_id = ${row.tenant_id} and import_id = ${row.id} and line > ${row.line} and line <= ${lastLine}`.execute(
    tx,
  );
  return rows[0]?.count ?? 0;
}

/** Publishes changed names to attendants. A failure here doesn't undo the chunk. */
async function tellAttended(services: Services, tenantId: Id, ids: readonly Id[]): Promise<void> {
  if (ids.length === 0) return;
  await publishAttended(services, tenantId, ids).catch((error: unknown) =>
    services.log.warn({ err: error }, 'changed customers could not be told; they show at the next change'),
  );
}

async function publishAttended({ db }: Services, tenantId: Id, ids: readonly Id[]): Promise<void> {
  const { rows } = await withTenant(db, tenantId, (tx) =>
    sql<{ id: Id }>`select distinct customer_id as id from chat_ticket
      where tenant_id = ${tenantId} and customer_id = any(${[...ids]}::bigint[]) and finished_at is null
      limit ${TOLD_MAX}`.execute(tx),
  );
  if (rows.length === 0) return;
  await changeTenant(db, tenantId, async (change) => {
    for (const { id } of rows) await publishCustomer(change, id);
  });
}

async function undoStep(claim: ImportClaim, tools: StepTools): Promise<void> {
  const { tenantId, row } = claim;
  for (let isMore = true; isMore && !tools.signal.aborted;) {
    const undone = await withTenant(tools.services.db, tenantId, async (tx) => {
      const batch = await undoRows(tx, row);
      await passChunk(
        tx,
        claim,
        sql`removed = removed + ${batch.removed}, stayed = stayed + ${batch.stayed}, passed = passed + ${batch.passed}`,
      );
      await followIn(tx, row, batch.changed);
      return batch;
    });
    ({ isMore } = undone);
    await tellAttended(tools.services, tenantId, undone.changed);
    await tools.told();
  }
  tools.signal.throwIfAborted();
  await endOf(claim, tools);
}
