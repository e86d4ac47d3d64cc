import { sql } from 'kysely';
import type { TemplateListing, TemplateNews } from '../../channels/channel.ts';
import { changeTenant } from '../../db/change.ts';
import type { Change } from '../../db/change.ts';
import { withPlatform } from '../../db/database.ts';
import type { Tx } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import type { Services } from '../context.ts';

/** Makes an account's listing due. */
export async function syncSoon(tx: Tx, tenantId: Id, wabaId: string): Promise<void> {
  await sql`
    insert into template_sync (tenant_id, waba_id) values (${tenantId}, ${wabaId})
    on conflict (tenant_id, waba_id) do update set due_at = now()`.execute(tx);
}

/** Pages that show templates fetch them again. */
export function publishTemplates({ append }: Pick<Change, 'append'>): void {
  append('ListUpdated', { list: 'message_templates' }, { to: 'all' });
}

/**
 * Stores a complete listing that began at `startedAt`: adds, changes, and marks what isn't listed any more as gone.
 * Nothing is deleted. Publishes if anything changed.
 */
export function storeListing(
  services: Pick<Services, 'db' | 'now'>,
  { tenantId, wabaId }: { tenantId: Id; wabaId: string },
  { templates, unreadable }: Extract<TemplateListing, { outcome: 'listed' }>,
  startedAt: Date,
): Promise<void> {
  // A template may be on two pages if another was added meanwhile.
  const rows = JSON.stringify([...new Map(templates.map((each) => [each.providerId, each])).values()]);
  const listed = [...templates.map(({ providerId }) => providerId), ...unreadable];
  return changeTenant(services.db, tenantId, async (change) => {
    const now = services.now();
    const stored = await sql`
      insert into message_template as known (tenant_id, waba_id, provider_id, name, language, category, status, reason,
        quality, parameter_format, components)
      select ${tenantId}, ${wabaId}, "providerId", name, language, category, status, reason, quality,
        "parameterFormat", components
      from jsonb_to_recordset(${rows}::jsonb) as listed ("providerId" text, name text, language text, category text,
        status text, reason text, quality text, "parameterFormat" text, components jsonb)
      on conflict (tenant_id, waba_id, provider_id) do update set
        name = excluded.name, language = excluded.language, category = excluded.category, quality = excluded.quality,
        status = case when known.told_at > ${startedAt} then known.status else excluded.status end,
        reason = case when known.told_at > ${startedAt} then known.reason else excluded.reason end,
        parameter_format = excluded.parameter_format, components = excluded.components, gone_at = null,
        updated_at = ${now}
      where (known.name, known.language, known.category, known.quality, known.parameter_format, known.components,
          known.gone_at is null, known.status, known.reason)
        is distinct from (excluded.name, excluded.language, excluded.category, excluded.quality,
          excluded.parameter_format, excluded.components, true,
          case when known.told_at > ${startedAt} then known.status else excluded.status end,
          case when known.told_at > ${startedAt} then known.reason else excluded.reason end)`.execute(change.tx);
    // Templates submitted or reported since the listing began may be missing from it.
    const gone = await sql`
      update message_template set gone_at = ${now}, updated_at = ${now}
      where tenant_id = ${tenantId} and waba_id = ${wabaId} and gone_at is null
        and coalesce(told_at, '-infinity') <= ${startedAt} and not provider_id = any(${listed}::text[]) and status <> 'DRAFT'`.execute(
      change.tx,
    );
    // Submissions without an answer that have arrived.
    const arrived = await sql`
      delete from message_template d where d.tenant_id = ${tenantId} and d.waba_id = ${wabaId} and d.status = 'DRAFT'
        and d.lost_at is not null and coalesce(d.submitting_until, '-infinity') < ${now} and exists (select from message_template known
          where known.tenant_id = d.tenant_id and known.waba_id = d.waba_id and known.name = d.name
            and known.language = d.language and known.status <> 'DRAFT' and known.gone_at is null)`.execute(change.tx);
    if ([stored, gone, arrived].some(({ numAffectedRows }) => (numAffectedRows ?? 0n) > 0n)) publishTemplates(change);
  });
}

/** Stores that the provider refused an approved template as paused, and has the account listed. */
export async function noteTemplatePaused(change: Change, id: Id, now: Date): Promise<void> {
  const { tx, tenantId } = change;
  const { rows } = await sql<{ accountId: string }>`
    update message_template set status = 'PAUSED', told_at = ${now}, updated_at = ${now}
    where tenant_id = ${tenantId} and id = ${id} and status = 'APPROVED' returning waba_id as "accountId"`.execute(tx);
  const [paused] = rows;
  if (paused === undefined) return;
  publishTemplates(change);
  await syncSoon(tx, tenantId, paused.accountId);
}

/** Stores what a webhook reported about a template, for each company of the account, and has the account listed. */
export async function receiveTemplateNews(
  services: Pick<Services, 'db' | 'now'>,
  { accountId, providerId, status, reason, reasonText, pausedMs, quality, category }: TemplateNews,
): Promise<void> {
  const isStatus = status !== undefined;
  const isTold = isStatus || quality !== undefined || category !== undefined;
  const tenants = await withPlatform(services.db, (tx) =>
    tx
      .selectFrom('instance')
      .innerJoin('tenant', 'tenant.id', 'instance.tenant_id')
      .select('instance.tenant_id as id')
      .distinct()
      .where('instance.waba_id', '=', accountId)
      .where('tenant.deleted_at', 'is', null)
      .execute(),
  );
  for (const { id: tenantId } of tenants) {
    await changeTenant(services.db, tenantId, async (change) => {
      const now = services.now();
      const { numAffectedRows } = await sql`
        update message_template set
          status = coalesce(${status ?? null}, status), reason = case when ${isStatus} then ${reason ?? null} else reason end,
          reason_text = case when ${isStatus} then ${reasonText ?? null} else reason_text end,
          paused_until = case when ${isStatus} then
            ${pausedMs === undefined ? null : new Date(now.getTime() + pausedMs)}::timestamptz else paused_until end,
          told_at = case when ${isStatus} then ${now} else told_at end,
          quality = coalesce(${quality ?? null}, quality), category = coalesce(${category ?? null}, category),
          updated_at = ${now}
        where tenant_id = ${tenantId} and waba_id = ${accountId} and provider_id = ${providerId} and ${isTold}`.execute(
        change.tx,
      );
      if (numAffectedRows === 1n) publishTemplates(change);
      await syncSoon(change.tx, tenantId, accountId);
    });
  }
}
