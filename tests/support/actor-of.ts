import { withTenant } from '../../server/db/database.ts';
import { loadActor } from '../../server/domain/auth/actor.ts';
import type { Actor } from '../../server/domain/context.ts';
import type { Person, World } from './attendance.ts';

/** A person in their last session, for calling the domain itself. */
export async function actorOf(world: World, who: Person): Promise<Actor> {
  const [session] = await world.rows<{ id: string; tenant_id: string }>(
    'select id, tenant_id from session where user_id = $1 order by id desc limit 1',
    [who.id],
  );
  if (session === undefined) throw new Error('No session');
  const { services } = world.server;
  const actor = await withTenant(services.db, session.tenant_id, (tx) =>
    loadActor(tx, services, { tenantId: session.tenant_id, sessionId: session.id, requestId: 'test' }),
  );
  if (actor === undefined) throw new Error('No actor');
  return actor;
}
