import { sql } from 'kysely';
import type { ManagedInstance } from '../../../contract/entities/managed-instance.ts';
import type { InstanceChange, NewInstance } from '../../../contract/rest/instances.ts';
import type { Change } from '../../db/change.ts';
import { withTenant } from '../../db/database.ts';
import type { Tx } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import { auditIn } from '../audit-across.ts';
import { changeAs } from '../auth/standing.ts';
import { changedFields } from '../changed-fields.ts';
import type { Actor, Services } from '../context.ts';
import { conflict, DomainError, invalid } from '../errors.ts';
import { parseId } from '../ids.ts';
import { requirePermission } from '../permissions.ts';
import { targetTenant } from '../tenants/target-tenant.ts';
import { sealedToken } from './access-token.ts';
import { NUMBER_TAKEN } from './claim-number.ts';
import { findInstanceOfNumber } from './instance-of-number.ts';
import { logInstance, tellOfInstance } from './instance-state.ts';
import { managedInstanceView, managedInstanceViews } from './instance-view.ts';

/** Refuses who may not open the instances. */
export const mayOpenInstances = (actor: Actor): void => requirePermission(actor, 'instances');

/** A company's instances by name: one's own, or any's for the back-office. For who may open the instances. */
export async function listManagedInstances(
  services: Services,
  actor: Actor,
  tenantName: string,
): Promise<ManagedInstance[]> {
  requirePermission(actor, 'instances');
  const tenant = await targetTenant(services, actor, tenantName);
  return withTenant(services.db, tenant.id, (tx) => managedInstanceViews(tx, tenant.id));
}

/**
 * Adds an instance, for who may open the instances. Refuses a name that another of the company's has
 * with `error.instance.nameTaken`, and one beyond what was agreed with CONFLICT `error.instance.limit`.
 */
export async function createInstance(services: Services, caller: Actor, given: NewInstance): Promise<ManagedInstance> {
  mayOpenInstances(caller);
  const tenant = await targetTenant(services, caller, given.tenantName);
  const work = async (change: Change, actor: Actor): Promise<ManagedInstance> => {
    const { tx } = change;
    await requireRoom(tx, tenant.id);
    await requireFreeName(tx, tenant.id, given.name, null);
    const { id } = await tx
      .insertInto('instance')
      .values({
        tenant_id: tenant.id,
        name: given.name,
        is_official: given.isOfficial,
        is_unlimited: given.isUnlimited,
        created_at: services.now(),
        state_at: services.now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await logInstance(change, logged(services, actor, id, tenant.id, 'created'));
    await tellOfInstance(change, id);
    const { name, isOfficial, isUnlimited } = given;
    await auditIn(tx, actor, tenant, {
      action: 'instance.create',
      subject: `instance:${id}`,
      details: { name, isOfficial, isUnlimited },
    });
    return managedInstanceView(tx, tenant.id, id);
  };
  return changeAs(services, caller, mayOpenInstances, work, tenant.id);
}

/**
 * Changes an instance, for who may open the instances; what is left out stays. Refuses a name or a
 * provider's number that is taken by field, and a save over another's with CONFLICT `error.form.conflict`.
 * A number is the instance's only once a test of its credentials has passed.
 */
export async function updateInstance(
  services: Services,
  caller: Actor,
  given: InstanceChange,
): Promise<ManagedInstance> {
  mayOpenInstances(caller);
  const id = parseId(given.id);
  const tenant = await targetTenant(services, caller, given.tenantName);
  await requireFreeNumber(services, given.phone_number_id ?? null, id);
  const work = async (change: Change, actor: Actor): Promise<ManagedInstance> => {
    const { tx } = change;
    const before = await managedInstanceView(tx, tenant.id, id);
    if (given.version !== undefined && given.version !== null && given.version !== before.version) {
      throw conflict('error.form.conflict');
    }
    if (given.name !== undefined) await requireFreeName(tx, tenant.id, given.name, id);
    const isRenumbered = given.phone_number_id !== undefined && given.phone_number_id !== before.phone_number_id;
    const hasNewCredentials = isRenumbered || given.access_token !== undefined;
    await write(change, services, id, given, hasNewCredentials);
    for (const what of deedsOf(before, given, hasNewCredentials)) {
      await logInstance(change, logged(services, actor, id, tenant.id, what));
    }
    await tellOfInstance(change, id);
    // What of the token was changed is told, the token never.
    const { access_token: token } = given;
    const after = await managedInstanceView(tx, tenant.id, id);
    await auditIn(tx, actor, tenant, {
      action: 'instance.update',
      subject: `instance:${id}`,
      details: {
        ...changedFields(TOLD, before, after),
        ...(token === undefined ? {} : { access_token: token === null ? 'removed' : 'set' }),
      },
    });
    return after;
  };
  return changeAs(services, caller, mayOpenInstances, work, tenant.id);
}

/** What an audit says of a change, besides the token. */
const TOLD = ['name', 'activated', 'isOfficial', 'isUnlimited', 'phone_number', 'phone_number_id'] as const;

function logged(services: Services, actor: Actor, instanceId: Id, tenantId: Id, what: Deed) {
  // Who is of another company is no user of this one.
  const isOwn = actor.tenantId === tenantId;
  const by = { userId: isOwn ? actor.userId : null, byName: isOwn ? null : actor.userName };
  return { instanceId, at: services.now(), what, ...by };
}

type Deed = 'created' | 'activated' | 'deactivated' | 'credentials';

function deedsOf(before: ManagedInstance, given: InstanceChange, hasNewCredentials: boolean): Deed[] {
  const isSwitched = given.activated !== undefined && given.activated !== before.activated;
  return [
    ...(isSwitched ? [given.activated === true ? ('activated' as const) : ('deactivated' as const)] : []),
    ...(hasNewCredentials ? ['credentials' as const] : []),
  ];
}

async function write(
  { tx, tenantId }: Change,
  services: Services,
  id: Id,
  given: InstanceChange,
  hasNewCredentials: boolean,
): Promise<void> {
  const token = given.access_token;
  const place = { tenantId, instanceId: id };
  await tx
    .updateTable('instance')
    .set({
      version: sql<number>`version + 1`,
      ...(given.name === undefined ? {} : { name: given.name }),
      ...(given.activated === undefined ? {} : { activated: given.activated }),
      ...(given.isOfficial === undefined ? {} : { is_official: given.isOfficial }),
      ...(given.isUnlimited === undefined ? {} : { is_unlimited: given.isUnlimited }),
      ...(given.phone_number === undefined ? {} : { phone_number: given.phone_number }),
      ...(given.phone_number_id === undefined ? {} : { phone_number_id: given.phone_number_id }),
      ...(token === undefined
        ? {}
        : token === null
          ? { access_token: null, token_last4: null }
          : sealedToken(services, place, token)),
      // Nobody knows yet whether these are good.
      ...(hasNewCredentials ? { state: 'unverified' as const, state_key: null, state_at: services.now() } : {}),
    })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute();
}

/** Told as early as it can be, and not by whom it is taken; a test has the last word. */
async function requireFreeNumber(services: Services, number: string | null, id: Id): Promise<void> {
  const holder = number === null ? undefined : await findInstanceOfNumber(services, number);
  if (holder === undefined || holder.instanceId === id) return;
  throw invalid('error.form.invalid', { phone_number_id: NUMBER_TAKEN });
}

async function requireRoom(tx: Tx, tenantId: Id): Promise<void> {
  const { rows } = await sql<{ limit: number | null; count: number }>`
    select t.instance_limit as limit, (select count(*)::integer from instance i where i.tenant_id = t.id) as count
    from tenant t where t.id = ${tenantId}`.execute(tx);
  const [room] = rows;
  if (room === undefined || room.limit === null || room.count < room.limit) return;
  throw new DomainError('CONFLICT', 'error.instance.limit', { params: { limit: room.limit } });
}

async function requireFreeName(tx: Tx, tenantId: Id, name: string, id: Id | null): Promise<void> {
  const { rows } = await sql`select from instance where tenant_id = ${tenantId} and lower(name) = lower(${name})
    and id is distinct from ${id}`.execute(tx);
  if (rows.length > 0) throw invalid('error.form.invalid', { name: 'error.instance.nameTaken' });
}
