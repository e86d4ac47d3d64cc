import { sql } from 'kysely';
import type { MessageTemplate } from '../../../contract/entities/message-template.ts';
import type { MessageTemplatesVariables } from '../../../contract/graphql/message-templates.ts';
import { withTenant } from '../../db/database.ts';
import type { Tx } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import type { Actor, Services } from '../context.ts';
import { notFound } from '../errors.ts';
import { parseId } from '../ids.ts';
import { requirePermission } from '../permissions.ts';
import { isInstanceVisible } from '../tickets/visibility.ts';
import { exampleNames } from './card-files.ts';
import { contentOf } from './components.ts';
import type { TemplateContent } from './components.ts';

/** A template of an instance's account with its content; `content` undefined if it can't be sent from here. */
export type InstanceTemplate = {
  readonly id: Id;
  readonly name: string;
  readonly language: string;
  readonly category: string;
  readonly isNamed: boolean;
  readonly isApproved: boolean;
  /** Unknown in contents frozen by earlier versions' campaigns. */
  readonly status?: string;
  readonly content: TemplateContent | undefined;
  /** Each card's example file, if it was submitted from here. */
  readonly exampleIds?: readonly (Id | null)[] | null;
};

type Row = Omit<InstanceTemplate, 'content'> & { components: unknown };

/** The templates of an instance's account; only the one with `id`, if given. */
export async function templatesOf(
  tx: Tx,
  { tenantId, instanceId }: { tenantId: Id; instanceId: Id },
  id: Id | null = null,
): Promise<InstanceTemplate[]> {
  const { rows } = await sql<Row>`
    select s.id, s.name, s.language, s.category, s.parameter_format = 'NAMED' as "isNamed",
      s.status = 'APPROVED' and s.gone_at is null as "isApproved",
      case when s.gone_at is null then s.status else 'DELETED' end as status,
      s.card_file_ids as "exampleIds", s.components
    from instance i
    join message_template s on s.tenant_id = i.tenant_id and s.waba_id = i.waba_id
    where i.tenant_id = ${tenantId} and i.id = ${instanceId} and i.is_official
      and (${id}::bigint is null or s.id = ${id}::bigint)
    order by s.name, s.language, s.id`.execute(tx);
  return rows.map(({ components, ...row }) => ({ ...row, content: contentOf(components) }));
}

/** The templates that can be sent from an instance that the user may refer to, by name. */
export function listTemplates(
  services: Services,
  actor: Actor,
  variables: MessageTemplatesVariables,
): Promise<MessageTemplate[]> {
  requirePermission(actor, 'chat', 'campaigns', 'passive-chat-flow', 'active-chat-flow');
  const instanceId = parseId(variables.instance_id);
  const { tenantId } = actor;
  return withTenant(services.db, tenantId, async (tx) => {
    if (!(await isInstanceVisible(tx, actor, instanceId))) throw notFound();
    const templates = await templatesOf(tx, { tenantId, instanceId });
    const examples = templates.flatMap(({ exampleIds }) => (exampleIds ?? []).filter((example) => example !== null));
    const names = await exampleNames(tx, tenantId, examples);
    return templates.flatMap(({ isApproved, content, exampleIds, ...rest }) => {
      if (!isApproved || content === undefined) return [];
      const { id, name, language, category } = rest;
      const { header, headerFile: header_file, body, footer, buttons, variables: needed, cards = [] } = content;
      const parts = { header, header_file, body, footer, buttons: [...buttons], variables: [...needed] };
      const shown = cards.map((card, at) => ({
        header_file: card.headerFile,
        file_name: names.get(exampleIds?.[at] ?? '') ?? null,
        body: card.body,
        buttons: [...card.buttons],
        variables: [...card.variables],
      }));
      return [{ id, name, language, category, ...parts, cards: shown }];
    });
  });
}
