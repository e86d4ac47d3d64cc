import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import type { newFlowStart, NewFlowStartBody } from '../../../../contract/rest/flow-starts.ts';
import type { AnswerOf } from '../../../../contract/rest/call.ts';
import { typedAddress } from '../../../../contract/facts/phone-number.ts';
import { changeTenant } from '../../../db/change.ts';
import type { Change } from '../../../db/change.ts';
import { withPlatform, withTenant } from '../../../db/database.ts';
import type { Id } from '../../../db/tables.ts';
import { auditAction } from '../../audit-action.ts';
import { changeAsActor } from '../../auth/active-actor.ts';
import { customerAt } from '../../customers/customer-numbers.ts';
import { refuseAgainFor } from '../../customers/kept-refusals.ts';
import type { Actor, Services } from '../../context.ts';
import { AuthRefused, conflict, invalid } from '../../errors.ts';
import { isId, parseId } from '../../ids.ts';
import { requireCompany } from '../../permissions.ts';
import { requireStarting, storedFlow } from './active-flow-rows.ts';
import { tellStarts } from './launches.ts';
import { startFlow } from './start-flow.ts';

/** `balcao_<company>_<flow>_<secret>`: what it is for is known without a look at all keys. */
const PREFIX = 'balcao';
const SECRET_BYTES = 32;
const HINT_LENGTH = 4;

/** A new key of a flow, in place of an earlier one; only its hash is kept. Not for support users. */
export function newFlowKey(services: Services, caller: Actor, rawId: string): Promise<string> {
  requireKeeper(caller);
  const id = parseId(rawId);
  return changeAsActor(services, caller, requireKeeper, async (change, actor) => {
    const { tx, tenantId } = change;
    const { name } = await storedFlow(tx, tenantId, id);
    const key = [PREFIX, tenantId, id, randomBytes(SECRET_BYTES).toString('base64url')].join('_');
    await sql`
      update flow set key_hash = ${hashOf(key)}, key_hint = ${key.slice(-HINT_LENGTH)}, version = version + 1
      where tenant_id = ${tenantId} and id = ${id}`.execute(tx);
    await auditAction(tx, actor, { action: 'flow.newKey', subject: `flow:${id}`, details: { name } });
    tellStarts(change);
    return key;
  });
}

/** Takes the key of a flow away. Idempotent. */
export function deleteFlowKey(services: Services, caller: Actor, rawId: string): Promise<boolean> {
  requireStarting(caller);
  const id = parseId(rawId);
  return changeAsActor(services, caller, requireStarting, async (change, actor) => {
    const { tx, tenantId } = change;
    const { name, key_hint: hint } = await storedFlow(tx, tenantId, id);
    if (hint === null) return true;
    await sql`update flow set key_hash = null, key_hint = null, version = version + 1
      where tenant_id = ${tenantId} and id = ${id}`.execute(tx);
    await auditAction(tx, actor, { action: 'flow.deleteKey', subject: `flow:${id}`, details: { name } });
    tellStarts(change);
    return true;
  });
}

function requireKeeper(actor: Actor): void {
  requireStarting(actor);
  requireCompany(actor);
}

/** Whose flow a key starts. */
export type FlowKeyHolder = { tenantId: Id; tenantName: string; flowId: Id };

/** Refuses with `AuthRefused` a key that no flow has, or whose company is gone. */
export async function holderOf(services: Pick<Services, 'db'>, key: string | undefined): Promise<FlowKeyHolder> {
  const [prefix, tenantId = '', flowId = ''] = key?.split('_') ?? [];
  if (key === undefined) throw new AuthRefused('missing');
  if (prefix !== PREFIX || !isId(tenantId) || !isId(flowId)) throw new AuthRefused('invalid');
  const tenantName = await withPlatform(services.db, async (tx) => {
    const { rows } = await sql<{ name: string }>`
      select slug as name from tenant where id = ${tenantId} and deleted_at is null`.execute(tx);
    return rows[0]?.name;
  });
  if (tenantName === undefined) throw new AuthRefused('invalid');
  const hash = await withTenant(services.db, tenantId, async (tx) => {
    const { rows } = await sql<{ hash: string | null }>`
      select key_hash as hash from flow where tenant_id = ${tenantId} and id = ${flowId}`.execute(tx);
    return rows[0]?.hash ?? null;
  });
  if (hash === null || !isSame(hash, hashOf(key))) throw new AuthRefused('invalid');
  return { tenantId, tenantName, flowId };
}

function hashOf(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}

function isSame(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
}

/**
 * Puts a start for a number, known or not, into the queue of a key's flow; answers the earlier one with the same `key`. CONFLICT
 * `error.flow.unpublished` while the flow is off or no number can send it; refuses by its field a variable that the flow hasn't, or a value
 * that doesn't fit.
 */
export function startByKey(
  services: Pick<Services, 'db' | 'now' | 'keys'>,
  { tenantId, flowId }: FlowKeyHolder,
  { number, name, key, variables }: NewFlowStartBody,
): Promise<AnswerOf<typeof newFlowStart>> {
  const address = typedAddress(number);
  if (address === undefined) throw invalid('error.form.invalid', { number: 'error.number.malformed' });
  return changeTenant(services.db, tenantId, async (change) => {
    const { tx } = change;
    const { rows: known } = await sql<{ id: Id }>`select ${customerAt(tenantId, address)} as id`.execute(tx);
    const customerId = known[0]?.id ?? (await addCustomer(change, services, { address, name }));
    const id = await startFlow(change, { flowId, customerId, source: 'api', key, variables }, services.now());
    if (id === undefined) throw conflict('error.flow.unpublished');
    const { rows } = await sql<AnswerOf<typeof newFlowStart>>`
      select id::text as id, status, reason from flow_start where tenant_id = ${tenantId} and id = ${id}`.execute(tx);
    const [start] = rows;
    if (start === undefined) throw conflict();
    return start;
  });
}

/** A number stands for the name of who has none. What an erased customer with it refused is refused again. */
async function addCustomer(
  change: Change,
  services: Pick<Services, 'keys'>,
  { address, name }: { address: string; name: string | null },
): Promise<Id> {
  const { tx, tenantId } = change;
  const { id } = await tx
    .insertInto('customer')
    .values({ tenant_id: tenantId, name: name ?? address, phone_number: address })
    .returning('id')
    .executeTakeFirstOrThrow();
  await refuseAgainFor(change, services, id);
  change.note('CustomerTouched', { customer: { id }, isNew: true });
  return id;
}
