import { sql } from 'kysely';
import type { CustomerImport } from '../../../contract/entities/customer-import.ts';
import type { RefusalReason } from '../../../contract/facts/imports.ts';
import type { CustomerImportsVariables, ImportPage } from '../../../contract/graphql/customer-imports.ts';
import { withTenant } from '../../db/database.ts';
import { auditAction } from '../audit-action.ts';
import type { Actor, Services } from '../context.ts';
import { parseId } from '../ids.ts';
import { parsePage } from '../paging.ts';
import { requirePermission } from '../permissions.ts';
import { importView, importViews } from './import-rows.ts';

export const requireImports = (actor: Actor): void => requirePermission(actor, 'customers-base');

/** A page of the company's imports, the newest first. */
export function listImports(services: Services, actor: Actor, query: CustomerImportsVariables): Promise<ImportPage> {
  requireImports(actor);
  const { limit, offset } = parsePage(query);
  const { tenantId } = actor;
  const which = sql`m.tenant_id = ${tenantId}`;
  return withTenant(services.db, tenantId, async (tx) => {
    const { rows } = await sql<{ found: number }>`select count(*)::integer as found from customer_import m
      where ${which}`.execute(tx);
    const found = rows[0]?.found ?? 0;
    const items = await importViews(tx, which, sql`limit ${limit} offset ${offset}`);
    return { total_pages: Math.ceil(found / limit), total_items: found, items };
  });
}

/** One import; not found for another company's. */
export function oneImport(services: Services, actor: Actor, rawId: string): Promise<CustomerImport> {
  requireImports(actor);
  const id = parseId(rawId);
  return withTenant(services.db, actor.tenantId, (tx) => importView(tx, actor.tenantId, id));
}

export type RefusedRow = { line: number; reason: RefusalReason; cells: string[] };

/** Contents of a sheet of refused rows. */
export type RefusedRows = { headings: string[]; rows: AsyncIterable<RefusedRow> };

/** Rows read at once. */
const PART = 2_000;

/** The rows that an import refused, for a sheet; the download is audited. */
export async function refusedRows(services: Services, actor: Actor, rawId: string): Promise<RefusedRows> {
  requireImports(actor);
  const id = parseId(rawId);
  const { tenantId } = actor;
  const headings = await withTenant(services.db, tenantId, async (tx) => {
    const { columns } = await importView(tx, tenantId, id);
    await auditAction(tx, actor, { action: 'sheet.download', details: { sheet: 'refused_rows' } });
    return columns.map(({ heading }) => heading);
  });
  async function* rows(): AsyncGenerator<RefusedRow> {
    for (let after = 0; ;) {
      const { rows: part } = await withTenant(services.db, tenantId, (tx) =>
        sql<RefusedRow>`select line, reason, cells from customer_import_refused
          where tenant_id = ${tenantId} and import_id = ${id} and line > ${after}
          order by line limit ${PART}`.execute(tx),
      );
      yield* part;
      if (part.length < PART) return;
      after = part.at(-1)?.line ?? after;
    }
  }
  return { headings, rows: rows() };
}
