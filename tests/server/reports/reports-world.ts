import { signAccessToken } from '../../../server/domain/auth/access-token.ts';
import { startAttendance } from '../../support/attendance.ts';

export const MINUTE = 60_000;

export type ClockedWorld = Awaited<ReturnType<typeof startClockedWorld>>;

/** A server whose clock the test moves. Everybody's token is renewed meanwhile, as their pages would. */
export async function startClockedWorld(start: string) {
  let now = Date.parse(start);
  const world = await startAttendance({ now: () => new Date(now) });
  await world.rows("update session set expires_at = '2100-01-01'");
  return {
    ...world,
    now: () => now,
    async pass(ms: number): Promise<void> {
      now += ms;
      for (const person of Object.values(world.people)) {
        const [session] = await world.rows<{ id: string; tenant_id: string }>(
          'select id, tenant_id from session where user_id = $1 order by id desc limit 1',
          [person.id],
        );
        if (session === undefined) throw new Error('No session');
        const claims = {
          userId: person.id,
          tenantId: session.tenant_id,
          tenantName: person.tenant,
          sessionId: session.id,
        };
        person.token = await signAccessToken(world.server.services, claims);
      }
    },
  };
}
