import { DYNAMIC_SETTINGS, settingProblem } from '../../../contract/facts/dynamic-settings.ts';
import type { SettingKey, SettingOf } from '../../../contract/facts/dynamic-settings.ts';
import type { Tx } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';

/**
 * A company's settings, in its transaction: the stored value, else the default. A stored null (a reset) and a value
 * that is no longer valid also mean the default.
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
  const current = new Map(rows.map(({ key, value }) => [key, value]));
  const entries = keys.map((key) => {
    const value = current.get(key);
    const isRight = value !== undefined && settingProblem(key, value) === null;
    return [key, isRight ? value : DYNAMIC_SETTINGS[key].default];
  });
  // Each was just checked against the table, which the compiler can't follow.
  return Object.fromEntries(entries) as { [Each in Key]: SettingOf<Each> };
}

/** The settings by which pages highlight waiting customers. */
export const WAIT_SETTINGS = ['wait_warning_minutes', 'wait_alert_minutes'] as const satisfies readonly SettingKey[];

/** The settings that pages follow. */
export const PAGE_SETTINGS = [...WAIT_SETTINGS, 'sign_messages'] as const satisfies readonly SettingKey[];

/** Minutes without an answer until a customer is highlighted in amber, and in red. */
export async function waitMinutesOf(tx: Tx, tenantId: Id): Promise<{ warning: number; alert: number }> {
  const { wait_warning_minutes: warning, wait_alert_minutes: alert } = await settingsOf(tx, tenantId, WAIT_SETTINGS);
  return { warning, alert };
}
