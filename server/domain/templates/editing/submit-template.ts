import { sql } from 'kysely';
import { templateProblems, templateState } from '../../../../contract/facts/template-form.ts';
import type { TemplateForm } from '../../../../contract/entities/managed-template.ts';
import type { AnswerOf, BodyOf } from '../../../../contract/rest/call.ts';
import type { submitTemplate as submitCall } from '../../../../contract/rest/message-templates.ts';
import type { FullChannel } from '../../../channels/channel.ts';
import type { TemplateResult } from '../../../channels/new-template.ts';
import { changeTenant } from '../../../db/change.ts';
import type { Change } from '../../../db/change.ts';
import type { Tx } from '../../../db/database.ts';
import type { Id } from '../../../db/tables.ts';
import { auditAction } from '../../audit-action.ts';
import { changeAsActor } from '../../auth/active-actor.ts';
import type { Actor, Services } from '../../context.ts';
import { conflict, DomainError, invalid, notFound } from '../../errors.ts';
import { parseId } from '../../ids.ts';
import { requireVersion } from '../../input.ts';
import { accessTokenOf } from '../../instances/instance-of-number.ts';
import { beginningOf, storableText } from '../../text.ts';
import { publishTemplates, syncSoon } from '../template-rows.ts';
import { accountOf, leaseFrom, requireEditable, requireIdle } from './manage-templates.ts';
import { draftOf, fileIdsOf, requireTemplates, templateRow } from './template-views.ts';
import { toComponents } from './to-components.ts';
import type { Component } from './to-components.ts';

const DETAILS_MAX = 1_000;

type Claimed = {
  id: Id;
  wabaId: string;
  instanceId: Id;
  /** Undefined for one that the provider hasn't seen. */
  providerId: string | undefined;
  form: TemplateForm;
  components: readonly Component[];
};

/** Submits a draft. It is claimed first, so that two clicks or nodes submit it once. Refusals: see the contract. */
export async function submitTemplate(
  services: Services,
  channel: Pick<FullChannel, 'submitTemplate'>,
  caller: Actor,
  { id: rawId, version }: BodyOf<typeof submitCall>,
): Promise<AnswerOf<typeof submitCall>> {
  requireTemplates(caller);
  const id = parseId(rawId);
  const { tenantId } = caller;
  const claimed = await changeAsActor(services, caller, requireTemplates, ({ tx }) =>
    claim(tx, services.now(), { tenantId, id, version }),
  );
  const { wabaId, instanceId, providerId, form, components } = claimed;
  const token = await accessTokenOf(services, { tenantId, instanceId });
  const { name, language, category, named: isNamed } = form;
  const result = await channel.submitTemplate(wabaId, token, {
    providerId,
    name,
    language,
    category,
    isNamed,
    components,
  });
  const refusal = await changeTenant(services.db, tenantId, (change) =>
    settle(change, services.now(), caller, claimed, result),
  );
  if (refusal !== undefined) throw refusal;
  return { id, status: templateState(result.outcome === 'accepted' ? result.status : 'PENDING') };
}

async function claim(
  tx: Tx,
  now: Date,
  { tenantId, id, version }: { tenantId: Id; id: Id; version: string | null | undefined },
): Promise<Claimed> {
  const row = await templateRow(tx, tenantId, id, true);
  requireVersion(version, String(row.version));
  requireEditable(row);
  await requireIdle(tx, tenantId, id, now);
  const form = draftOf(row);
  if (form === undefined) throw conflict('error.template.nothing');
  const { fields, params } = templateProblems(form);
  if (Object.keys(fields).length > 0) throw new DomainError('INVALID', 'error.form.invalid', { fields, params });
  const instanceId = parseId(form.instance_id);
  const wabaId = await accountOf(tx, tenantId, instanceId);
  const { rows: taken } = await sql`
    select from message_template where tenant_id = ${tenantId} and waba_id = ${wabaId} and name = ${form.name}
      and language = ${form.language} and id <> ${id} and status <> 'DRAFT' and gone_at is null`.execute(tx);
  if (taken.length > 0) throw nameTaken();
  const handles = await handlesOf(tx, tenantId, form);
  const components = toComponents(form, (fileId) => handles.get(fileId ?? '') ?? '');
  // Marked as unknown until its outcome is stored, since this node may die before.
  await sql`update message_template set submitting_until = ${leaseFrom(now)}, lost_at = ${now}
    where tenant_id = ${tenantId} and id = ${id}`.execute(tx);
  return { id, wabaId, instanceId, providerId: row.status === 'DRAFT' ? undefined : row.provider_id, form, components };
}

async function handlesOf(tx: Tx, tenantId: Id, form: TemplateForm): Promise<ReadonlyMap<Id, string>> {
  const ids = fileIdsOf(form);
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: Id; handle: string }>`
    select id, handle from template_file where tenant_id = ${tenantId} and id = any(${ids}::bigint[])`.execute(tx);
  if (rows.length < ids.length) throw notFound();
  return new Map(rows.map(({ id, handle }) => [id, handle]));
}

/** The kept file of each card's example, in order; null for a template without cards. */
async function cardFileIds(tx: Tx, tenantId: Id, { cards }: TemplateForm): Promise<(Id | null)[] | null> {
  if (cards.length === 0) return null;
  const ids = cards.flatMap(({ file_id: id }) => id ?? []);
  const { rows } = await sql<{ id: Id; fileId: Id | null }>`
    select id, file_id as "fileId" from template_file
    where tenant_id = ${tenantId} and id = any(${ids}::bigint[])`.execute(tx);
  const kept = new Map(rows.map(({ id, fileId }) => [id, fileId]));
  return cards.map(({ file_id: id }) => kept.get(id ?? '') ?? null);
}

/** Stores the outcome; returns the user's refusal, if any. */
async function settle(
  change: Change,
  now: Date,
  actor: Actor,
  claimed: Claimed,
  result: TemplateResult,
): Promise<DomainError | undefined> {
  const { tx, tenantId } = change;
  const { id, wabaId, form } = claimed;
  if (result.outcome === 'accepted') {
    await accept(change, now, claimed, result);
    const details = { name: form.name, language: form.language };
    await auditAction(tx, actor, { action: 'message_template.submit', subject: `message_template:${id}`, details });
    return undefined;
  }
  const isUnknown = result.outcome === 'unknown';
  const said = result.outcome === 'refused' ? beginningOf(storableText(result.details ?? ''), DETAILS_MAX) : '';
  await sql`
    update message_template set submitting_until = null,
      lost_at = case when ${isUnknown} then lost_at end,
      reason = case when status = 'DRAFT' and ${said} <> '' then 'REFUSED' else reason end,
      reason_text = case when status = 'DRAFT' and ${said} <> '' then ${said} else reason_text end
    where tenant_id = ${tenantId} and id = ${id}`.execute(tx);
  publishTemplates(change);
  if (isUnknown) {
    await syncSoon(tx, tenantId, wabaId);
    return conflict('error.template.unknown');
  }
  if (result.outcome === 'retryable') return conflict(result.key);
  if (result.isNameTaken) return nameTaken();
  const isOurs = result.key === 'channel.error.invalid' || result.key === 'channel.error.unknown';
  if (!isOurs || said === '') return conflict(result.key);
  return new DomainError('INVALID', 'error.template.refused', { params: { details: said } });
}

async function accept(
  { tx, tenantId, append }: Change,
  now: Date,
  { id, wabaId, form, components }: Claimed,
  { providerId, status, category }: Extract<TemplateResult, { outcome: 'accepted' }>,
): Promise<void> {
  // A listing, or a webhook, may have been faster than the answer.
  const { rows } = await sql<{ status: string; reason: string | null; reason_text: string | null; category: string }>`
    delete from message_template where tenant_id = ${tenantId} and waba_id = ${wabaId}
      and provider_id = ${providerId} and id <> ${id} returning status, reason, reason_text, category`.execute(tx);
  const [known] = rows;
  await sql`
    update message_template set provider_id = ${providerId}, waba_id = ${wabaId}, name = ${form.name},
      language = ${form.language}, category = ${known?.category ?? category}, status = ${known?.status ?? status},
      reason = ${known?.reason ?? null}, reason_text = ${known?.reason_text ?? null}, paused_until = null,
      parameter_format = ${form.named ? 'NAMED' : 'POSITIONAL'}, components = ${JSON.stringify(components)}::jsonb,
      card_file_ids = ${await cardFileIds(tx, tenantId, form)}::bigint[], draft = null, version = version + 1, submitting_until = null, lost_at = null, gone_at = null,
      told_at = ${now}, updated_at = ${now}
    where tenant_id = ${tenantId} and id = ${id}`.execute(tx);
  publishTemplates({ append });
  await syncSoon(tx, tenantId, wabaId);
}

function nameTaken(): DomainError {
  return invalid('error.form.invalid', { name: 'error.template.nameTaken' });
}
