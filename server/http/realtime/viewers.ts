import { sql } from 'kysely';
import { CLOSE, COMPANY_CLOSED } from '../../../contract/facts/close-codes.ts';
import { ADMIN_ROLE } from '../../../contract/facts/roles.ts';
import type { Tx } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import type { SessionEnd } from '../../db/tables/login.ts';
import { owesSecondFactor } from '../../domain/account/second-factor-owed.ts';
import { owesTerms } from '../../domain/terms/terms-owed.ts';
import type { Viewer } from '../../domain/audience/audience.ts';
import { permittedStreamRoutes, permitsChat } from '../../domain/permissions.ts';

/** Close code and reason of a socket. */
export type Ending = { close: number; because: string };

/** A session from its socket's view: its viewer, or how it is closed. */
export type SessionState = { viewer: Viewer } | Ending;

/** A session that is over: the client needs a login. */
export const OVER: Ending = { close: CLOSE.unauthorized, because: 'the session is over' };

type Row = {
  sessionId: Id;
  userId: Id;
  isAdmin: boolean;
  canChat: boolean;
  instanceIds: Id[];
  routes: string[];
  isOver: boolean;
  revokedReason: SessionEnd | null;
  isShutOut: boolean;
  isCompanyClosed: boolean;
};

/** The current state of a tenant's sessions; those missing in the result are gone. */
export async function loadSessionStates(
  tx: Tx,
  tenantId: Id,
  sessionIds: readonly Id[],
  now: Date,
): Promise<Map<Id, SessionState>> {
  const isLimited = sql`(${owesSecondFactor('u')} or ${owesTerms('u', 's', now)})`;
  const { rows } = await sql<Row>`
    select s.id as "sessionId", u.id as "userId",
      r.name = ${ADMIN_ROLE} and not ${isLimited} as "isAdmin",
      ${permitsChat(sql.ref('r.tenant_id'), sql.ref('r.id'))} and not ${isLimited} as "canChat",
      array(select served.instance_id::text from user_instance served
        where served.tenant_id = u.tenant_id and served.user_id = u.id) as "instanceIds",
      case when ${isLimited} then '{}'::text[] else ${permittedStreamRoutes('r')} end as routes,
      s.revoked_at is not null or s.expires_at <= ${now} as "isOver", s.revoked_reason as "revokedReason",
      u.is_blocked or u.deleted_at is not null as "isShutOut", tenant.deleted_at is not null as "isCompanyClosed"
    from session s
    join app_user u on u.tenant_id = s.tenant_id and u.id = s.user_id
    join role r on r.tenant_id = u.tenant_id and r.id = u.role_id
    join tenant on tenant.id = s.tenant_id
    where s.tenant_id = ${tenantId} and s.id = any(${sessionIds}::bigint[])`.execute(tx);
  return new Map(rows.map((row) => [row.sessionId, sessionStateOf(row)]));
}

function sessionStateOf(row: Row): SessionState {
  const isSentAway = row.revokedReason === 'disconnected' || row.revokedReason === 'blocked';
  if (row.isCompanyClosed || row.revokedReason === 'company') {
    return { close: CLOSE.disconnected, because: COMPANY_CLOSED };
  }
  if (row.isShutOut || isSentAway) return { ...OVER, close: CLOSE.disconnected };
  if (row.isOver) return OVER;
  const { userId, isAdmin, canChat, instanceIds, routes } = row;
  return { viewer: { userId, isAdmin, canChat, instanceIds: new Set(instanceIds), routes: new Set(routes) } };
}
