import { sql } from 'kysely';
import type { Instance } from '../../../contract/entities/instance.ts';
import { withTenant } from '../../db/database.ts';
import type { Actor, Services } from '../context.ts';
import { parseId } from '../ids.ts';
import { instanceJson } from '../views/json.ts';

const REMOVE_MAX = 1_000;

/**
 * The tenant's instances by name; an attendant gets those they serve. Ids to leave out are ignored if unknown, so they
 * reveal nothing.
 */
export function listInstances(
  services: Services,
  actor: Actor,
  removeIds: readonly string[] | null | undefined,
): Promise<Instance[]> {
  const removed = (removeIds ?? []).slice(0, REMOVE_MAX).map(parseId);
  return withTenant(services.db, actor.tenantId, async (tx) => {
    const { rows } = await sql<{ view: Instance }>`
      select ${sql.raw(instanceJson('i'))} as view from instance i
      where i.tenant_id = ${actor.tenantId} and not i.id = any(${removed}::bigint[])
        and (${actor.isAdmin} or exists (select from user_instance served where served.tenant_id = i.tenant_id
          and served.instance_id = i.id and served.user_id = ${actor.userId}))
      order by lower(i.name), i.id`.execute(tx);
    return rows.map(({ view }) => view);
  });
}
