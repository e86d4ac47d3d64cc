import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { CONSENT_FILTERS, CUSTOMER_SORTS, FIELD_FILTERS } from '../../../contract/facts/customers.ts';
import { DAY_MS } from '../../../contract/facts/day-ms.ts';
import { searchedNumbers } from '../../../contract/facts/phone-search.ts';
import { searchWordsOf } from '../../../contract/facts/words.ts';
import type {
  CustomerPage,
  ListedCustomer,
  PaginatedCustomersVariables,
} from '../../../contract/graphql/paginated-customers.ts';
import { withTenant } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import { treeOf } from '../audiences/audience-tree.ts';
import { inAudience, lookedUp } from '../audiences/compile.ts';
import type { Actor, Services } from '../context.ts';
import { IS_OF_LIVE_GROUP } from '../customer-groups/group-view.ts';
import { invalid } from '../errors.ts';
import { parseOptionalId } from '../ids.ts';
import { oneOf, parsePage } from '../paging.ts';
import { requirePermission } from '../permissions.ts';
import { storableText } from '../text.ts';
import { cursorOf, SORT_KEYS, standsBeyond } from './customer-cursor.ts';
import { countOf, customerTotal } from './customer-total.ts';
import { withWordFrom } from './customer-words.ts';
import { customerJson, wireTime } from '../views/json.ts';
import { customerValuesJson } from './values-json.ts';

/** SQL: customer `c` as the list shows them. */
export const LISTED_CUSTOMER =
  sql.raw<ListedCustomer>(`${customerJson('c')}::jsonb || jsonb_build_object('email', c.email,
  'whatsapp_consent', c.whatsapp_consent, 'sms_consent', c.sms_consent, 'values', ${customerValuesJson('c')},
  'last_contact_at', (select ${wireTime('max(t.last_message_at)')} from chat_ticket t
    where t.tenant_id = c.tenant_id and t.customer_id = c.id))`);

const CONSENTS: Readonly<Record<(typeof CONSENT_FILTERS)[number], RawBuilder<unknown>>> = {
  whatsapp_granted: sql`c.whatsapp_consent = 'granted'`,
  whatsapp_revoked: sql`c.whatsapp_consent = 'revoked'`,
  whatsapp_none: sql`c.whatsapp_consent is null`,
  sms_granted: sql`c.sms_consent = 'granted'`,
  sms_revoked: sql`c.sms_consent = 'revoked'`,
  sms_none: sql`c.sms_consent is null`,
};

/** Ten years. */
const CONTACT_DAYS_MAX = 3_650;
/** A search for digits is for a number; of fewer, for a word. */
const DIGITS_MIN = 4;

/** A page of the company's customers; needs the permission to see them. Unknown ids find nothing. */
export function listCustomers(
  services: Services,
  actor: Actor,
  query: PaginatedCustomersVariables,
): Promise<CustomerPage> {
  requirePermission(actor, 'customers');
  return customerPage(services, actor, query);
}

/** The same for whoever may see those asked for. */
export async function customerPage(
  services: Services,
  actor: Actor,
  query: PaginatedCustomersVariables,
): Promise<CustomerPage> {
  const { limit, offset, isDescending } = parsePage({ ...query, sort_type: query.sort_type ?? 'ASC' });
  const sort = oneOf(CUSTOMER_SORTS, query.sort_name ?? 'name', 'sort_name');
  const filters = await filtersOf(services, actor.tenantId, query);
  const conditions = joinedFilters(actor.tenantId, filters);
  const part = partOf(query, sort, isDescending);
  return withTenant(services.db, actor.tenantId, async (tx) => {
    const counted = await sql<{ found: number }>`
      select (${foundCount(actor.tenantId, filters)})::integer as found`.execute(tx);
    const found = counted.rows[0]?.found ?? 0;
    // From the nearer end: the last page is as quick as the first.
    const isNearEnd = part === null && offset * 2 > found;
    const isFlipped = part?.isBefore === true || isNearEnd;
    const skipped = part !== null ? 0 : isNearEnd ? Math.max(0, found - offset - limit) : offset;
    const taken = isNearEnd ? Math.max(0, Math.min(limit, found - offset)) : limit;
    const { key, text } = SORT_KEYS[sort];
    const order = (isDown: boolean) => {
      const direction = isDown ? sql`desc` : sql`asc`;
      return sql`${key} ${direction}, c.id ${direction}`;
    };
    const { rows } = await sql<{ id: Id; key: string; view: ListedCustomer }>`
      select c.id::text as id, ${text} as key, ${LISTED_CUSTOMER} as view from (
        select c.tenant_id, c.id from customer c
        where ${sql.join(part === null ? conditions : [...conditions, part.condition], sql` and `)}
        order by ${order(isDescending !== isFlipped)} limit ${taken} offset ${skipped}) page
      join customer c on c.tenant_id = page.tenant_id and c.id = page.id
      order by ${order(isDescending)}`.execute(tx);
    const [first, last] = [rows[0], rows.at(-1)];
    return {
      total_pages: Math.ceil(found / limit),
      total_items: found,
      start: first === undefined ? null : cursorOf(first),
      end: last === undefined ? null : cursorOf(last),
      items: rows.map(({ view }) => view),
    };
  });
}

/** Which side of a cursor the page is on; null without one. */
function partOf(
  { after, before }: PaginatedCustomersVariables,
  sort: (typeof CUSTOMER_SORTS)[number],
  isDescending: boolean,
): { isBefore: boolean; condition: RawBuilder<unknown> } | null {
  if (typeof after === 'string') {
    return { isBefore: false, condition: standsBeyond(sort, after, !isDescending, 'after') };
  }
  if (typeof before !== 'string') return null;
  return { isBefore: true, condition: standsBeyond(sort, before, isDescending, 'before') };
}

/** SQL: what is asked of customer `c`; `found` are the ids of just those, some twice, none of them erased. */
type Filter = { condition: RawBuilder<unknown>; found?: RawBuilder<unknown> | undefined };

/** SQL: what a filtered list asks of customer `c`. */
export async function conditionsOf(
  services: Services,
  tenantId: Id,
  query: PaginatedCustomersVariables,
): Promise<RawBuilder<unknown>[]> {
  return joinedFilters(tenantId, await filtersOf(services, tenantId, query));
}

function joinedFilters(tenantId: Id, filters: readonly Filter[]): RawBuilder<unknown>[] {
  return [sql`c.tenant_id = ${tenantId}`, sql`c.erased_at is null`, ...filters.map(({ condition }) => condition)];
}

/** SQL: how many a filtered list has. The customers' rows are read only for what nothing else says. */
function foundCount(tenantId: Id, filters: readonly Filter[]): RawBuilder<unknown> {
  const [only] = filters;
  if (only === undefined) return customerTotal(tenantId);
  if (filters.length === 1 && only.found !== undefined) return countOf(only.found);
  return sql`select count(*) from customer c where ${sql.join(joinedFilters(tenantId, filters), sql` and `)}`;
}

async function filtersOf(services: Services, tenantId: Id, query: PaginatedCustomersVariables): Promise<Filter[]> {
  const found = searched(tenantId, query.search?.trim() ?? '');
  const filters: Filter[] = found === undefined ? [] : [{ condition: isAmong(found), found }];
  const conditions: RawBuilder<unknown>[] = [];
  const tagId = parseOptionalId(query.tag_id);
  if (tagId !== null) {
    const tagged = sql`select tagged.customer_id from customer_tag tagged
      where tagged.tenant_id = ${tenantId} and tagged.tag_id = ${tagId}`;
    filters.push({ condition: sql`c.id in (${tagged})`, found: tagged });
  }
  const groupId = parseOptionalId(query.group_id);
  if (groupId !== null) {
    conditions.push(sql`c.id in (select l.customer_id from customer_group_member l
      where l.tenant_id = ${tenantId} and l.group_id = ${groupId} and ${IS_OF_LIVE_GROUP})`);
  }
  const audienceId = parseOptionalId(query.audience_id);
  if (audienceId !== null) {
    const tree = await withTenant(services.db, tenantId, (tx) => treeOf(tx, tenantId, audienceId));
    conditions.push(tree === null ? sql`false` : inAudience({ tenantId, now: services.now() }, tree));
  }
  const instanceId = parseOptionalId(query.instance_id);
  if (instanceId !== null) {
    conditions.push(sql`exists (select from chat_ticket t
      where t.tenant_id = ${tenantId} and t.customer_id = c.id and t.instance_id = ${instanceId})`);
  }
  const days = query.contact_days ?? 0;
  if (Math.abs(days) > CONTACT_DAYS_MAX) throw invalid('error.invalid', { contact_days: 'error.invalid' });
  if (days !== 0) {
    const since = new Date(services.now().getTime() - Math.abs(days) * DAY_MS);
    const wasInContact = sql`exists (select from chat_ticket t
      where t.tenant_id = ${tenantId} and t.customer_id = c.id and t.last_message_at >= ${since})`;
    conditions.push(days > 0 ? wasInContact : sql`not ${wasInContact}`);
  }
  const isBlacklisted = query.blacklisted ?? null;
  if (isBlacklisted !== null) conditions.push(sql`c.is_blacklisted = ${isBlacklisted}`);
  const consent = query.consent ?? null;
  if (consent !== null) conditions.push(CONSENTS[oneOf(CONSENT_FILTERS, consent, 'consent')]);
  const field_id = query.field_id ?? '';
  if (field_id !== '') {
    const op = oneOf(FIELD_FILTERS, query.field_op ?? 'filled', 'field_op');
    const value = op === 'filled' ? [] : [storableText(query.field_value?.trim() ?? '')];
    if (value.includes('')) throw invalid('error.form.invalid', { field_value: 'error.field.required' });
    const scope = { tenantId, now: services.now() };
    const leaf = { field: 'value', field_id, op, value } as const;
    filters.push({ condition: inAudience(scope, leaf), found: lookedUp(scope, leaf) });
  }
  return [...filters, ...conditions.map((condition) => ({ condition }))];
}

/** The customers `c` that a search finds. */
export function searchConditions(tenantId: Id, typed: string): RawBuilder<unknown>[] {
  const found = searched(tenantId, typed);
  return found === undefined ? [] : [isAmong(found)];
}

/**
 * They are looked up first, as an array: who is called alike stands together, so that walking the list by name until ten
 * are found may read half of it.
 */
const isAmong = (found: RawBuilder<unknown>) => sql`c.id = any(array(${found}))`;

/**
 * SQL: the ids of customers with all of the words, or whose number begins or ends with the digits; undefined if nothing
 * is searched for.
 */
function searched(tenantId: Id, typed: string): RawBuilder<unknown> | undefined {
  const search = storableText(typed);
  const digits = search.replaceAll(/[\s().+-]/gu, '');
  if (new RegExp(`^\\d{${DIGITS_MIN},}$`, 'u').test(digits)) {
    const prefixes = searchedNumbers(digits).flatMap((each) => [
      `#${each}`,
      `~${each.split('').toReversed().join('')}`,
    ]);
    return sql.join(
      prefixes.map((prefix) => withWordFrom(tenantId, prefix)),
      sql` union all `,
    );
  }
  const words = searchWordsOf(search);
  // Typed, but no word: nothing is called that.
  if (words === null) return search === '' ? undefined : sql`select null::bigint where false`;
  const whole = words.whole.map(
    (word) => sql`select w.customer_id from customer_word w where w.tenant_id = ${tenantId} and w.word = ${word}`,
  );
  return sql.join([...whole, withWordFrom(tenantId, words.prefix)], sql` intersect `);
}
