import { sql } from 'kysely';
import { actAs } from '../../db/act-as.ts';
import { changeTenant } from '../../db/change.ts';
import type { Change } from '../../db/change.ts';
import type { Tx } from '../../db/database.ts';
import { prepared } from '../../db/prepared.ts';
import type { Id } from '../../db/tables.ts';
import type { Actor, Services } from '../context.ts';
import { AuthRefused, forbidden } from '../errors.ts';
import { ADMIN_ROLE, mayChat, requirePermission } from '../permissions.ts';
import { loadActor } from './actor.ts';

/** Refuses an actor who may not do something: asked before the work for it, and again in its transaction. */
export type Admission = (actor: Actor) => void;

/**
 * Takes all sessions of the actor's user, for who ends some of them: asked before `requireStanding`, so that two that
 * end each other's come one after the other, and the second finds itself ended.
 */
export async function holdOwnSessions(tx: Tx, { tenantId, userId }: Pick<Actor, 'tenantId' | 'userId'>): Promise<void> {
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
 * The actor as they are now, in a transaction of their tenant: a call may have waited long since it was let in. Their
 * session can't be ended by others before the transaction is. Refuses with `AuthRefused` one that was ended
 * meanwhile, and as `admit` does who may not any more.
 */
export async function requireStanding(tx: Tx, services: Services, actor: Actor, admit: Admission): Promise<Actor> {
  const { tenantId, sessionId } = actor;
  const held = tx.selectFrom('session').select('id').where('tenant_id', '=', tenantId).where('id', '=', sessionId);
  const [, now] = await Promise.all([held.forShare().execute(), loadActor(tx, services, actor)]);
  if (now === undefined) throw new AuthRefused('unauthorized');
  admit(now);
  return now;
}

/** The same in a transaction of another tenant or the platform, which `goOn` makes it again. */
export async function requireStandingFrom(
  tx: Tx,
  services: Services,
  actor: Actor,
  admit: Admission,
  goOn: (tx: Tx) => Promise<void>,
): Promise<Actor> {
  await actAs(tx, actor.tenantId);
  const now = await requireStanding(tx, services, actor, admit);
  await goOn(tx);
  return now;
}

/**
 * Runs a change in the actor's name, as `changeTenant`: `admit` looks at them at once, and at who they are by
 * then under the tenant's lock, as whom the work goes on. Refuses as `requireStanding`; in another
 * tenant than the actor's own also who may not open the tenants any more.
 */
export async function changeAs<T>(
  services: Services,
  actor: Actor,
  admit: Admission,
  work: (change: Change, actor: Actor) => Promise<T>,
  tenantId: Id = actor.tenantId,
): Promise<T> {
  admit(actor);
  return changeTenant(services.db, tenantId, async (change) => {
    if (tenantId === actor.tenantId) return work(change, await requireStanding(change.tx, services, actor, admit));
    // The lock first: what is asked goes out behind it.
    const admitHere = (now: Actor) => {
      requirePermission(now, 'tenants');
      admit(now);
    };
    const back = (tx: Tx) => actAs(tx, tenantId);
    return work(change, await requireStandingFrom(change.tx, services, actor, admitHere, back));
  });
}

type Here = { mayChat: boolean; isAdmin: boolean };

/** Whether a session lives and what its user may at the counter: all that a message needs, at the least price. */
const hereNow = prepared<{ tenantId: Id; sessionId: Id; now: Date }, Here>(
  (value) => sql<Here>`
    select ${mayChat('u')} as "mayChat", r.name = ${sql.lit(ADMIN_ROLE)} as "isAdmin"
    from session s
    join app_user u on u.tenant_id = s.tenant_id and u.id = s.user_id
    join role r on r.tenant_id = u.tenant_id and r.id = u.role_id
    where s.tenant_id = ${value('tenantId')} and s.id = ${value('sessionId')} and s.revoked_at is null
      and s.expires_at > ${value('now')} and u.deleted_at is null and not u.is_blocked`,
);

/**
 * Runs a change of who serves customers, as `changeTenant`. Under the tenant's lock it is asked whether they
 * are still there and may, together with what the work asks first. Refuses with `AuthRefused` one whose session
 * was ended meanwhile, and with FORBIDDEN who may not chat or isn't an administrator any more.
 */
export async function chatAs<T>(services: Services, actor: Actor, work: (change: Change) => Promise<T>): Promise<T> {
  requirePermission(actor, 'chat');
  const { tenantId, sessionId } = actor;
  return changeTenant(services.db, tenantId, async (change) => {
    const asking = hereNow(change.tx, { tenantId, sessionId, now: services.now() });
    // What is asked first isn't answered first alone: both are waited for, and this one has the say.
    const [here, done] = await Promise.allSettled([asking, work(change)]);
    if (here.status === 'rejected') throw here.reason;
    const [found] = here.value;
    if (found === undefined) throw new AuthRefused('unauthorized');
    if (!found.mayChat || (actor.isAdmin && !found.isAdmin)) throw forbidden();
    if (done.status === 'rejected') throw done.reason;
    return done.value;
  });
}
