import { sql } from 'kysely';
import type { CustomerChat } from '../../../contract/entities/customer-chat.ts';
import type { TemplateValue } from '../../../contract/entities/message-template.ts';
import type { SendTemplateVariables } from '../../../contract/graphql/send-template.ts';
import type { Tx } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import type { Actor } from '../context.ts';
import { notFound } from '../errors.ts';
import { parseId } from '../ids.ts';
import { acceptOnce, parseTarget, takeOnce } from '../messages/accept-outgoing.ts';
import type { Outgoing, SendServices } from '../messages/accept-outgoing.ts';
import { requirePermission } from '../permissions.ts';
import { ownMessageView } from '../views/message-view.ts';
import { cardFiles, noteUsed } from './card-files.ts';
import { fill } from './filled.ts';
import { templatesOf } from './list-templates.ts';
import type { InstanceTemplate } from './list-templates.ts';

/**
 * Accepts a template for a customer, as `acceptOutgoing` does, but whether or not the 24-hour window is open. Refuses one
 * of another account, and what `fill` refuses.
 */
export async function sendTemplate(
  services: SendServices,
  actor: Actor,
  variables: SendTemplateVariables,
): Promise<CustomerChat> {
  requirePermission(actor, 'chat');
  const target = { ...parseTarget(actor, variables), replyToId: null };
  const templateId = parseId(variables.template_id);
  return takeOnce(services, actor, target.clientId, async (change) => {
    const earlierId = await findSentBefore(change.tx, actor, target.clientId);
    if (earlierId !== null) return ownMessageView(change.tx, actor, earlierId);
    const template = await requireTemplate(change.tx, actor, target.instanceId, templateId);
    const now = services.now();
    const content = await templateContent(change.tx, now, actor, template, variables.variables ?? []);
    return acceptOnce(change, now, actor, { ...target, ...content });
  });
}

/** The user's own message with a client id, if it was accepted before. */
export async function findSentBefore(
  tx: Tx,
  { tenantId, userId }: Pick<Actor, 'tenantId' | 'userId'>,
  clientId: string | null,
): Promise<Id | null> {
  const { rows } = await sql<{ id: Id }>`select id from message where tenant_id = ${tenantId}
    and user_id = ${userId} and client_id = ${clientId}::uuid`.execute(tx);
  return rows[0]?.id ?? null;
}

/** A template of the instance's account; not found for another one's. */
export async function requireTemplate(
  tx: Tx,
  { tenantId }: Pick<Actor, 'tenantId'>,
  instanceId: Id,
  templateId: Id,
): Promise<InstanceTemplate> {
  const [template] = await templatesOf(tx, { tenantId, instanceId }, templateId);
  if (template === undefined) throw notFound();
  return template;
}

/**
 * A template, filled in, as something to send; with the file that the user uploaded under the client id, if its header
 * is one, and of its cards those of the user's that the values name, or its examples.
 */
export async function templateContent(
  tx: Tx,
  now: Date,
  { tenantId, userId }: Pick<Actor, 'tenantId' | 'userId'>,
  template: InstanceTemplate,
  values: readonly TemplateValue[],
): Promise<Pick<Outgoing, 'text' | 'imageUrl' | 'isFile' | 'template'>> {
  const chosen = new Map(values.map(({ key, value }) => [key, value]));
  const files = await cardFiles(tx, { tenantId, userId }, template, chosen, (key) => key);
  const { text, template: sent } = fill(template, values, files);
  await noteUsed(
    tx,
    tenantId,
    files.map(({ id }) => id),
    now,
  );
  const headerFile = template.content?.headerFile ?? null;
  const isMarketing = template.category === 'MARKETING';
  return { text, imageUrl: null, isFile: headerFile !== null, template: { ...sent, isMarketing, headerFile } };
}
