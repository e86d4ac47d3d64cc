import { DYNAMIC_SETTINGS, settingProblem } from '../../../contract/dynamic-settings.ts';
import type { SettingKey, SettingOf } from '../../../contract/dynamic-settings.ts';
import type { Tx } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';

/**
 * What settings hold in a company, in a transaction of it: what it has set, else the default. Null, which is
 * kept of one that was reverted, and a value from before the table changed are the default too.
 */
export async function settingsOf<Key extends SettingKey>(
  tx: Tx,
  tenantId: Id,
  keys: readonly Key[],
): Promise<{ [Each in Key]: SettingOf<Each> }> {
  const rows = await tx
    .selectFrom('tenant_setting')
    .select(['key', 'value'])
    .where('tenant_id', '=', tenantId)
    .where('key', 'in', [...keys])
    .execute();
  const held = new Map(rows.map(({ key, value }) => [key, value]));
  const entries = keys.map((key) => {
    const value = held.get(key);
    const isRight = value !== undefined && settingProblem(key, value) === null;
    return [key, isRight ? value : DYNAMIC_SETTINGS[key].default];
  });
  // Each was looked at by the table just now, which the compiler can't follow.
  return Object.fromEntries(entries) as { [Each in Key]: SettingOf<Each> };
}
