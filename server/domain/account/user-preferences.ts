import { sql } from 'kysely';
import { USER_PREFERENCES_MAX, userPreferencesSchema } from '../../../contract/entities/user-preferences.ts';
import { withTenant } from '../../db/database.ts';
import { anyone, changeAsActor } from '../auth/active-actor.ts';
import type { Actor, Services } from '../context.ts';
import { invalid } from '../errors.ts';
import { parseInput } from '../input.ts';

/** The actor's own settings as JSON; null before any were saved. */
export async function userPreferences(services: Services, { tenantId, userId }: Actor): Promise<string | null> {
  const { rows } = await withTenant(services.db, tenantId, (tx) =>
    sql<{ preferences: string }>`select preferences::text as preferences from user_preference
      where tenant_id = ${tenantId} and user_id = ${userId}`.execute(tx),
  );
  return rows[0]?.preferences ?? null;
}

/** Keeps the actor's own settings, and tells their other pages if they are new. */
export function saveUserPreferences(
  services: Services,
  caller: Actor,
  { preferences }: { preferences: string },
): Promise<boolean> {
  const kept = JSON.stringify(parseInput(userPreferencesSchema, parsed(preferences)));
  return changeAsActor(services, caller, anyone, async ({ tx, append }, { tenantId, userId }) => {
    const { numAffectedRows } = await sql`
      insert into user_preference as p (tenant_id, user_id, preferences) values (${tenantId}, ${userId}, ${kept})
      on conflict (tenant_id, user_id) do update
        set preferences = excluded.preferences, version = p.version + 1, updated_at = now()
        where p.preferences::text <> excluded.preferences::text`.execute(tx);
    if (numAffectedRows === 1n) append('ListUpdated', { list: 'preferences' }, { to: 'people', userIds: [userId] });
    return true;
  });
}

function parsed(json: string): unknown {
  if (json.length > USER_PREFERENCES_MAX) throw invalid('error.invalid');
  try {
    return JSON.parse(json);
  } catch {
    throw invalid('error.invalid');
  }
}
