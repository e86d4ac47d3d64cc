import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { SearchMessagesVariables } from '../../../contract/graphql/search-messages.ts';
import type { Tx } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import { invalid } from '../errors.ts';
import { parseMoment } from '../moment.ts';

/** Which of the messages with the words: 1 the customer's, 0 the company's; when they were said. */
export type Said = { type: 0 | 1 | null; from: Date | null; to: Date | null };

const SENDERS = { customer: 1, company: 0 } as const;

export function parseSaid({ sender, from, to }: SearchMessagesVariables): Said {
  const known = sender === 'customer' || sender === 'company' ? SENDERS[sender] : null;
  if (known === null && sender !== null && sender !== undefined)
    throw invalid('error.invalid', { sender: 'error.invalid' });
  return { type: known, from: parseMoment(from, 'from'), to: parseMoment(to, 'to') };
}

/** SQL conditions for message `m`. */
export function saidSo({ type, from, to }: Said): RawBuilder<unknown>[] {
  return [
    ...(type === null ? [] : [sql`m.type = ${type}`]),
    ...(from === null ? [] : [sql`m.sent_at >= ${from}`]),
    ...(to === null ? [] : [sql`m.sent_at < ${to}`]),
  ];
}

/**
 * The ids between which the messages of the days searched are; null: no bound. Those that came late may also be behind
 * `below`.
 */
export type Range = { above: Id | null; below: Id | null };

/** A message stored longer than this after it was sent came late: the index `message_late` has them. */
const LATE_MS = 24 * 60 * 60_000;
/** Far longer than times are out of the ids' order: nodes' clocks differ, and transactions take their time. */
const DISORDER_MS = 24 * 60 * 60_000;

/** SQL condition for message `m`. */
export const cameLate = sql<boolean>`m.created_at - m.sent_at > interval '24 hours'`;

export async function rangeOf(tx: Tx, tenantId: Id, { from, to }: Said): Promise<Range> {
  if (from === null && to === null) return { above: null, below: null };
  const before = from === null ? null : new Date(from.getTime() - DISORDER_MS);
  const behind = to === null ? null : new Date(to.getTime() + LATE_MS + DISORDER_MS);
  const { rows } = await sql<Range>`
    select (select m.id from message m where m.tenant_id = ${tenantId} and m.created_at < ${before}
        order by m.created_at desc limit 1) as above,
      (select m.id from message m where m.tenant_id = ${tenantId} and m.created_at >= ${behind}
        order by m.created_at limit 1) as below`.execute(tx);
  return rows[0] ?? { above: null, below: null };
}

/** SQL conditions: before the cursor, and in the range. */
export function idsIn({ above, below }: Range, id: RawBuilder<unknown>, cursor: Id | null): RawBuilder<unknown>[] {
  return [
    ...(cursor === null ? [] : [sql`${id} < ${cursor}`]),
    ...(below === null ? [] : [sql`${id} < ${below}`]),
    ...(above === null ? [] : [sql`${id} > ${above}`]),
  ];
}
