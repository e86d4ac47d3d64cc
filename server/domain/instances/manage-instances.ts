import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Provider } from '../../../contract/facts/providers.ts';
import type { ManagedInstance } from '../../../contract/entities/managed-instance.ts';
import type { InstanceChange, NewInstance } from '../../../contract/rest/instances.ts';
import type { Change } from '../../db/change.ts';
import { withTenant } from '../../db/database.ts';
import type { Tx } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import { auditIn } from '../audit-action.ts';
import { changeAsActor } from '../auth/active-actor.ts';
import { changedFields } from '../changed-fields.ts';
import type { Actor, Services } from '../context.ts';
import { conflict, DomainError, invalid } from '../errors.ts';
import { parseId } from '../ids.ts';
import { requirePermission } from '../permissions.ts';
import { targetTenant } from '../tenants/target-tenant.ts';
import { sealedToken } from './access-token.ts';
import { NUMBER_TAKEN } from './claim-number.ts';
import { findInstanceOfNumber, isSenderTaken } from './instance-of-number.ts';
import type { InstancePlace } from './instance-of-number.ts';
import { logInstance, publishInstance } from './instance-state.ts';
import { setPeople } from './instance-people.ts';
import { managedInstanceView, managedInstanceViews } from './instance-view.ts';
import { addressOf, requireGateway, requireKeyAgain, withSender } from './typed-sender.ts';

/** Requires the permission to manage instances. */
export const requireInstancesPermission = (actor: Actor): void => requirePermission(actor, 'instances');

/**
 * A company's instances by name: one's own, or any company's for the back-office. Needs the permission to manage
 * instances.
 */
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
 * Adds an instance; needs the permission to manage instances. Refuses a name taken in the company with
 * `error.instance.nameTaken`, and exceeding the limit with CONFLICT `error.instance.limit`.
 */
export async function createInstance(services: Services, caller: Actor, input: NewInstance): Promise<ManagedInstance> {
  requireInstancesPermission(caller);
  const tenant = await targetTenant(services, caller, input.tenantName);
  const isGateway = input.provider === 'evolution';
  const isOfficial = input.isOfficial && !isGateway;
  const work = async (change: Change, actor: Actor): Promise<ManagedInstance> => {
    const { tx } = change;
    await requireRoom(tx, tenant.id);
    await requireFreeName(tx, tenant.id, input.name, null);
    const { id } = await tx
      .insertInto('instance')
      .values({
        tenant_id: tenant.id,
        name: input.name,
        is_official: isOfficial,
        is_unlimited: input.isUnlimited,
        provider: input.provider,
        channel: isSms(input.provider) ? 'sms' : 'whatsapp',
        ...(isGateway && { phone_number_id: gatewayName(tenant.slug) }),
        created_at: services.now(),
        state_at: services.now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    // Its address contains its own id, so it is unique.
    if (isGateway) {
      await sql`update instance set claimed_number = sender_address where tenant_id = ${tenant.id} and id = ${id}`.execute(
        tx,
      );
    }
    await logInstance(change, logged(services, actor, id, tenant.id, 'created'));
    await publishInstance(change, id);
    const { name, isUnlimited, provider } = input;
    await auditIn(tx, actor, tenant, {
      action: 'instance.create',
      subject: `instance:${id}`,
      details: { name, isOfficial, isUnlimited, provider },
    });
    return managedInstanceView(tx, tenant.id, id);
  };
  return changeAsActor(services, caller, requireInstancesPermission, work, tenant.id);
}

/**
 * Changes an instance; needs the permission to manage instances; omitted fields stay. Refuses by field a taken name or
 * number and the stored key for another gateway, and an outdated version with CONFLICT `error.form.conflict`. A number
 * belongs to the instance only once a test of its credentials has passed, and no longer once it isn't on Meta's API.
 */
export async function updateInstance(
  services: Services,
  caller: Actor,
  given: InstanceChange,
  mayUseGateway: (url: string) => boolean,
): Promise<ManagedInstance> {
  requireInstancesPermission(caller);
  const id = parseId(given.id);
  const tenant = await targetTenant(services, caller, given.tenantName);
  const known = await withTenant(services.db, tenant.id, (tx) => managedInstanceView(tx, tenant.id, id));
  const input = withSender(known, given);
  requireGateway(known, input, mayUseGateway);
  await requireFreeNumber(services, addressOf(known, input), { tenantId: tenant.id, instanceId: id });
  const work = async (change: Change, actor: Actor): Promise<ManagedInstance> => {
    const { tx } = change;
    const before = await managedInstanceView(tx, tenant.id, id);
    if (input.version !== undefined && input.version !== null && input.version !== before.version) {
      throw conflict('error.form.conflict');
    }
    if (input.name !== undefined) await requireFreeName(tx, tenant.id, input.name, id);
    const isRenumbered = input.phone_number_id !== undefined && input.phone_number_id !== before.phone_number_id;
    const isReassigned = input.provider_account !== undefined && input.provider_account !== before.provider_account;
    const isRehosted = input.gateway_url !== undefined && input.gateway_url !== before.gateway_url;
    const hasNewCredentials = isRenumbered || isReassigned || isRehosted || input.access_token !== undefined;
    if (isRehosted) requireKeyAgain(before, input);
    const isMoved = input.isOfficial !== undefined && input.isOfficial !== before.isOfficial;
    await write(change, services, id, input, { isMoved, isUntested: hasNewCredentials || isMoved });
    for (const what of loggedChangesOf(before, input, hasNewCredentials)) {
      await logInstance(change, logged(services, actor, id, tenant.id, what));
    }
    if (input.user_ids !== undefined) await setPeople(change, actor, id, input.user_ids.map(parseId));
    await publishInstance(change, id);
    // Only that the token changed is audited, never the token.
    const { access_token: token } = input;
    const after = await managedInstanceView(tx, tenant.id, id);
    await auditIn(tx, actor, tenant, {
      action: 'instance.update',
      subject: `instance:${id}`,
      details: {
        ...changedFields(AUDITED_FIELDS, before, after),
        ...(token === undefined ? {} : { access_token: token === null ? 'removed' : 'set' }),
      },
    });
    return after;
  };
  return changeAsActor(services, caller, requireInstancesPermission, work, tenant.id);
}

/** Fields whose changes are audited, besides the token. */
const AUDITED_FIELDS = [
  'name',
  'activated',
  'isOfficial',
  'isUnlimited',
  'phone_number',
  'phone_number_id',
  'provider_account',
  'gateway_url',
  'user_ids',
] as const;

function logged(services: Services, actor: Actor, instanceId: Id, tenantId: Id, what: LoggedChange) {
  // A support or back-office user is not a user of this company.
  const isOwn = actor.tenantId === tenantId;
  const by = { userId: isOwn ? actor.userId : null, byName: isOwn ? null : actor.userName };
  return { instanceId, at: services.now(), what, ...by };
}

type LoggedChange = 'created' | 'activated' | 'deactivated' | 'credentials';

function loggedChangesOf(before: ManagedInstance, input: InstanceChange, hasNewCredentials: boolean): LoggedChange[] {
  const isSwitched = input.activated !== undefined && input.activated !== before.activated;
  return [
    ...(isSwitched ? [input.activated === true ? ('activated' as const) : ('deactivated' as const)] : []),
    ...(hasNewCredentials ? ['credentials' as const] : []),
  ];
}

async function write(
  { tx, tenantId }: Change,
  services: Services,
  id: Id,
  input: InstanceChange,
  { isMoved, isUntested }: { isMoved: boolean; isUntested: boolean },
): Promise<void> {
  const token = input.access_token;
  const place = { tenantId, instanceId: id };
  await tx
    .updateTable('instance')
    .set({
      version: sql<number>`version + 1`,
      ...(input.name === undefined ? {} : { name: input.name }),
      ...(input.activated === undefined ? {} : { activated: input.activated }),
      ...(input.isOfficial === undefined ? {} : { is_official: input.isOfficial }),
      ...(input.isUnlimited === undefined ? {} : { is_unlimited: input.isUnlimited }),
      ...(input.phone_number === undefined ? {} : { phone_number: input.phone_number }),
      ...(input.phone_number_id === undefined ? {} : { phone_number_id: input.phone_number_id }),
      ...(input.provider_account === undefined ? {} : { provider_account: input.provider_account }),
      ...(input.gateway_url === undefined ? {} : { gateway_url: input.gateway_url }),
      ...(isUntested ? { pairing_code: null, pairing_until: null } : {}),
      ...(token === undefined
        ? {}
        : token === null
          ? { access_token: null, token_last4: null }
          : sealedToken(services, place, token)),
      // To or from Meta's API: the number is claimed by the next test.
      ...(isMoved ? { claimed_number: null } : {}),
      ...(isUntested ? { state: 'unverified' as const, state_key: null, state_at: services.now() } : {}),
    })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute();
}

/** A new instance's name at the gateway: unique, and unguessable. */
function gatewayName(slug: string): string {
  return `balcao-${slug}-${randomBytes(6).toString('hex')}`;
}

const isSms = (provider: Provider) => provider === 'twilio' || provider === 'zenvia';

/** An early check that doesn't reveal who has the number; the test decides. */
async function requireFreeNumber(services: Services, address: string | null, place: InstancePlace): Promise<void> {
  if (address === null) return;
  const holder = await findInstanceOfNumber(services, address);
  const isFree = holder === undefined || holder.instanceId === place.instanceId;
  if (isFree && !(await isSenderTaken(services, address, place))) return;
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
