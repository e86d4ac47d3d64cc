import { sql } from 'kysely';
import type { AnswerOf, BodyOf } from '../../../../contract/rest/call.ts';
import type { deleteTemplate as deleteCall } from '../../../../contract/rest/message-templates.ts';
import type { FullChannel } from '../../../channels/channel.ts';
import { changeTenant } from '../../../db/change.ts';
import { auditAction } from '../../audit-action.ts';
import { changeAsActor } from '../../auth/active-actor.ts';
import type { Actor, Services } from '../../context.ts';
import { conflict } from '../../errors.ts';
import { parseId } from '../../ids.ts';
import { accessTokenOf } from '../../instances/instance-of-number.ts';
import { publishTemplates, syncSoon } from '../template-rows.ts';
import { leaseFrom, requireIdle } from './manage-templates.ts';
import { requireTemplates, templateRow } from './template-views.ts';

/** Deletes a draft at once, another template after the provider did. Refusals: see the contract. */
export async function deleteTemplate(
  services: Services,
  channel: Pick<FullChannel, 'deleteTemplate'>,
  caller: Actor,
  { id: rawId }: BodyOf<typeof deleteCall>,
): Promise<AnswerOf<typeof deleteCall>> {
  requireTemplates(caller);
  const id = parseId(rawId);
  const { tenantId } = caller;
  const audited = { action: 'message_template.delete', subject: `message_template:${id}` };
  const row = await changeAsActor(services, caller, requireTemplates, async (change, actor) => {
    const { tx } = change;
    const found = await templateRow(tx, tenantId, id, true);
    await requireIdle(tx, tenantId, id, services.now());
    const { rows: using } = await sql`select from campaign m where m.tenant_id = ${tenantId}
      and m.status not in ('draft', 'finished', 'cancelled') and (m.template_id = ${id} or exists (
        select from campaign_part p where p.tenant_id = ${tenantId} and p.campaign_id = m.id and p.template_id = ${id}))
      limit 1`.execute(tx);
    if (using.length > 0) throw conflict('error.template.inUse');
    if (found.status !== 'DRAFT') {
      // Nobody has a number there any more: it can only be deleted at the provider.
      const instanceId = found.instance_id;
      if (instanceId === null) throw conflict('error.template.noAccount');
      await sql`update message_template set submitting_until = ${leaseFrom(services.now())}
        where tenant_id = ${tenantId} and id = ${id}`.execute(tx);
      return { ...found, instanceId };
    }
    await sql`delete from message_template where tenant_id = ${tenantId} and id = ${id}`.execute(tx);
    await auditAction(tx, actor, { ...audited, details: { name: found.name, language: found.language } });
    publishTemplates(change);
    return undefined;
  });
  if (row === undefined) return { id };
  const { instanceId } = row;
  const token = await accessTokenOf(services, { tenantId, instanceId });
  const { provider_id: providerId, name, language, waba_id: wabaId } = row;
  const result = await channel.deleteTemplate(wabaId, token, { providerId, name });
  await changeTenant(services.db, tenantId, async (change) => {
    const { tx } = change;
    await syncSoon(tx, tenantId, wabaId);
    await sql`update message_template set submitting_until = null where tenant_id = ${tenantId} and id = ${id}`.execute(
      tx,
    );
    if (result.outcome !== 'done') return;
    await sql`update message_template set gone_at = ${services.now()}, status = 'DELETED', draft = null,
      updated_at = ${services.now()} where tenant_id = ${tenantId} and id = ${id}`.execute(tx);
    await auditAction(tx, caller, { ...audited, details: { name, language } });
    publishTemplates(change);
  });
  if (result.outcome === 'done') return { id };
  throw conflict(result.outcome === 'unknown' ? 'error.template.unknown' : result.key);
}
