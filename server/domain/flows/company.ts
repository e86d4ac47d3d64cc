import { sql } from 'kysely';
import { takesCaption } from '../../../contract/facts/outgoing-file.ts';
import type { Flow } from '../../../contract/flows/flow.ts';
import type { FlowSummary } from '../../../flows/summary.ts';
import { targetsOf } from '../../../flows/targets.ts';
import type { Company, TargetKind } from '../../../flows/targets.ts';
import type { Tx } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import { isId } from '../ids.ts';
import { mayChat } from '../permissions.ts';
import type { TemplateContent } from '../templates/components.ts';
import { variablesIn } from '../templates/filled.ts';
import { templatesOf } from '../templates/list-templates.ts';
import { filesOf, isSendable, takesHeader } from './sendables.ts';

/** What a company has of what a flow names, to be given to another thread. */
export type KnownCompany = {
  /** As `kind id`. */
  has: readonly string[];
  /** What other flows do, by their ids. */
  summaries: readonly (readonly [string, FlowSummary])[];
  /** What is filled in of the templates. */
  templateNames: readonly (readonly [string, readonly string[]])[];
  /** Files that are sent without a text. */
  withoutCaption: readonly string[];
  /** Templates whose header is a file. */
  headed: readonly string[];
  /** Each file that can be the header of a template, as `template file`. */
  headers: readonly string[];
};

export async function knownCompany(tx: Tx, tenantId: Id, flow: Flow): Promise<KnownCompany> {
  const targets = Object.values(flow.nodes).flatMap(targetsOf);
  const idsOf = (kind: TargetKind) =>
    targets.flatMap((target) => (target.kind === kind && isId(target.id) ? target.id : []));
  const { rows: has } = await sql<{ name: string }>`
    select 'department ' || d.id as name from department d
    where d.tenant_id = ${tenantId} and d.activated and d.id = any(${idsOf('department')}::bigint[])
    union all
    select 'person ' || u.id from app_user u
    where u.tenant_id = ${tenantId} and u.deleted_at is null and not u.is_blocked and ${mayChat('u')}
      and u.id = any(${idsOf('person')}::bigint[])
    union all
    select 'field ' || f.id from customer_field f
    where f.tenant_id = ${tenantId} and f.id = any(${idsOf('field')}::bigint[])
    union all
    select 'tag ' || g.id from tag g where g.tenant_id = ${tenantId} and g.id = any(${idsOf('tag')}::bigint[])
    union all
    select 'flow ' || f.id from flow f
    where f.tenant_id = ${tenantId} and f.published_number is not null and not f.is_archived and f.kind = ${flow.kind}
      and f.id = any(${idsOf('flow')}::bigint[])
    order by name`.execute(tx);
  const files = await filesOf(tx, tenantId, idsOf('file'));
  const templates = await sendableTemplates(tx, tenantId, idsOf('template'));
  // Of all flows: a circle may lead through any of them.
  const isCalling = idsOf('flow').length > 0;
  const { rows: summaries } = isCalling
    ? await sql<{ id: Id; summary: FlowSummary }>`
      select f.id::text as id, v.proof->'summary' as summary from flow f
      join flow_version v on v.tenant_id = f.tenant_id and v.flow_id = f.id and v.number = f.published_number
      where f.tenant_id = ${tenantId} and not f.is_archived order by f.id`.execute(tx)
    : { rows: [] };
  const names = [
    ...has.map(({ name }) => name),
    ...[...files.keys()].map((id) => `file ${id}`),
    ...templates.map(({ id }) => `template ${id}`),
  ];
  return {
    has: names,
    summaries: summaries.map(({ id, summary }) => [id, summary] as const),
    templateNames: templates.map(({ id, content }) => [id, variablesIn(content).map(({ key }) => key)] as const),
    withoutCaption: [...files.values()].flatMap(({ id, kind }) => (takesCaption(kind) ? [] : [id])),
    headed: templates.flatMap(({ id, content }) => (content.headerFile === null ? [] : [id])),
    headers: templates.flatMap(({ id, content }) =>
      [...files.values()].flatMap((file) => (takesHeader(content, file) ? [`${id} ${file.id}`] : [])),
    ),
  };
}

/** Those of templates that flows can send, of whichever account. */
async function sendableTemplates(
  tx: Tx,
  tenantId: Id,
  ids: readonly Id[],
): Promise<{ id: Id; content: TemplateContent }[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<{ instanceId: Id }>`
    select min(i.id)::text as "instanceId" from instance i
    where i.tenant_id = ${tenantId} and i.is_official and i.waba_id is not null group by i.waba_id`.execute(tx);
  const found = new Map<Id, TemplateContent>();
  for (const { instanceId } of rows)
    for (const template of await templatesOf(tx, { tenantId, instanceId }))
      if (ids.includes(template.id) && isSendable(template) && template.content !== undefined)
        found.set(template.id, template.content);
  return [...found].map(([id, content]) => ({ id, content })).toSorted((one, other) => (one.id < other.id ? -1 : 1));
}

/** The same as the checker asks it. */
export function companyOf({ has, summaries, templateNames, withoutCaption, headed, headers }: KnownCompany): Company {
  const all = new Set(has);
  const known = new Map(summaries);
  const names = new Map(templateNames);
  return {
    has: ({ kind, id }) => all.has(`${kind} ${id}`),
    summaryOf: (id) => known.get(id),
    templateNames: (id) => names.get(id),
    hasCaption: (id) => !withoutCaption.includes(id),
    takesHeader: (id, fileId) => (fileId === undefined ? !headed.includes(id) : headers.includes(`${id} ${fileId}`)),
  };
}
