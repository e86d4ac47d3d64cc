import { sql } from 'kysely';
import {
  DYNAMIC_SETTINGS,
  isSettingKey,
  settingConflict,
  settingLimits,
  settingProblem,
} from '../../../contract/facts/dynamic-settings.ts';
import type { SettingKey, SettingValue } from '../../../contract/facts/dynamic-settings.ts';
import type { DynamicSetting } from '../../../contract/rest/dynamic-settings.ts';
import { withTenant } from '../../db/database.ts';
import type { Tx } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import { withdrawSupportInvitations } from '../account/support-invitations.ts';
import { auditAction } from '../audit-action.ts';
import { changeAsActor } from '../auth/active-actor.ts';
import type { Actor, Services } from '../context.ts';
import { DomainError, notFound } from '../errors.ts';
import { requireVersion } from '../input.ts';
import { requireAdmin, requireCompany, requirePermission } from '../permissions.ts';
import { endSupportIn } from '../tenants/support-sessions.ts';
import { wireTime } from '../views/json.ts';
import { PAGE_SETTINGS, settingsOf, WAIT_SETTINGS } from './settings.ts';

/** Every setting with the company's value, and who set it when. */
export function listSettings(services: Services, actor: Actor): Promise<DynamicSetting[]> {
  requirePermission(actor, 'dynamic-settings');
  return withTenant(services.db, actor.tenantId, (tx) => viewsOf(tx, actor.tenantId));
}

/**
 * Changes a setting, or resets it with null; takes effect at once, and closing the company to support ends its support
 * sessions. Security settings are for administrators. Refuses an unknown setting, an invalid value, one that
 * doesn't fit another setting's, and with CONFLICT an outdated version.
 */
export function setSetting(
  services: Services,
  caller: Actor,
  change: { key: string; value: SettingValue | null; version?: string | null | undefined },
): Promise<DynamicSetting> {
  const { key, version } = change;
  const requireMayChange = (actor: Actor) => requireChanger(actor, key);
  requireMayChange(caller);
  if (!isSettingKey(key)) throw notFound();
  const value = typeof change.value === 'string' ? change.value.trim() : change.value;
  const problem = value === null ? null : settingProblem(key, value);
  if (problem !== null) {
    throw new DomainError('INVALID', 'error.form.invalid', { fields: { value: problem }, params: settingLimits(key) });
  }
  return changeAsActor(services, caller, requireMayChange, async ({ tx, tenantId, append }, actor) => {
    const current = await viewOf(tx, tenantId, key);
    requireVersion(version, current.version);
    if (value === current.value && !current.is_default) return current;
    if (value === null && current.is_default) return current;
    await requireOrder(tx, tenantId, key, value ?? current.default);
    await write(tx, services.now(), actor, key, value);
    if (PAGE_SETTINGS.some((each) => each === key)) append('ListUpdated', { list: 'wait_settings' }, { to: 'all' });
    if (key === 'support_access' && value === false) {
      await endSupportIn(tx, services, tenantId);
      await withdrawSupportInvitations(tx, services, actor);
    }
    await auditAction(tx, actor, {
      action: value === null ? 'setting.revert' : 'setting.change',
      subject: `setting:${key}`,
      details: { from: current.value, to: value ?? current.default },
    });
    return viewOf(tx, tenantId, key);
  });
}

/** Refuses a value that doesn't fit that of another setting. */
async function requireOrder(tx: Tx, tenantId: Id, key: SettingKey, value: SettingValue): Promise<void> {
  const conflict = settingConflict(key, value, await settingsOf(tx, tenantId, WAIT_SETTINGS));
  if (conflict === null) return;
  const { key: problem, other } = conflict;
  throw new DomainError('INVALID', problem, { fields: { value: problem }, params: { other } });
}

function requireChanger(actor: Actor, key: string): void {
  requirePermission(actor, 'dynamic-settings');
  // Like two-factor and the identity provider.
  if (!isSettingKey(key) || DYNAMIC_SETTINGS[key].group !== 'security') return;
  requireAdmin(actor);
  requireCompany(actor);
}

/** Whom the company's users should ask first; for everybody in it. */
export function companyContact(services: Services, actor: Actor): Promise<string> {
  return withTenant(services.db, actor.tenantId, async (tx) => {
    const { support_contact: company } = await settingsOf(tx, actor.tenantId, ['support_contact']);
    return company;
  });
}

/** A reset setting keeps its row: its version detects concurrent edits. */
async function write(tx: Tx, now: Date, actor: Actor, key: SettingKey, value: SettingValue | null): Promise<void> {
  const { tenantId, userId } = actor;
  const set = { value: JSON.stringify(value), changed_by: userId, changed_at: now };
  await tx
    .insertInto('tenant_setting')
    .values({ tenant_id: tenantId, key, ...set })
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'key']).doUpdateSet({ ...set, version: sql`tenant_setting.version + 1` }),
    )
    .execute();
}

async function viewOf(tx: Tx, tenantId: Id, key: SettingKey): Promise<DynamicSetting> {
  const view = (await viewsOf(tx, tenantId)).find((each) => each.key === key);
  if (view === undefined) throw new Error(`Setting ${key} is not there`);
  return view;
}

type Held = {
  key: string;
  is_default: boolean;
  version: number;
  changed_at: string;
  changed_by: { id: string; name: string } | null;
};

async function viewsOf(tx: Tx, tenantId: Id): Promise<DynamicSetting[]> {
  const keys = Object.keys(DYNAMIC_SETTINGS).filter(isSettingKey);
  const values = await settingsOf(tx, tenantId, keys);
  const { rows } = await sql<Held>`
    select s.key, s.value = 'null' as is_default, s.version, ${sql.raw(wireTime('s.changed_at'))} as changed_at,
      case when u.id is not null then json_build_object('id', u.id::text, 'name', u.name) end as changed_by
    from tenant_setting s left join app_user u on u.tenant_id = s.tenant_id and u.id = s.changed_by
    where s.tenant_id = ${tenantId}`.execute(tx);
  const current = new Map(rows.map((row) => [row.key, row]));
  return keys.map((key) => {
    const definition = DYNAMIC_SETTINGS[key];
    const row = current.get(key);
    return {
      key,
      group: definition.group,
      type: definition.type,
      unit: 'unit' in definition ? definition.unit : null,
      min: 'min' in definition ? definition.min : null,
      max: 'max' in definition ? definition.max : null,
      options: 'options' in definition ? [...definition.options] : null,
      default: definition.default,
      value: values[key],
      is_default: row?.is_default ?? true,
      changed_by: row?.changed_by ?? null,
      changed_at: row?.changed_at ?? null,
      version: String(row?.version ?? 0),
    };
  });
}
