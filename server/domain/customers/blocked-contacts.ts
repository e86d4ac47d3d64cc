import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { BLOCKED_LINES_MAX } from '../../../contract/facts/customers.ts';
import { blockContactsFormSchema } from '../../../contract/graphql/blocked-contacts.ts';
import type {
  Blocked,
  BlockContactsForm,
  BlockedContactsVariables,
  BlockedContact,
  BlockedPage,
  RefusedLine,
} from '../../../contract/graphql/blocked-contacts.ts';
import { withTenant } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import { auditAction } from '../audit-action.ts';
import { changeAsActor } from '../auth/active-actor.ts';
import type { Actor, Services } from '../context.ts';
import { invalid } from '../errors.ts';
import { parseInput } from '../input.ts';
import { parsePage } from '../paging.ts';
import { requirePermission } from '../permissions.ts';
import { likePattern } from '../text.ts';
import { wireTime } from '../views/json.ts';
import { stopFlowsOfBlocked } from '../flows/stop-flow.ts';
import { changeBlocks } from './block-addresses.ts';
import { customerAt } from './customer-numbers.ts';
import { endRefusals } from './kept-refusals.ts';
import { typedAddress } from '../../../contract/facts/phone-number.ts';

export const requireBlockingPermission = (actor: Actor): void => requirePermission(actor, 'blocked-contacts');

/** A page of the company's blocked numbers, newest first; `search` finds digits of them. */
export function listBlockedContacts(
  services: Services,
  actor: Actor,
  query: BlockedContactsVariables,
): Promise<BlockedPage> {
  requireBlockingPermission(actor);
  const { tenantId } = actor;
  const { limit, offset } = parsePage(query);
  const source = blockedSource(tenantId, query.search ?? '');
  return withTenant(services.db, tenantId, async (tx) => {
    const counted = await sql<{ found: number }>`select count(*)::integer as found ${source}`.execute(tx);
    const { rows } = await sql<BlockedContact>`
      select page.address as phone_number, page.reason, page.is_kept, ${sql.raw(wireTime('page.created_at'))} as created_at,
        u.name as user_name, c.id::text as customer_id, c.name as customer_name
      from (select b.* ${source} order by b.created_at desc, b.address limit ${limit} offset ${offset}) page
      left join app_user u on u.tenant_id = page.tenant_id and u.id = page.blocked_by
      left join customer c on c.tenant_id = page.tenant_id and c.id = ${customerAt(tenantId, sql`page.address`)}
      order by page.created_at desc, page.address`.execute(tx);
    const found = counted.rows[0]?.found ?? 0;
    return { total_pages: Math.ceil(found / limit), total_items: found, items: rows };
  });
}

/** SQL: the blocked numbers `b` with the digits; all without any. */
export function blockedSource(tenantId: Id, search: string): RawBuilder<unknown> {
  const typed = search.trim();
  const digits = typed.replaceAll(/[\s().+-]/gu, '');
  return sql`from blocked_contact b where b.tenant_id = ${tenantId}
    and (${typed} = '' or b.address like ${likePattern(digits)})`;
}

/** Blocks numbers, and the customers who have them. A line that can't be blocked is refused alone. */
export function blockContacts(services: Services, caller: Actor, variables: BlockContactsForm): Promise<Blocked> {
  requireBlockingPermission(caller);
  const { numbers, reason = null } = parseInput(blockContactsFormSchema, variables);
  const { lines, refused } = readLines(numbers);
  return changeAsActor(services, caller, requireBlockingPermission, async (change, actor) => {
    const { tx, tenantId, append } = change;
    const addresses = [...lines.keys()];
    const added = await changeBlocks(change, addresses, async () => {
      const { rows } = await sql<{ address: string }>`
        insert into blocked_contact (tenant_id, address, reason, blocked_by)
        select ${tenantId}, address, ${reason === '' ? null : reason}, ${actor.userId}
        from unnest(${addresses}::text[]) as address
        on conflict do nothing returning address`.execute(tx);
      return new Set(rows.map(({ address }) => address));
    });
    for (const [address, { line, number }] of lines) {
      if (!added.has(address)) refused.push({ line, number, key: 'error.blocked.already' });
    }
    if (added.size > 0) {
      const theirs = sql`select ${customerAt(tenantId, sql`given.address`)} from unnest(${addresses}::text[]) as given (address)`;
      await stopFlowsOfBlocked(change, theirs, services.now());
      append('ListUpdated', { list: 'blocked_contacts' }, { to: 'all' });
      await auditAction(tx, actor, {
        action: 'blockedContacts.block',
        // No numbers: the audit couldn't forget them.
        details: { count: added.size, ...(reason === null || reason === '' ? {} : { reason }) },
      });
    }
    return { blocked: added.size, refused: refused.toSorted((one, other) => one.line - other.line) };
  });
}

/** Unblocks numbers. A customer is unblocked with the last of theirs. Answers how many numbers were blocked. */
export function unblockContacts(
  services: Services,
  caller: Actor,
  { numbers }: { numbers: readonly string[] },
): Promise<number> {
  return changeAsActor(services, caller, requireBlockingPermission, async (change, actor) => {
    if (numbers.length > BLOCKED_LINES_MAX) throw invalid('error.form.invalid', { numbers: 'error.field.tooMany' });
    const { tx, tenantId, append } = change;
    const addresses = [...numbers];
    const removed = await changeBlocks(change, addresses, async () => {
      const { rows } = await sql<{ address: string }>`
        delete from blocked_contact where tenant_id = ${tenantId} and address = any(${addresses}::text[])
        returning address`.execute(tx);
      return rows.map(({ address }) => address);
    });
    if (removed.length > 0) {
      await endRefusals(tx, services, tenantId, removed, 'contact');
      append('ListUpdated', { list: 'blocked_contacts' }, { to: 'all' });
      await auditAction(tx, actor, { action: 'blockedContacts.unblock', details: { count: removed.length } });
    }
    return removed.length;
  });
}

type Line = { line: number; number: string };

/** The addresses that lines name, each with its first line; and the lines that name none, or one that stood before. */
function readLines(numbers: readonly string[]): { lines: Map<string, Line>; refused: RefusedLine[] } {
  const lines = new Map<string, Line>();
  const refused: RefusedLine[] = [];
  for (const [at, raw] of numbers.entries()) {
    const number = raw.toWellFormed().trim();
    if (number === '') continue;
    const address = typedAddress(number);
    const line = at + 1;
    if (address === undefined) refused.push({ line, number, key: 'error.number.malformed' });
    else if (lines.has(address)) refused.push({ line, number, key: 'error.blocked.twice' });
    else lines.set(address, { line, number });
  }
  return { lines, refused };
}
