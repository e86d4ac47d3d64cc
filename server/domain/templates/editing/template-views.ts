import { sql } from 'kysely';
import { templateFormSchema } from '../../../../contract/entities/managed-template.ts';
import type { ManagedTemplate, TemplateForm } from '../../../../contract/entities/managed-template.ts';
import { templateState } from '../../../../contract/facts/template-form.ts';
import type { Tx } from '../../../db/database.ts';
import type { Id } from '../../../db/tables.ts';
import type { Actor } from '../../context.ts';
import { notFound } from '../../errors.ts';
import { requirePermission } from '../../permissions.ts';
import { contentOf } from '../components.ts';
import { fromComponents } from './from-components.ts';

export const requireTemplates = (actor: Actor): void => requirePermission(actor, 'message-templates');

export type TemplateRow = {
  id: Id;
  waba_id: string;
  provider_id: string;
  name: string;
  language: string;
  category: string;
  status: string;
  reason: string | null;
  reason_text: string | null;
  quality: string | null;
  paused_until: Date | null;
  parameter_format: string;
  components: unknown;
  draft: unknown;
  version: number;
  updated_at: Date;
  instance_id: Id | null;
  account: string | null;
};

/** A template with the instances of its account; those deleted at the provider are left out. */
export const TEMPLATE_ROWS = sql`
  select s.id, s.waba_id, s.provider_id, s.name, s.language, s.category, s.status, s.reason, s.reason_text, s.quality,
    s.paused_until, s.parameter_format, s.components, s.draft, s.version, s.updated_at, i.instance_id, i.account
  from message_template s
  left join lateral (
    select min(id) as instance_id, string_agg(name, ', ' order by name, id) as account from instance
    where tenant_id = s.tenant_id and waba_id = s.waba_id and is_official and activated) i on true`;
export const IS_THERE = sql<boolean>`(s.gone_at is null or s.status = 'DRAFT')`;

/** One template, locked against a second change; not found for another company's. */
export async function templateRow(tx: Tx, tenantId: Id, id: Id, isLocked = false): Promise<TemplateRow> {
  const { rows } = await sql<TemplateRow>`${TEMPLATE_ROWS}
    where s.tenant_id = ${tenantId} and s.id = ${id} and ${IS_THERE} ${isLocked ? sql`for update of s` : sql``}`.execute(
    tx,
  );
  const [row] = rows;
  if (row === undefined) throw notFound();
  return row;
}

/** The form of a row: what was typed last, or what the provider has. */
export function formOf(row: TemplateRow): ManagedTemplate['form'] {
  const typed = draftOf(row);
  if (typed !== undefined) return { ...typed, instance_id: row.instance_id };
  const parts = fromComponents(row.components);
  if (parts === undefined) return null;
  const { instance_id, name, language, category } = row;
  return { instance_id, name, language, category, named: row.parameter_format === 'NAMED', ...parts };
}

/** The changes not submitted yet. */
export function draftOf({ draft }: TemplateRow): TemplateForm | undefined {
  return draft === null ? undefined : templateFormSchema.safeParse(draft).data;
}

export async function templateViews(tx: Tx, tenantId: Id, rows: readonly TemplateRow[]): Promise<ManagedTemplate[]> {
  const forms = rows.map(formOf);
  const names = await fileNames(tx, tenantId, forms.flatMap(fileIdsOf));
  return rows.map((row, at) => {
    const form = forms[at] ?? null;
    const status = templateState(row.status);
    return {
      id: row.id,
      name: form?.name ?? row.name,
      language: form?.language ?? row.language,
      category: row.category,
      status,
      reason: row.reason,
      reason_text: row.reason_text,
      quality: row.quality,
      paused_until: status === 'paused' ? (row.paused_until?.toISOString() ?? null) : null,
      account: row.account,
      body: form?.body ?? '',
      has_draft: row.draft !== null && status !== 'draft',
      is_sendable: status === 'approved' && row.account !== null && contentOf(row.components) !== undefined,
      version: String(row.version),
      updated_at: row.updated_at.toISOString(),
      form,
      files: fileIdsOf(form).flatMap((id) => {
        const name = names.get(id);
        return name === undefined ? [] : [{ id, name }];
      }),
    };
  });
}

export async function templateView(tx: Tx, tenantId: Id, id: Id): Promise<ManagedTemplate> {
  const [view] = await templateViews(tx, tenantId, [await templateRow(tx, tenantId, id)]);
  if (view === undefined) throw notFound();
  return view;
}

/** The examples that a form uses, each once. */
export function fileIdsOf(form: Pick<TemplateForm, 'header_file_id' | 'cards'> | null): Id[] {
  const all = form === null ? [] : [form.header_file_id, ...form.cards.map(({ file_id: id }) => id)];
  return [...new Set(all.filter((id) => id !== null))];
}

async function fileNames(tx: Tx, tenantId: Id, ids: readonly Id[]): Promise<ReadonlyMap<Id, string>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: Id; name: string }>`
    select id, name from template_file where tenant_id = ${tenantId} and id = any(${ids}::bigint[])`.execute(tx);
  return new Map(rows.map(({ id, name }) => [id, name]));
}
