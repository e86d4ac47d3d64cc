import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { ADMIN_ROLE } from '../../../contract/facts/roles.ts';
import type { Tx } from '../../db/database.ts';
import { prepared } from '../../db/prepared.ts';
import type { Id } from '../../db/tables.ts';
import { owesSecondFactor } from '../account/second-factor-owed.ts';
import type { Actor, Services } from '../context.ts';
import { owesTerms } from '../terms/terms-owed.ts';
import { permittedRoutes } from '../permissions.ts';

/** An actor without their current call. */
export type SessionActor = Omit<Actor, 'requestId' | 'address'>;

/**
 * The user of an active session; undefined if the session ended or expired, or the user or tenant was deleted or
 * blocked. Runs in a transaction of the tenant.
 */
export async function loadActor(
  tx: Tx,
  services: Services,
  of: { tenantId: string; sessionId: string; requestId: string; address?: string | undefined },
): Promise<Actor | undefined> {
  const sessionIds = [of.sessionId];
  const [row] = await liveSessions(tx, { tenantId: of.tenantId, sessionIds, now: services.now() });
  return row && { ...sessionActor(of.tenantId, row), requestId: of.requestId, address: of.address };
}

/** The same for several sessions of a tenant, by id. */
export async function loadActors(
  tx: Tx,
  services: Services,
  tenantId: Id,
  sessionIds: readonly Id[],
): Promise<Map<Id, SessionActor>> {
  const rows = await liveSessions(tx, { tenantId, sessionIds, now: services.now() });
  return new Map(rows.map((row) => [row.session_id, sessionActor(tenantId, row)]));
}

/** Each call asks this: compiling it would take as long as it takes. */
const liveSessions = prepared<{ tenantId: Id; sessionIds: readonly Id[]; now: Date }, SessionRow>((value, tx) => {
  const now = value('now').$castTo<Date>();
  return sql<SessionRow>`${queryOf(tx, now)
    .where('session.tenant_id', '=', value('tenantId').$castTo<Id>())
    .where(sql<boolean>`session.id = any(${value('sessionIds')}::bigint[])`)}`;
});

function queryOf(tx: Tx, now: RawBuilder<Date>) {
  return (
    tx
      .selectFrom('session')
      .innerJoin('app_user as person', (join) =>
        join.onRef('person.tenant_id', '=', 'session.tenant_id').onRef('person.id', '=', 'session.user_id'),
      )
      .innerJoin('role', (join) =>
        join.onRef('role.tenant_id', '=', 'person.tenant_id').onRef('role.id', '=', 'person.role_id'),
      )
      .innerJoin('tenant', 'tenant.id', 'session.tenant_id')
      .select([
        'session.id as session_id',
        'tenant.slug',
        'tenant.is_backoffice',
        'person.id',
        'person.name',
        'person.email',
        'person.role_id',
        'person.support_user_id',
        'role.name as role_name',
      ])
      .select(permittedRoutes(sql.ref<Id>('person.tenant_id'), sql.ref<Id>('person.role_id')).as('routes'))
      .select(owesSecondFactor('person').as('owes_second_factor'))
      .select(owesTerms('person', 'session', now).as('owes_terms'))
      .where('session.revoked_at', 'is', null)
      .where('session.expires_at', '>', now)
      // Support users come only from the back-office, in a session with a fixed end.
      .where((has) => has.or([has('person.support_user_id', 'is', null), has('session.ends_at', 'is not', null)]))
      .where('person.deleted_at', 'is', null)
      .where('person.is_blocked', '=', sql.lit(false))
      .where('tenant.deleted_at', 'is', null)
  );
}

type SessionRow = Awaited<ReturnType<ReturnType<typeof queryOf>['executeTakeFirstOrThrow']>>;

function sessionActor(tenantId: Id, row: SessionRow): SessionActor {
  // Until then they have no permissions.
  const isLimited = row.owes_second_factor || row.owes_terms;
  return {
    tenantId: tenantId,
    tenantName: row.slug,
    userId: row.id,
    userName: row.name,
    email: row.email,
    roleId: row.role_id,
    roleName: row.role_name,
    isAdmin: row.role_name === ADMIN_ROLE && !isLimited,
    isBackoffice: row.is_backoffice && !isLimited,
    isSupport: row.support_user_id !== null,
    routes: new Set(isLimited ? [] : row.routes),
    owesSecondFactor: row.owes_second_factor,
    owesTerms: row.owes_terms,
    sessionId: row.session_id,
  };
}
