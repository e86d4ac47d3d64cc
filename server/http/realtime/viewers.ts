import { sql } from 'kysely';
import { CLOSE, COMPANY_CLOSED } from '../../../contract/realtime/close-codes.ts';
import type { Tx } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import type { SessionEnd } from '../../db/tables/login.ts';
import { owesSecondFactor } from '../../domain/account/second-factor-owed.ts';
import { owesTerms } from '../../domain/terms/terms-owed.ts';
import type { Viewer } from '../../domain/audience/audience.ts';
import { ADMIN_ROLE, permitsChat } from '../../domain/permissions.ts';

/** The code to close a socket with, and its reason. */
export type Ending = { close: number; because: string };

/** A session as its socket has to know it: who looks on, or how it is closed. */
export type Standing = { viewer: Viewer } | Ending;

/** Of a session that is over: it needs a login. */
export const OVER: Ending = { close: CLOSE.unauthorized, because: 'the session is over' };

type Row = {
  sessionId: Id;
  userId: Id;
  isAdmin: boolean;
  canChat: boolean;
  instanceIds: Id[];
  isOver: boolean;
  revokedReason: SessionEnd | null;
  isShutOut: boolean;
  isCompanyClosed: boolean;
};

/** Sessions of a tenant as they are now; one that is not among the answers is gone. */
export async function loadStandings(
  tx: Tx,
  tenantId: Id,
  sessionIds: readonly Id[],
  now: Date,
): Promise<Map<Id, Standing>> {
  const isLimited = sql`(${owesSecondFactor('u')} or ${owesTerms('u', 's', now)})`;
  const { rows } = await sql<Row>`
    select s.id as "sessionId", u.id as "userId",
      r.name = ${ADMIN_ROLE} and not ${isLimited} as "isAdmin",
      ${permitsChat(sql.ref('r.tenant_id'), sql.ref('r.id'))} and not ${isLimited} as "canChat",
      array(select served.instance_id::text from user_instance served
        where served.tenant_id = u.tenant_id and served.user_id = u.id) as "instanceIds",
      s.revoked_at is not null or s.expires_at <= ${now} as "isOver", s.revoked_reason as "revokedReason",
      u.is_blocked or u.deleted_at is not null as "isShutOut", tenant.deleted_at is not null as "isCompanyClosed"
    from session s
    join app_user u on u.tenant_id = s.tenant_id and u.id = s.user_id
    join role r on r.tenant_id = u.tenant_id and r.id = u.role_id
    join tenant on tenant.id = s.tenant_id
    where s.tenant_id = ${tenantId} and s.id = any(${sessionIds}::bigint[])`.execute(tx);
  return new Map(rows.map((row) => [row.sessionId, standingOf(row)]));
}

function standingOf(row: Row): Standing {
  const isSentAway = row.revokedReason === 'disconnected' || row.revokedReason === 'blocked';
  if (row.isCompanyClosed || row.revokedReason === 'company') {
    return { close: CLOSE.disconnected, because: COMPANY_CLOSED };
  }
  if (row.isShutOut || isSentAway) return { ...OVER, close: CLOSE.disconnected };
  if (row.isOver) return OVER;
  const { userId, isAdmin, canChat, instanceIds } = row;
  return { viewer: { userId, isAdmin, canChat, instanceIds: new Set(instanceIds) } };
}
