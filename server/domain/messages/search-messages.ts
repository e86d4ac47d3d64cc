import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { FOUND_PAGE_SIZE, PAGE_SIZE_MAX, TEXT_PART_LENGTH } from '../../../contract/facts/limits.ts';
import { searchWordsOf } from '../../../contract/facts/words.ts';
import type { SearchWords } from '../../../contract/facts/words.ts';
import type {
  FoundMessage,
  FoundMessages,
  SearchMessagesVariables,
} from '../../../contract/graphql/search-messages.ts';
import { withTenant } from '../../db/database.ts';
import type { Tx } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import type { Actor, Services } from '../context.ts';
import { invalid, notFound } from '../errors.ts';
import { parseOptionalId } from '../ids.ts';
import { requirePermission } from '../permissions.ts';
import { storableText } from '../text.ts';
import {
  isInstanceVisible,
  readableBy,
  requireVisibility,
  requireVisibleCustomer,
  visibleTo,
} from '../tickets/visibility.ts';
import { excerptOf } from './excerpt.ts';
import { cameLate, idsIn, parseSaid, rangeOf, saidSo } from './search-days.ts';
import type { Range, Said } from './search-days.ts';
import { wireTime } from '../views/json.ts';

/** Cost limits of a search; tests use lower ones. */
export type SearchLimits = {
  /** Of a word of more messages, only the newest are looked at: many of them are found. */
  rareMax: number;
  /** If a word is in more messages than this, the other rare words are read too. */
  fewMax: number;
  /** Messages examined in one call, at least; the next page continues from there. */
  lookedAtMax: number;
};
const LIMITS: SearchLimits = { rareMax: 50_000, fewMax: 10_000, lookedAtMax: 7_500 };
/** Up to this many conversations are searched one by one; more by all messages, filtered to theirs. */
const FEW_CONVERSATIONS = 2_000;
/** Most words with the same beginning that are read one by one. */
const SIMILAR_MAX = 200;
/** Messages looked at in one step. */
const STEP_FIRST = 500;
const STEP_MAX = 5_000;
/** Sorts after every other character. */
const LAST_CHARACTER = '\u{10FFFF}';

/** SQL condition: alias `w` is a searched word. */
type Wanted = { condition: RawBuilder<boolean>; isWhole: boolean; count: number };

/** Conversations, each with the newest ticket of it that the user sees. */
type Seen = { customerIds: Id[]; instanceIds: Id[]; upTo: Id[]; allUpTo: Id[] };

/** The customer and instance searched; null: all. */
type Where = { customerId: Id | null; instanceId: Id | null };

type Search = Where & {
  actor: Actor;
  words: SearchWords;
  said: Said;
  range: Range;
  /** The conversations visible to the user within the search; null: all. */
  seen: Seen | null;
  limits: SearchLimits;
};

/**
 * Messages with all words of `search` that the actor can read, newest first: of all conversations, a customer's, an
 * instance's, or of one conversation. Customers and instances that they don't see are not found.
 */
export function searchMessages(
  services: Services,
  actor: Actor,
  variables: SearchMessagesVariables,
  limits = LIMITS,
): Promise<FoundMessages> {
  requirePermission(actor, 'chat');
  const words = searchWordsOf(storableText(variables.search));
  const customerId = parseOptionalId(variables.customer_id);
  const instanceId = parseOptionalId(variables.instance_id);
  const beforeId = parseOptionalId(variables.before_id);
  const said = parseSaid(variables);
  const limit = Math.min(variables.limit ?? FOUND_PAGE_SIZE, PAGE_SIZE_MAX);
  if (limit < 1) throw invalid('error.invalid', { limit: 'error.invalid' });
  const { tenantId } = actor;
  return withTenant(services.db, tenantId, async (tx) => {
    const where = { customerId, instanceId };
    let seen: Seen | null = null;
    if (customerId !== null && instanceId !== null) {
      const { ticketId, spans } = await requireVisibility(tx, actor, { tenantId, customerId, instanceId });
      seen = {
        customerIds: [customerId],
        instanceIds: [instanceId],
        upTo: [ticketId],
        allUpTo: [spans === null ? ticketId : '0'],
      };
    } else {
      if (customerId !== null) await requireVisibleCustomer(tx, actor, customerId, null);
      if (instanceId !== null && !(await isInstanceVisible(tx, actor, instanceId))) throw notFound();
      if (!actor.isAdmin) seen = await seenBy(tx, actor, where);
    }
    const is_indexed = await isIndexed(tx, tenantId);
    if (words === null) return { items: [], next_before: null, is_indexed };
    const range = await rangeOf(tx, tenantId, said);
    const search = { actor, words, said, range, ...where, seen, limits };
    const { ids, nextBefore } = await find(tx, search, beforeId, limit);
    return { items: await describe(tx, search, ids), next_before: nextBefore, is_indexed };
  });
}

async function isIndexed(tx: Tx, tenantId: Id): Promise<boolean> {
  const { rows } = await sql<{ waits: boolean }>`select exists (
    select from message_word_backlog where tenant_id = ${tenantId}) as waits`.execute(tx);
  return rows[0]?.waits !== true;
}

/** The next messages found, and where the search continues. */
async function find(
  tx: Tx,
  search: Search,
  beforeId: Id | null,
  limit: number,
): Promise<{ ids: Id[]; nextBefore: Id | null }> {
  const wanted = await rateWords(tx, search);
  const used = usedWords(wanted, search);
  // A frequent beginning, and nothing else: the messages of each word that begins like that are stored in their order.
  const isFrequent = wanted.length === 1 && used.length === 0 && search.seen === null;
  const similar = isFrequent ? await wordsLike(tx, search) : undefined;
  const isExact = saidSo(search.said).length === 0 && (used.length === wanted.length || similar !== undefined);
  const ids: Id[] = [];
  let cursor = beforeId;
  let lookedAt = 0;
  // What came late is newer than the rest of its days.
  let isLate = search.range.below !== null;
  for (
    let step = isExact ? limit + 1 : Math.min(STEP_FIRST, search.limits.lookedAtMax);
    ;
    step = Math.min(step * 4, STEP_MAX)
  ) {
    const candidates = isLate
      ? await late(tx, search, cursor, step)
      : similar !== undefined
        ? await withOneOf(tx, search, similar, cursor, step)
        : used.length > 0
          ? await withWords(tx, search, used, cursor, step)
          : await newest(tx, search, cursor, step);
    ids.push(...(isExact ? candidates : await havingWords(tx, search, candidates)));
    if (ids.length > limit) return { ids: ids.slice(0, limit), nextBefore: ids[limit - 1] ?? null };
    if (candidates.length < step && !isLate) return { ids, nextBefore: null };
    isLate &&= candidates.length === step;
    cursor = candidates.at(-1) ?? cursor;
    lookedAt += candidates.length;
    if (lookedAt >= search.limits.lookedAtMax) return { ids, nextBefore: cursor };
  }
}

/** The words whose rows are read, the rarest first; messages are then looked at for the others. */
function usedWords(wanted: readonly Wanted[], { seen, limits: { rareMax, fewMax } }: Search): Wanted[] {
  const rare = wanted.filter(({ count }) => count <= rareMax);
  const [rarest] = rare;
  // The messages of one whole word are stored in their order; those of a beginning would have to be sorted.
  if (rarest === undefined) return isOfFew(seen) ? [] : wanted.filter(({ isWhole }) => isWhole).slice(0, 1);
  return rarest.count <= fewMax ? rare : [rarest];
}

/** The words with the number of their messages, up to what is rare; the rarest first. */
async function rateWords(tx: Tx, { actor, words: { whole, prefix }, limits: { rareMax } }: Search): Promise<Wanted[]> {
  const conditions = [
    ...whole.map((word) => sql<boolean>`w.word = ${word}`),
    sql<boolean>`(w.word >= ${prefix} and w.word < ${prefix + LAST_CHARACTER})`,
  ];
  const counts = conditions.map(
    (condition) => sql`(select count(*) from (select from message_word w
      where w.tenant_id = ${actor.tenantId} and ${condition} limit ${rareMax + 1}) known)`,
  );
  const { rows } = await sql<{ counts: number[] }>`
    select array[${sql.join(counts)}]::integer[] as counts`.execute(tx);
  return conditions
    .map((condition, index) => ({ condition, isWhole: index < whole.length, count: rows[0]?.counts[index] ?? 0 }))
    .toSorted((a, b) => a.count - b.count);
}

/** The newest messages before `cursor` that have all these words, the rarest first, and can be read. */
async function withWords(
  tx: Tx,
  search: Search,
  [rarest, ...others]: readonly Wanted[],
  cursor: Id | null,
  count: number,
): Promise<Id[]> {
  const { actor } = search;
  const { tenantId } = actor;
  const seen =
    search.seen === null
      ? sql``
      : sql`join ${conversations(search.seen)}
        on seen.customer_id = w.customer_id and seen.instance_id = w.instance_id
        join message m on m.tenant_id = w.tenant_id and m.id = w.message_id and ${isSeen(actor)}`;
  const conditions = [
    sql`w.tenant_id = ${tenantId}`,
    rarest?.condition ?? sql`true`,
    ...within(search, 'w'),
    ...idsIn(search.range, sql`w.message_id`, cursor),
    ...others.map(
      ({ condition }) => sql`w.message_id in (
        select w.message_id from message_word w where w.tenant_id = ${tenantId} and ${condition})`,
    ),
  ];
  const { rows } = await sql<{ id: Id }>`
    select ${rarest?.isWhole === true ? sql`` : sql`distinct`} w.message_id as id from message_word w ${seen}
    where ${sql.join(conditions, sql` and `)}
    order by id desc limit ${count}`.execute(tx);
  return rows.map(({ id }) => id);
}

/** The newest messages before `cursor` that can be read. */
async function newest(tx: Tx, search: Search, cursor: Id | null, count: number): Promise<Id[]> {
  const { actor, seen } = search;
  const isBefore = sql.join([sql`true`, ...idsIn(search.range, sql`m.id`, cursor)], sql` and `);
  const { rows } = isOfFew(seen)
    ? await sql<{ id: Id }>`
      select m.id from ${conversations(seen)} cross join lateral (
        select m.id from message m where m.tenant_id = ${actor.tenantId} and m.customer_id = seen.customer_id
          and m.instance_id = seen.instance_id and ${isSeen(actor)} and ${isBefore}
        order by m.id desc limit ${count}) m
      order by m.id desc limit ${count}`.execute(tx)
    : await sql<{ id: Id }>`
      select m.id from message m ${seen === null ? sql`` : sql`join ${conversations(seen)} on ${isReadable(actor)}`}
      where ${sql.join([sql`m.tenant_id = ${actor.tenantId}`, ...within(search, 'm'), isBefore], sql` and `)}
      order by m.id desc limit ${count}`.execute(tx);
  return rows.map(({ id }) => id);
}

/** The newest messages before `cursor` that came late, of those that can be read and are newer than the days searched. */
async function late(tx: Tx, search: Search, cursor: Id | null, count: number): Promise<Id[]> {
  const { actor, seen, said, range } = search;
  const conditions = [
    sql`m.tenant_id = ${actor.tenantId}`,
    cameLate,
    ...saidSo(said),
    ...within(search, 'm'),
    sql`m.id >= ${range.below}`,
    ...(cursor === null ? [] : [sql`m.id < ${cursor}`]),
  ];
  const { rows } = await sql<{ id: Id }>`
    select m.id from message m ${seen === null ? sql`` : sql`join ${conversations(seen)} on ${isReadable(actor)}`}
    where ${sql.join(conditions, sql` and `)}
    order by m.id desc limit ${count}`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Of the customer or instance searched. */
function within({ customerId, instanceId }: Search, alias: 'w' | 'm'): RawBuilder<unknown>[] {
  const a = sql.raw(alias);
  return [
    ...(customerId === null ? [] : [sql`${a}.customer_id = ${customerId}`]),
    ...(instanceId === null ? [] : [sql`${a}.instance_id = ${instanceId}`]),
  ];
}

/** The conversations that the user sees a ticket of. */
async function seenBy(tx: Tx, actor: Actor, { customerId, instanceId }: Where): Promise<Seen> {
  const conditions = [sql`t.tenant_id = ${actor.tenantId}`, visibleTo(actor)];
  if (customerId !== null) conditions.push(sql`t.customer_id = ${customerId}`);
  if (instanceId !== null) conditions.push(sql`t.instance_id = ${instanceId}`);
  const { rows } = await sql<Seen>`
    select coalesce(array_agg(customer_id::text), '{}') as "customerIds",
      coalesce(array_agg(instance_id::text), '{}') as "instanceIds", coalesce(array_agg(up_to::text), '{}') as "upTo",
      coalesce(array_agg(all_up_to::text), '{}') as "allUpTo"
    from (select t.customer_id, t.instance_id, max(t.id) as up_to,
        coalesce(max(t.id) filter (where t.history_from = 0), 0) as all_up_to
      from chat_ticket t
      where ${sql.join(conditions, sql` and `)} group by t.customer_id, t.instance_id) seen`.execute(tx);
  return rows[0] ?? { customerIds: [], instanceIds: [], upTo: [], allUpTo: [] };
}

/** Whether there are few enough conversations to search them one by one. */
function isOfFew(seen: Seen | null): seen is Seen {
  return seen !== null && seen.customerIds.length <= FEW_CONVERSATIONS;
}

/** The words stored that begin like the last one looked for; undefined if they are too many. */
async function wordsLike(tx: Tx, { actor: { tenantId }, words: { prefix } }: Search): Promise<string[] | undefined> {
  const from = (least: RawBuilder<unknown>) => sql`(select w.word from message_word w where w.tenant_id = ${tenantId}
    and ${least} and w.word < ${prefix + LAST_CHARACTER} order by w.word limit 1)`;
  const { rows } = await sql<{ word: string }>`
    with recursive known (word) as (
      ${from(sql`w.word >= ${prefix}`)}
      union all
      select ${from(sql`w.word > known.word`)} from known where known.word is not null)
    select word from known where word is not null limit ${SIMILAR_MAX + 1}`.execute(tx);
  return rows.length > SIMILAR_MAX ? undefined : rows.map(({ word }) => word);
}

/** The newest messages before `cursor` with one of the words, of all conversations. */
async function withOneOf(
  tx: Tx,
  search: Search,
  words: readonly string[],
  cursor: Id | null,
  count: number,
): Promise<Id[]> {
  const conditions = [
    sql`w.tenant_id = ${search.actor.tenantId}`,
    sql`w.word = known.word`,
    ...within(search, 'w'),
    ...idsIn(search.range, sql`w.message_id`, cursor),
  ];
  const { rows } = await sql<{ id: Id }>`
    select distinct w.message_id as id from unnest(${words}::text[]) as known (word) cross join lateral (
      select w.message_id from message_word w where ${sql.join(conditions, sql` and `)}
      order by w.message_id desc limit ${count}) w
    order by id desc limit ${count}`.execute(tx);
  return rows.map(({ id }) => id);
}

function conversations({ customerIds, instanceIds, upTo, allUpTo }: Seen): RawBuilder<unknown> {
  return sql`unnest(${customerIds}::bigint[], ${instanceIds}::bigint[], ${upTo}::bigint[], ${allUpTo}::bigint[])
    as seen (customer_id, instance_id, up_to, all_up_to)`;
}

const isSeen = (actor: Actor) =>
  sql`m.ticket_id <= seen.up_to and (m.ticket_id <= seen.all_up_to or ${readableBy(actor)})`;
const isReadable = (actor: Actor) =>
  sql`seen.customer_id = m.customer_id and seen.instance_id = m.instance_id and ${isSeen(actor)}`;

/** The messages that have all the words and match the filters, in the same order. */
async function havingWords(
  tx: Tx,
  { actor, said, words: { whole, prefix } }: Search,
  ids: readonly Id[],
): Promise<Id[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<{ id: Id }>`
    select m.id from message m
    cross join lateral (select array_agg(word) as words from words_of(concat_ws(' ', m.body, m.document_name)) as word) said
    where ${sql.join([sql`m.tenant_id = ${actor.tenantId}`, ...saidSo(said)], sql` and `)}
      and m.id = any(${ids}::bigint[]) and m.tag_type is distinct from 'reaction'
      and said.words @> ${whole}::text[]
      and exists (select from unnest(said.words) as word where starts_with(word, ${prefix}))
    order by m.id desc`.execute(tx);
  return rows.map(({ id }) => id);
}

type FoundRow = Omit<FoundMessage, 'excerpt' | 'marks'> & { body: string };

/** The messages found as the wire has them. */
async function describe(tx: Tx, { actor, words }: Search, ids: readonly Id[]): Promise<FoundMessage[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<FoundRow>`
    select m.id, m.type, ${sql.raw(wireTime('m.created_at'))} as created_at, coalesce(m.tag_type, 'text') as tag_type,
      left(concat_ws(' ', m.body, m.document_name), ${TEXT_PART_LENGTH}) as body, m.is_bot_message,
      case when u.id is not null then json_build_object('id', u.id::text, 'name', u.name) end as "user",
      json_build_object('id', c.id::text, 'name', c.name) as customer,
      json_build_object('id', i.id::text, 'name', i.name) as instance,
      (select max(t.id) from chat_ticket t where t.tenant_id = m.tenant_id and t.customer_id = m.customer_id
        and t.instance_id = m.instance_id and ${visibleTo(actor)}) as ticket_id
    from message m
    join customer c on c.tenant_id = m.tenant_id and c.id = m.customer_id
    join instance i on i.tenant_id = m.tenant_id and i.id = m.instance_id
    left join app_user u on u.tenant_id = m.tenant_id and u.id = m.user_id
    where m.tenant_id = ${actor.tenantId} and m.id = any(${ids}::bigint[])
    order by m.id desc`.execute(tx);
  return rows.map(({ body, ...found }) => ({ ...found, ...excerptOf(body, words) }));
}
