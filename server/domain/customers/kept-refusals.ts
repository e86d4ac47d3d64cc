import { createHmac, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { ConsentChannel } from '../../../contract/facts/customers.ts';
import type { Change } from '../../db/change.ts';
import type { Tx } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import type { Services } from '../context.ts';
import { seal, unseal } from '../sealed.ts';
import { customerAt, findCustomerAt } from './customer-numbers.ts';

type Keyed = Pick<Services, 'keys'>;

/** Hashes a company's addresses. */
export type Refusals = { hashOf: (address: string) => string };

/** The lists that show it. */
export const REFUSED_LISTS = ['blocked_contacts', 'consents'] as const;

/** This node can't unseal a company's key, as in the middle of a change of the secret. */
export class UnreadableRefusals extends Error {}

/** Undefined: nobody who refused anything was ever erased, so there is nothing to look at. Throws `UnreadableRefusals`. */
export async function refusalsOf(tx: Tx, { keys }: Keyed, tenantId: Id): Promise<Refusals | undefined> {
  const row = await tx
    .selectFrom('refusal_key')
    .select('sealed_key as sealed')
    .where('tenant_id', '=', tenantId)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const key = unseal(keys, `refusals:${tenantId}:${tenantId}`, row.sealed);
  if (key === undefined) throw new UnreadableRefusals('The key of the kept refusals can’t be unsealed');
  return { hashOf: (address) => createHmac('sha256', key).update(address).digest('base64url') };
}

/** Keeps what a customer who is about to be erased refused, by a hash of each of their addresses; without it nobody is erased. */
export async function keepRefusals(tx: Tx, services: Keyed, tenantId: Id, id: Id): Promise<void> {
  const { rows } = await sql<{ addresses: string[]; refused: string[] }>`
    select array(select addresses_of(${tenantId}, ${id})) as addresses, array_remove(array[
      case when is_blacklisted then 'contact' end,
      case when declined_marketing_at is not null then 'offers' end,
      case when whatsapp_consent = 'revoked' or declined_marketing_at is not null then 'whatsapp' end,
      case when sms_consent = 'revoked' then 'sms' end], null) as refused
    from customer where tenant_id = ${tenantId} and id = ${id}`.execute(tx);
  await sql`select set_config('app.keeps_refusals', 'on', true)`.execute(tx);
  const [found] = rows;
  if (found === undefined || found.refused.length === 0) return;
  const hashes = await hashesToKeep(tx, services, tenantId, found.addresses);
  await sql`
    insert into kept_refusal (tenant_id, hash, person, refused)
    select ${tenantId}, hash, one.person, ${found.refused}::text[]
    from unnest(${hashes}::text[]) as hash
    cross join (select coalesce((select person from kept_refusal where tenant_id = ${tenantId}
      and hash = any(${hashes}::text[]) limit 1), gen_random_uuid()) as person) one
    on conflict (tenant_id, hash) do update set person = excluded.person, refused = excluded.refused`.execute(tx);
}

/** Keeps a refusal that the provider reports only after the address's owner was erased. */
export async function keepLateRefusal(
  tx: Tx,
  services: Keyed,
  tenantId: Id,
  address: string,
  refused: readonly string[],
): Promise<void> {
  if ((await findCustomerAt(tx, tenantId, address)) !== null) return;
  const [hash] = await hashesToKeep(tx, services, tenantId, [address]);
  const all = [...refused];
  await sql`
    with theirs as (
      update kept_refusal k set refused = array(select distinct unnest(k.refused || ${all}::text[]))
      where k.tenant_id = ${tenantId} and k.person in (
        select p.person from kept_refusal p where p.tenant_id = ${tenantId} and p.hash = ${hash})
      returning k.hash)
    insert into kept_refusal (tenant_id, hash, person, refused)
    select ${tenantId}, ${hash}, gen_random_uuid(), ${all}::text[] where not exists (select from theirs)`.execute(tx);
}

/**
 * Blocks and opts out again the customers at those of the addresses whose owner had been before they were erased. Asked
 * wherever a customer gets an address. `importId`: the consents go when that import is undone. Returns what any refused.
 */
export async function refuseAgain(
  tx: Tx,
  refusals: Refusals | undefined,
  tenantId: Id,
  addresses: readonly string[],
  importId: Id | null = null,
): Promise<ReadonlySet<string>> {
  if (refusals === undefined || addresses.length === 0) return new Set();
  const { rows } = await sql<{ refused: string[] }>`
    with hit as materialized (
      select g.address, k.refused, ${customerAt(tenantId, sql`g.address`)} as customer_id
      from unnest(${[...addresses]}::text[], ${addresses.map(refusals.hashOf)}::text[]) as g (address, hash)
      join kept_refusal k on k.tenant_id = ${tenantId} and k.hash = g.hash),
    theirs as materialized (
      select distinct c.id, c.whatsapp_consent, c.sms_consent, refusal from hit cross join unnest(hit.refused) refusal
      join customer c on c.tenant_id = ${tenantId} and c.id = hit.customer_id),
    blocked as (
      insert into blocked_contact (tenant_id, address, is_kept)
      select distinct ${tenantId}::bigint, address, true from hit where 'contact' = any(refused)
      on conflict do nothing),
    declined as (
      update customer c set declined_marketing_at = now() from theirs t
      where c.tenant_id = ${tenantId} and c.id = t.id and t.refusal = 'offers' and c.declined_marketing_at is null),
    said as (
      insert into consent (tenant_id, customer_id, channel, purpose, kind, said_at, origin, import_id)
      select ${tenantId}::bigint, t.id, t.refusal, 'marketing', 'revoked', now(), 'erased', ${importId}::bigint
      from theirs t where t.refusal in ('whatsapp', 'sms')
        and case t.refusal when 'sms' then t.sms_consent else t.whatsapp_consent end is distinct from 'revoked')
    select refused from hit`.execute(tx);
  return new Set(rows.flatMap(({ refused }) => refused));
}

/** The same for all addresses of a customer who got another one. */
export async function refuseAgainFor(
  { tx, tenantId, append }: Change,
  services: Keyed,
  id: Id,
): Promise<ReadonlySet<string>> {
  const refusals = await refusalsOf(tx, services, tenantId);
  if (refusals === undefined) return new Set();
  const refused = await refuseAgain(tx, refusals, tenantId, await addressesOf(tx, tenantId, id));
  if (refused.size > 0) {
    for (const list of REFUSED_LISTS) append('ListUpdated', { list }, { to: 'all' });
  }
  return refused;
}

/** How many of the addresses, which are nobody's now, had an owner who refused something. */
export async function countRefusing(
  tx: Tx,
  refusals: Refusals | undefined,
  tenantId: Id,
  addresses: readonly string[],
): Promise<number> {
  if (refusals === undefined) return 0;
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count
    from unnest(${[...addresses]}::text[], ${addresses.map(refusals.hashOf)}::text[]) as g (address, hash)
    join kept_refusal k on k.tenant_id = ${tenantId} and k.hash = g.hash
    where ${customerAt(tenantId, sql`g.address`)} is null`.execute(tx);
  return rows[0]?.count ?? 0;
}

/** What the owner of an address refused before they were erased. */
export async function refusedAt(tx: Tx, services: Keyed, tenantId: Id, address: string): Promise<ReadonlySet<string>> {
  const hashes = await hashesOf(tx, services, tenantId, [address]);
  if (hashes.length === 0) return new Set();
  const { rows } = await sql<{ refused: string[] }>`
    select refused from kept_refusal where tenant_id = ${tenantId} and hash = any(${hashes}::text[])`.execute(tx);
  return new Set(rows.flatMap(({ refused }) => refused));
}

/** Ends what is kept of the addresses' owners: they are unblocked, or opted in again on a channel. */
export async function endRefusals(
  tx: Tx,
  services: Keyed,
  tenantId: Id,
  addresses: readonly string[],
  of: 'contact' | ConsentChannel,
): Promise<void> {
  const hashes = await hashesOf(tx, services, tenantId, addresses);
  if (hashes.length === 0) return;
  const ended = of === 'whatsapp' ? ['whatsapp', 'offers'] : [of];
  const left = sql`array(select one from unnest(k.refused) one where one <> all(${ended}::text[]))`;
  const persons = sql`select p.person from kept_refusal p where p.tenant_id = ${tenantId}
    and p.hash = any(${hashes}::text[])`;
  // In one statement, as the persons are found by rows that it may delete.
  await sql`
    with persons as materialized (${persons}),
    gone as (delete from kept_refusal k where k.tenant_id = ${tenantId} and k.person in (select person from persons)
      and ${left} = '{}')
    update kept_refusal k set refused = ${left} where k.tenant_id = ${tenantId}
      and k.person in (select person from persons) and k.refused && ${ended}::text[] and ${left} <> '{}'`.execute(tx);
}

/** The same for a customer's addresses. */
export async function endRefusalsOf(
  tx: Tx,
  services: Keyed,
  tenantId: Id,
  id: Id,
  of: 'contact' | ConsentChannel,
): Promise<void> {
  await endRefusals(tx, services, tenantId, await addressesOf(tx, tenantId, id), of);
}

async function hashesToKeep(tx: Tx, services: Keyed, tenantId: Id, addresses: readonly string[]): Promise<string[]> {
  const sealed = seal(services.keys, `refusals:${tenantId}:${tenantId}`, randomBytes(32).toString('base64url'));
  await sql`insert into refusal_key (tenant_id, sealed_key) values (${tenantId}, ${sealed})
    on conflict do nothing`.execute(tx);
  return hashesOf(tx, services, tenantId, addresses);
}

/** None if nothing is kept. */
async function hashesOf(tx: Tx, services: Keyed, tenantId: Id, addresses: readonly string[]): Promise<string[]> {
  const refusals = await refusalsOf(tx, services, tenantId);
  return refusals === undefined ? [] : addresses.map(refusals.hashOf);
}

async function addressesOf(tx: Tx, tenantId: Id, id: Id): Promise<string[]> {
  const { rows } = await sql<{ address: string }>`select addresses_of(${tenantId}, ${id}) as address`.execute(tx);
  return rows.map(({ address }) => address);
}
