import type { Flow, FlowNodeOf } from '../../../contract/flows/flow.ts';
import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import type { FrozenFile } from '../campaigns/campaign-files.ts';
import { isId } from '../ids.ts';
import type { TemplateContent } from '../templates/components.ts';
import { variablesIn } from '../templates/filled.ts';
import { templatesOf } from '../templates/list-templates.ts';
import type { InstanceTemplate } from '../templates/list-templates.ts';

/** The company's files and templates that a flow's steps can send from an instance, by id. */
export type Sendables = { files: ReadonlyMap<string, FrozenFile>; templates: ReadonlyMap<string, InstanceTemplate> };

const NONE: Sendables = { files: new Map(), templates: new Map() };

/** Asks only if the flow sends any. */
export async function sendablesOf(tx: Tx, tenantId: Id, instanceId: Id, { nodes }: Flow): Promise<Sendables> {
  const said = Object.values(nodes).flatMap((node) => (node.kind === 'say' ? [node.content] : []));
  const fileIds = said.flatMap((content) =>
    'file_id' in content && content.file_id !== undefined ? [content.file_id] : [],
  );
  const templateIds = new Set(said.flatMap((content) => (content.of === 'template' ? [content.template_id] : [])));
  if (fileIds.length === 0 && templateIds.size === 0) return NONE;
  const templates = templateIds.size === 0 ? [] : await templatesOf(tx, { tenantId, instanceId });
  return {
    files: await filesOf(tx, tenantId, fileIds),
    templates: new Map(templates.flatMap((each) => (templateIds.has(each.id) ? [[each.id, each] as const] : []))),
  };
}

/** Files of the company's, by id. */
export async function filesOf(tx: Tx, tenantId: Id, ids: readonly string[]): Promise<ReadonlyMap<string, FrozenFile>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<FrozenFile>`
    select id::text as id, kind, name, mime_type as "mimeType", sha256 from campaign_file
    where tenant_id = ${tenantId} and id = any(${ids.filter(isId)}::bigint[])`.execute(tx);
  return new Map(rows.map((file) => [file.id, file]));
}

/** Whether flows can send a template at all, with a file if its header is one; a carousel with its examples. */
export function isSendable({ isApproved, content, exampleIds }: InstanceTemplate): boolean {
  if (!isApproved || content === undefined) return false;
  return (content.cards ?? []).every((_, at) => typeof exampleIds?.[at] === 'string');
}

/** Whether a step has a value for each of its template's variables. */
function hasAllValues({ content }: InstanceTemplate, values: SaidTemplate['values']): boolean {
  return content !== undefined && variablesIn(content).every(({ key }) => (values[key] ?? '') !== '');
}

/** Whether a template has the file that its header needs, if it needs one. */
export function takesHeader(
  { headerFile }: Pick<TemplateContent, 'headerFile'>,
  file: Pick<FrozenFile, 'kind' | 'mimeType'> | undefined,
): boolean {
  if (headerFile === null) return true;
  return file?.kind === headerFile && (headerFile !== 'document' || file.mimeType === 'application/pdf');
}

/** Whether a step has what its template needs. */
export function isWhole(
  template: InstanceTemplate,
  { values, file_id }: SaidTemplate,
  files: Sendables['files'],
): boolean {
  const { content } = template;
  const file = file_id === undefined ? undefined : files.get(file_id);
  return content !== undefined && hasAllValues(template, values) && takesHeader(content, file);
}

export type SaidTemplate = Extract<FlowNodeOf<'say'>['content'], { of: 'template' }>;
