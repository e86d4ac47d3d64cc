import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { foldTree } from '../../../contract/entities/audience-tree.ts';
import type { AudienceLeaf, AudienceNode } from '../../../contract/entities/audience-tree.ts';
import { DAY_MS } from '../../../contract/facts/day-ms.ts';
import { isDay } from '../../../contract/facts/days.ts';
import { searchWordsOf } from '../../../contract/facts/words.ts';
import type { Id } from '../../db/tables.ts';
import { unreachable } from '../../unreachable.ts';
import { liveGroups } from '../customer-groups/group-view.ts';
import { withWordFrom } from '../customers/customer-words.ts';
import { isId } from '../ids.ts';

/** Whose customers, and as of when. */
export type AudienceScope = { tenantId: Id; now: Date };

/**
 * SQL condition: customer `c` is in the audience. Each condition is a parameterised look-up by an index that works
 * under row-level security; ids that aren't the company's find nobody.
 */
export function inAudience(scope: AudienceScope, node: AudienceNode): RawBuilder<boolean> {
  return foldTree(node, (condition) => meetsCondition(scope, condition), joined);
}

/** SQL condition: all, any or none of the conditions. */
export function joined(kind: 'all' | 'any' | 'not', parts: readonly RawBuilder<boolean>[]): RawBuilder<boolean> {
  if (kind === 'all') return parts.length === 0 ? sql<boolean>`true` : sql<boolean>`(${sql.join(parts, sql` and `)})`;
  const any = parts.length === 0 ? sql<boolean>`false` : sql<boolean>`(${sql.join(parts, sql` or `)})`;
  return kind === 'any' ? any : sql<boolean>`not ${any}`;
}

/** SQL condition: customer `c` meets one condition. Never null. */
export function meetsCondition({ tenantId, now }: AudienceScope, condition: AudienceLeaf): RawBuilder<boolean> {
  const within = (customers: RawBuilder<unknown>) => sql<boolean>`c.id in (${customers})`;
  const ago = (days: number) => new Date(now.getTime() - days * DAY_MS);
  switch (condition.field) {
    case 'tag':
      return within(sql`select l.customer_id from customer_tag l
        where l.tenant_id = ${tenantId} and l.tag_id = any(${ids(condition.value)}::bigint[])`);
    case 'group':
      return within(sql`select l.customer_id from customer_group_member l
        where l.tenant_id = ${tenantId} and l.group_id = any(${liveGroups(tenantId, ids(condition.value))})`);
    case 'instance':
      return within(sql`select l.customer_id from chat_ticket l
        where l.tenant_id = ${tenantId} and l.instance_id = any(${ids(condition.value)}::bigint[])`);
    case 'open_in':
      return within(sql`select l.customer_id from chat_ticket l
        where l.tenant_id = ${tenantId} and l.finished_at is null
          and l.department_id = any(${ids(condition.value)}::bigint[])`);
    case 'area_code': {
      // One range each: of a join with the codes PostgreSQL can't guess how little it finds, and reads the whole table.
      const ranges = condition.value.map((code) => sql`(l.word >= ${`#55${code}`} and l.word < ${`#55${code}:`})`);
      return within(sql`select l.customer_id from customer_word l
        where l.tenant_id = ${tenantId} and (${sql.join(ranges, sql` or `)})`);
    }
    case 'name': {
      const words = searchWordsOf(condition.value);
      if (words === null) return sql<boolean>`false`;
      const all = [
        ...words.whole.map(
          (word) => sql`select w.customer_id from customer_word w
        where w.tenant_id = ${tenantId} and w.word = ${word}`,
        ),
        withWordFrom(tenantId, words.prefix),
      ];
      return sql<boolean>`(${sql.join(all.map(within), sql` and `)})`;
    }
    case 'created':
      return condition.op === 'within'
        ? sql<boolean>`c.created_at >= ${ago(condition.value)}`
        : sql<boolean>`c.created_at < ${ago(condition.value)}`;
    case 'last_contact': {
      const since = within(sql`select l.customer_id from chat_ticket l
        where l.tenant_id = ${tenantId} and l.last_message_at >= ${ago(condition.value)}`);
      return condition.op === 'within' ? since : sql<boolean>`not ${since}`;
    }
    case 'consent': {
      const column = condition.op === 'sms' ? sql`c.sms_consent` : sql`c.whatsapp_consent`;
      return condition.value === 'unknown'
        ? sql<boolean>`${column} is null`
        : sql<boolean>`${column} is not distinct from ${condition.value}`;
    }
    case 'blocked':
      return sql<boolean>`c.is_blacklisted = ${condition.value}`;
    case 'value':
      return within(valueCondition(tenantId, condition));
    default:
      return unreachable(condition);
  }
}

/** Those whose own field holds one of the values, one above or below the first, or any. */
function valueCondition(
  tenantId: Id,
  { field_id, op, value }: Extract<AudienceLeaf, { field: 'value' }>,
): RawBuilder<unknown> {
  const from = sql`select l.customer_id from customer_value l
    where l.tenant_id = ${tenantId} and l.field_id = any(${ids([field_id])}::bigint[])`;
  if (op === 'filled') return from;
  const numbers = value.map(numberOf).filter((each) => each !== null);
  const dates = value.filter((each) => isDay(each));
  if (op === 'in') {
    // The index is of the beginning of a text.
    return sql`${from} and (l.text_value = any(${value}::text[]) and left(l.text_value, 200) = any(select left(v, 200)
        from unnest(${value}::text[]) as v)
      or l.number_value = any(${numbers}::float8[]) or l.date_value = any(${dates}::date[]))`;
  }
  const than = op === 'above' ? sql`>` : sql`<`;
  const [number = null] = numbers;
  const [date = null] = dates;
  return sql`${from} and (l.number_value ${than} ${number}::float8 or l.date_value ${than} ${date}::date)`;
}

/** Yes and no are stored as 1 and 0. */
function numberOf(text: string): number | null {
  if (text === 'true' || text === 'false') return text === 'true' ? 1 : 0;
  const number = Number(text);
  return Number.isFinite(number) ? number : null;
}

/** Others find nobody, as unknown ids do. */
function ids(values: readonly string[]): string[] {
  return values.filter(isId);
}
