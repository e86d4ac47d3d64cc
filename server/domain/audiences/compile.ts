import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { foldTree } from '../../../contract/entities/audience-tree.ts';
import type { AudienceLeaf, AudienceNode } from '../../../contract/entities/audience-tree.ts';
import { DAY_MS } from '../../../contract/facts/day-ms.ts';
import { isDay } from '../../../contract/facts/days.ts';
import { searchWordsOf } from '../../../contract/facts/words.ts';
import type { Id } from '../../db/tables.ts';
import { unreachable } from '../../unreachable.ts';
import { IS_OF_LIVE_GROUP } from '../customer-groups/group-view.ts';
import { withWordFrom } from '../customers/customer-words.ts';
import { isId } from '../ids.ts';

/** Whose customers, and as of when. */
export type AudienceScope = { tenantId: Id; now: Date };

/**
 * SQL condition: customer `c` is in the audience. Each condition is a parameterised look-up by an index that works
 * under row-level security; ids that aren't the company's find nobody.
 */
export function inAudience(scope: AudienceScope, node: AudienceNode): RawBuilder<boolean> {
  return compiled(scope, node).holds;
}

/** SQL: the ids of an audience's customers, some twice, if one look-up finds them: none of them was erased. */
export function lookedUp(scope: AudienceScope, node: AudienceNode): RawBuilder<unknown> | undefined {
  return compiled(scope, node).found;
}

/** `found`: the same as a look-up of ids. `values`: it is all that this asks of one own field's value `l`. */
type Compiled = {
  holds: RawBuilder<boolean>;
  found?: RawBuilder<unknown> | undefined;
  value?: { field_id: string; is: RawBuilder<unknown> };
};

function compiled(scope: AudienceScope, node: AudienceNode): Compiled {
  return foldTree<Compiled>(
    node,
    (condition) => {
      if (condition.field === 'value') return ofValue(scope, condition.field_id, valueIs(condition));
      return { holds: meetsCondition(scope, condition), found: foundBy(scope, condition) };
    },
    (kind, parts) => {
      const all = kind === 'all' ? ofOneValue(scope, parts) : parts;
      const [only] = all;
      if (kind === 'all' && only !== undefined && all.length === 1) return only;
      return {
        holds: joined(
          kind,
          all.map(({ holds }) => holds),
        ),
      };
    },
  );
}

/** A customer has one value of a field: what all hold of it is one range, not two long lists that are compared. */
function ofOneValue(scope: AudienceScope, parts: readonly Compiled[]): Compiled[] {
  const merged = new Map<string | Compiled, Compiled>();
  for (const part of parts) {
    const { value } = part;
    const before = value === undefined ? undefined : merged.get(value.field_id)?.value;
    if (value === undefined) merged.set(part, part);
    else if (before === undefined) merged.set(value.field_id, part);
    else merged.set(value.field_id, ofValue(scope, value.field_id, sql`${before.is} and ${value.is}`));
  }
  return [...merged.values()];
}

function ofValue({ tenantId }: AudienceScope, field_id: string, is: RawBuilder<unknown>): Compiled {
  const found = sql`select l.customer_id from customer_value l
    where l.tenant_id = ${tenantId} and l.field_id = any(${ids([field_id])}::bigint[]) and ${is}`;
  return { holds: within(found), found, value: { field_id, is } };
}

const within = (customers: RawBuilder<unknown>) => sql<boolean>`c.id in (${customers})`;

/** SQL: the ids of those who meet a condition, from a table that has nothing of erased customers. */
function foundBy(scope: AudienceScope, condition: AudienceLeaf): RawBuilder<unknown> | undefined {
  if (condition.field === 'tag') return taggedBy(scope, condition.value);
  return condition.field === 'area_code' ? inAreas(scope, condition.value) : undefined;
}

function taggedBy({ tenantId }: AudienceScope, tags: readonly string[]): RawBuilder<unknown> {
  return sql`select l.customer_id from customer_tag l
    where l.tenant_id = ${tenantId} and l.tag_id = any(${ids(tags)}::bigint[])`;
}

/** One range each: of a join with the codes PostgreSQL can't guess how little it finds, and reads the whole table. */
function inAreas({ tenantId }: AudienceScope, codes: readonly string[]): RawBuilder<unknown> {
  const ranges = codes.map((code) => sql`(l.word >= ${`#55${code}`} and l.word < ${`#55${code}:`})`);
  return sql`select l.customer_id from customer_word l
    where l.tenant_id = ${tenantId} and (${sql.join(ranges, sql` or `)})`;
}

/** SQL condition: all, any or none of the conditions. */
export function joined(kind: 'all' | 'any' | 'not', parts: readonly RawBuilder<boolean>[]): RawBuilder<boolean> {
  if (kind === 'all') return parts.length === 0 ? sql<boolean>`true` : sql<boolean>`(${sql.join(parts, sql` and `)})`;
  const any = parts.length === 0 ? sql<boolean>`false` : sql<boolean>`(${sql.join(parts, sql` or `)})`;
  return kind === 'any' ? any : sql<boolean>`not ${any}`;
}

/** SQL condition: customer `c` meets one condition. Never null. */
export function meetsCondition(scope: AudienceScope, condition: AudienceLeaf): RawBuilder<boolean> {
  const { tenantId, now } = scope;
  const ago = (days: number) => new Date(now.getTime() - days * DAY_MS);
  switch (condition.field) {
    case 'tag':
      return within(taggedBy(scope, condition.value));
    case 'area_code':
      return within(inAreas(scope, condition.value));
    case 'group':
      return within(sql`select l.customer_id from customer_group_member l
        where l.tenant_id = ${tenantId} and l.group_id = any(${ids(condition.value)}::bigint[])
          and ${IS_OF_LIVE_GROUP}`);
    case 'instance':
      return within(sql`select l.customer_id from chat_ticket l
        where l.tenant_id = ${tenantId} and l.instance_id = any(${ids(condition.value)}::bigint[])`);
    case 'open_in':
      return within(sql`select l.customer_id from chat_ticket l
        where l.tenant_id = ${tenantId} and l.finished_at is null
          and l.department_id = any(${ids(condition.value)}::bigint[])`);
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
      return ofValue(scope, condition.field_id, valueIs(condition)).holds;
    default:
      return unreachable(condition);
  }
}

/** SQL: value `l` is one of the values, above or below the first, or any. Without what can't be: an index is enough then. */
function valueIs({ op, value }: Extract<AudienceLeaf, { field: 'value' }>): RawBuilder<unknown> {
  if (op === 'filled') return sql`true`;
  const numbers = value.map(numberOf).filter((each) => each !== null);
  const dates = value.filter((each) => isDay(each));
  if (op === 'in') {
    // As the index of texts says it; none is longer than CUSTOMER_VALUE_MAX.
    const are = [sql`(l.text_value = any(${value}::text[]) and length(l.text_value) <= 500)`];
    if (numbers.length > 0) are.push(sql`l.number_value = any(${numbers}::float8[])`);
    if (dates.length > 0) are.push(sql`l.date_value = any(${dates}::date[])`);
    return sql`(${sql.join(are, sql` or `)})`;
  }
  const than = op === 'above' ? sql`>` : sql`<`;
  const [number] = numbers;
  const [date] = dates;
  const are = [
    ...(number === undefined ? [] : [sql`l.number_value ${than} ${number}::float8`]),
    ...(date === undefined ? [] : [sql`l.date_value ${than} ${date}::date`]),
  ];
  return are.length === 0 ? sql`false` : sql`(${sql.join(are, sql` or `)})`;
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
