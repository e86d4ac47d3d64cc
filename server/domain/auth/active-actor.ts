import { sql } from 'kysely';
import { ADMIN_ROLE } from '../../../contract/facts/roles.ts';
import { actAs } from '../../db/act-as.ts';
import { changeTenant } from '../../db/change.ts';
import type { Change, ChangeOptions } from '../../db/change.ts';
import type { Tx } from '../../db/database.ts';
import { prepared } from '../../db/prepared.ts';
import type { Id } from '../../db/tables.ts';
import type { Actor, Services } from '../context.ts';
import { AuthRefused, forbidden } from '../errors.ts';
import { mayChat, requirePermission } from '../permissions.ts';
import { loadActor } from './actor.ts';

/** Refuses an actor who may not do something: checked before the work, and again in its transaction. */
export type PermissionCheck = (actor: Actor) => void;

/** Refuses nobody: what everybody does with their own. */
export const anyone: PermissionCheck = () => undefined;

/**
 * Locks all sessions of the actor's user, before ending some. Called before `requireActive`, so that of two sessions
 * that end each other the second finds itself ended.
 */
export async function lockOwnSessions(tx: Tx, { tenantId, userId }: Pick<Actor, 'tenantId' | 'userId'>): Promise<void> {
  await tx
    .selectFrom('session')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute();
}

/**
 * The actor's current state, in a transaction of their tenant: a call may have waited long since it was authenticated.
 * Locks their session against being ended by others. Refuses with `AuthRefused` if it was ended meanwhile, and as
 * `admit` does if the actor lost the permission.
 */
export async function requireActive(tx: Tx, services: Services, actor: Actor, admit: PermissionCheck): Promise<Actor> {
  const { tenantId, sessionId } = actor;
  const current = tx.selectFrom('session').select('id').where('tenant_id', '=', tenantId).where('id', '=', sessionId);
  const [, now] = await Promise.all([current.forShare().execute(), loadActor(tx, services, actor)]);
  if (now === undefined) throw new AuthRefused('unauthorized');
  admit(now);
  return now;
}

/** The same in a transaction of another tenant or the platform, which `goOn` restores. */
export async function requireActiveFrom(
  tx: Tx,
  services: Services,
  actor: Actor,
  admit: PermissionCheck,
  goOn: (tx: Tx) => Promise<void>,
): Promise<Actor> {
  await actAs(tx, actor.tenantId);
  const now = await requireActive(tx, services, actor, admit);
  await goOn(tx);
  return now;
}

/**
 * Runs a change as the actor, like `changeTenant`: `admit` checks them at once, and again in their current state under
 * the tenant's lock, which `work` then gets. Refuses as `requireActive` does; in another tenant also those who lost
 * the permission to manage tenants.
 */
export async function changeAsActor<T>(
  services: Services,
  actor: Actor,
  admit: PermissionCheck,
  work: (change: Change, actor: Actor) => Promise<T>,
  tenantId: Id = actor.tenantId,
  options: Pick<ChangeOptions<T>, 'isAlone'> = {},
): Promise<T> {
  admit(actor);
  const asActor = async (change: Change): Promise<T> => {
    if (tenantId === actor.tenantId) return work(change, await requireActive(change.tx, services, actor, admit));
    // The lock first: pipelined queries run after it.
    const admitHere = (now: Actor) => {
      requirePermission(now, 'tenants');
      admit(now);
    };
    const back = (tx: Tx) => actAs(tx, tenantId);
    return work(change, await requireActiveFrom(change.tx, services, actor, admitHere, back));
  };
  return changeTenant(services.db, tenantId, asActor, options);
}

type ActiveSession = { mayChat: boolean; isAdmin: boolean };

/** Whether a session is active and its user may chat: the cheapest check a message needs. */
const activeSession = prepared<{ tenantId: Id; sessionId: Id; now: Date }, ActiveSession>(
  (value) => sql<ActiveSession>`
    select ${mayChat('u')} as "mayChat", r.name = ${sql.lit(ADMIN_ROLE)} as "isAdmin"
    from session s
    join app_user u on u.tenant_id = s.tenant_id and u.id = s.user_id
    join role r on r.tenant_id = u.tenant_id and r.id = u.role_id
    where s.tenant_id = ${value('tenantId')} and s.id = ${value('sessionId')} and s.revoked_at is null
      and s.expires_at > ${value('now')} and u.deleted_at is null and not u.is_blocked`,
);

/**
 * Runs a change as a user who serves customers, like `changeTenant`. Callers check the permission at once; it and the
 * session are checked here under the tenant's lock, pipelined with the work's first queries. `AuthRefused` if the
 * session ended meanwhile, FORBIDDEN if the user may no longer chat or is no longer an administrator.
 */
export async function changeAsAttendant<T>(
  services: Services,
  actor: Actor,
  work: (change: Change) => Promise<T>,
  options: Pick<ChangeOptions<T>, 'isAlone'> = {},
): Promise<T> {
  const { tenantId, sessionId } = actor;
  const asAttendant = async (change: Change): Promise<T> => {
    const checking = activeSession(change.tx, { tenantId, sessionId, now: services.now() });
    // Waits for both: if the check fails, its error wins.
    const [here, done] = await Promise.allSettled([checking, work(change)]);
    if (here.status === 'rejected') throw here.reason;
    const [found] = here.value;
    if (found === undefined) throw new AuthRefused('unauthorized');
    if (!found.mayChat || (actor.isAdmin && !found.isAdmin)) throw forbidden();
    if (done.status === 'rejected') throw done.reason;
    return done.value;
  };
  return changeTenant(services.db, tenantId, asAttendant, options);
}
