import { sql } from 'kysely';
import { templateFormSchema } from '../../../../contract/entities/managed-template.ts';
import type { ManagedTemplate, TemplateForm } from '../../../../contract/entities/managed-template.ts';
import { TEMPLATE_STATES, templateState } from '../../../../contract/facts/template-form.ts';
import type {
  PaginatedTemplatesVariables,
  TemplatePage,
  UpdateTemplateVariables,
} from '../../../../contract/graphql/managed-templates.ts';
import { withTenant } from '../../../db/database.ts';
import type { Tx } from '../../../db/database.ts';
import type { Id } from '../../../db/tables.ts';
import { auditAction } from '../../audit-action.ts';
import { changeAsActor } from '../../auth/active-actor.ts';
import type { Actor, Services } from '../../context.ts';
import { conflict, invalid, notFound } from '../../errors.ts';
import { parseId } from '../../ids.ts';
import { parseInput, requireVersion } from '../../input.ts';
import { parsePage } from '../../paging.ts';
import { storableText } from '../../text.ts';
import { publishTemplates } from '../template-rows.ts';
import {
  fileIdsOf,
  IS_THERE,
  requireTemplates,
  TEMPLATE_ROWS,
  templateRow,
  templateView,
  templateViews,
} from './template-views.ts';
import type { TemplateRow } from './template-views.ts';

/** A page of the company's templates; needs the permission to write them. */
export function paginatedTemplates(
  services: Services,
  actor: Actor,
  variables: PaginatedTemplatesVariables,
): Promise<TemplatePage> {
  requireTemplates(actor);
  const { tenantId } = actor;
  const { limit, offset } = parsePage(variables);
  const search = (variables.search ?? '').trim().toLowerCase();
  const status = TEMPLATE_STATES.find((each) => each === variables.status);
  return withTenant(services.db, tenantId, async (tx) => {
    const all = await sql<{ id: Id; status: string }>`
      select s.id, s.status from message_template s where s.tenant_id = ${tenantId} and ${IS_THERE}
        and (${search} = '' or position(${search} in coalesce(s.draft->>'name', s.name)) > 0)
      order by s.updated_at desc, s.id desc`.execute(tx);
    const fitting = all.rows.filter((row) => status === undefined || templateState(row.status) === status);
    const ids = fitting.slice(offset, offset + limit).map(({ id }) => id);
    const { rows } = await sql<TemplateRow>`${TEMPLATE_ROWS}
      where s.tenant_id = ${tenantId} and s.id = any(${ids}::bigint[])
      order by s.updated_at desc, s.id desc`.execute(tx);
    return {
      total_pages: Math.ceil(fitting.length / limit),
      total_items: fitting.length,
      items: await templateViews(tx, tenantId, rows),
    };
  });
}

export function managedTemplate(services: Services, actor: Actor, rawId: string): Promise<ManagedTemplate> {
  requireTemplates(actor);
  const id = parseId(rawId);
  return withTenant(services.db, actor.tenantId, (tx) => templateView(tx, actor.tenantId, id));
}

/** The accounts of the company's instances on Meta's API. */
export function templateAccounts(services: Services, actor: Actor): Promise<{ id: Id; name: string }[]> {
  requireTemplates(actor);
  return withTenant(services.db, actor.tenantId, async (tx) => {
    const { rows } = await sql<{ id: Id; name: string }>`
      select min(id)::text as id, string_agg(name, ', ' order by name, id) as name from instance
      where tenant_id = ${actor.tenantId} and waba_id is not null and is_official and activated
      group by waba_id order by 2, 1`.execute(tx);
    return rows;
  });
}

/** Adds a draft. A repeat, as after a lost answer, returns the existing one; a taken name is refused. */
export function newTemplate(services: Services, caller: Actor, form: TemplateForm): Promise<ManagedTemplate> {
  requireTemplates(caller);
  const input = parseInput(templateFormSchema, form);
  return changeAsActor(services, caller, requireTemplates, async (change, actor) => {
    const { tx, tenantId } = change;
    const wabaId = await accountOf(tx, tenantId, parseId(input.instance_id));
    await requireFiles(tx, tenantId, wabaId, input);
    const there = await draftNamed(tx, tenantId, wabaId, input);
    if (there?.isSame === true) return templateView(tx, tenantId, there.id);
    if (there !== undefined) throw nameTaken();
    const { rows } = await sql<{ id: Id }>`
      insert into message_template (tenant_id, waba_id, provider_id, name, language, category, status,
        parameter_format, components, draft, updated_at)
      values (${tenantId}, ${wabaId}, 'draft:' || gen_random_uuid(), ${input.name}, ${input.language},
        ${input.category}, 'DRAFT', ${input.named ? 'NAMED' : 'POSITIONAL'}, '[]', ${stored(input)}::jsonb, ${services.now()})
      returning id`.execute(tx);
    const id = rows[0]?.id ?? '';
    const details = { name: input.name, language: input.language };
    await auditAction(tx, actor, { action: 'message_template.create', subject: `message_template:${id}`, details });
    publishTemplates(change);
    return templateView(tx, tenantId, id);
  });
}

/** Changes a draft; of a template that the provider has, name and language stay. Refuses an outdated version. */
export function updateTemplate(
  services: Services,
  caller: Actor,
  { id: rawId, version, form }: UpdateTemplateVariables,
): Promise<ManagedTemplate> {
  requireTemplates(caller);
  const id = parseId(rawId);
  const input = parseInput(templateFormSchema, form);
  return changeAsActor(services, caller, requireTemplates, async (change, actor) => {
    const { tx, tenantId } = change;
    const before = await templateRow(tx, tenantId, id, true);
    requireVersion(version, String(before.version));
    const isDraft = before.status === 'DRAFT';
    requireEditable(before);
    await requireIdle(tx, tenantId, id, services.now());
    const wabaId = await accountOf(tx, tenantId, parseId(input.instance_id));
    if (!isDraft) requireSame(before, { ...input, wabaId });
    else if (input.name !== before.name || input.language !== before.language) {
      if ((await draftNamed(tx, tenantId, wabaId, input)) !== undefined) throw nameTaken();
    }
    await requireFiles(tx, tenantId, wabaId, input);
    // Of a template that the provider has, only the draft changes; a pending submission is no longer this one.
    await sql`
      update message_template set draft = ${stored(input)}::jsonb, version = version + 1, updated_at = ${services.now()},
        lost_at = null, name = case when ${isDraft} then ${input.name} else name end,
        language = case when ${isDraft} then ${input.language} else language end,
        category = case when ${isDraft} then ${input.category} else category end,
        waba_id = case when ${isDraft} then ${wabaId} else waba_id end
      where tenant_id = ${tenantId} and id = ${id}`.execute(tx);
    const details = { name: input.name, language: input.language };
    await auditAction(tx, actor, { action: 'message_template.update', subject: `message_template:${id}`, details });
    publishTemplates(change);
    return templateView(tx, tenantId, id);
  });
}

/** The draft of an account that has a form's name and language, and whether it says the same. */
async function draftNamed(
  tx: Tx,
  tenantId: Id,
  wabaId: string,
  form: TemplateForm,
): Promise<{ id: Id; isSame: boolean } | undefined> {
  const { rows } = await sql<{ id: Id; isSame: boolean }>`
    select id, draft = ${stored(form)}::jsonb as "isSame" from message_template
    where tenant_id = ${tenantId} and waba_id = ${wabaId} and status = 'DRAFT' and name = ${form.name}
      and language = ${form.language}
    order by 2 desc limit 1`.execute(tx);
  return rows[0];
}

const nameTaken = () => invalid('error.form.invalid', { name: 'error.template.nameTaken' });

/** Lease of a submission or deletion; longer than the call to the provider may take. */
const LEASE_MS = 120_000;

export function leaseFrom(now: Date): Date {
  return new Date(now.getTime() + LEASE_MS);
}

/** Refuses a template that is being submitted or deleted. */
export async function requireIdle(tx: Tx, tenantId: Id, id: Id, now: Date): Promise<void> {
  const { rows } = await sql`select from message_template
    where tenant_id = ${tenantId} and id = ${id} and submitting_until > ${now}`.execute(tx);
  if (rows.length > 0) throw conflict('error.template.submitting');
}

/** States in which the provider accepts changes. */
export function requireEditable({ status }: TemplateRow): void {
  const state = templateState(status);
  if (state === 'pending') throw conflict('error.template.inReview');
  if (state === 'disabled') throw conflict('error.template.disabled');
}

function requireSame(
  { name, language, waba_id, category, status }: TemplateRow,
  input: TemplateForm & { wabaId: string },
): void {
  const fields = {
    ...(input.name !== name && { name: 'error.template.fixed' }),
    ...(input.language !== language && { language: 'error.template.fixed' }),
    ...(input.wabaId !== waba_id && { instance_id: 'error.template.fixed' }),
    ...(input.category !== category && status !== 'REJECTED' && { category: 'error.template.fixed' }),
  };
  if (Object.keys(fields).length > 0) throw invalid('error.form.invalid', fields);
}

/** The account of an instance of the company; refuses one without any. */
export async function accountOf(tx: Tx, tenantId: Id, instanceId: Id): Promise<string> {
  const { rows } = await sql<{ waba: string | null }>`
    select case when is_official then waba_id end as waba from instance
    where tenant_id = ${tenantId} and id = ${instanceId}`.execute(tx);
  const [row] = rows;
  if (row === undefined) throw notFound();
  if (row.waba === null) throw invalid('error.form.invalid', { instance_id: 'error.template.noAccount' });
  return row.waba;
}

/** Not found unless each example is the company's; refuses, by field, one of another account or kind. */
async function requireFiles(tx: Tx, tenantId: Id, wabaId: string, form: TemplateForm): Promise<void> {
  const ids = fileIdsOf(form);
  if (ids.length === 0) return;
  const { rows } = await sql<{ id: Id; waba: string; kind: string }>`
    select id, waba_id as waba, kind from template_file
    where tenant_id = ${tenantId} and id = any(${ids}::bigint[])`.execute(tx);
  if (rows.length < ids.length) throw notFound();
  const isFit = (id: Id | null, kind: string) => {
    const file = rows.find((row) => row.id === id);
    return file === undefined || (file.waba === wabaId && file.kind === kind);
  };
  const fields = Object.fromEntries([
    ...(form.cards.length > 0 || isFit(form.header_file_id, form.header)
      ? []
      : [['header_file_id', 'error.template.headerFile'] as const]),
    ...form.cards.flatMap(({ file_id: id }, at) =>
      isFit(id, form.card_header) ? [] : [[`cards.${at}.file_id`, 'error.template.headerFile'] as const],
    ),
  ]);
  if (Object.keys(fields).length > 0) throw invalid('error.form.invalid', fields);
}

function stored(form: TemplateForm): string {
  return storableText(JSON.stringify(form));
}
