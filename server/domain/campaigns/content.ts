import { sql } from 'kysely';
import { CAPTION_MAX_LENGTH } from '../../../contract/facts/limits.ts';
import { takesCaption } from '../../../contract/facts/outgoing-file.ts';
import { filledPart, isFileKey, templateValue, variablesOf } from '../../../contract/facts/templates.ts';
import type { HeaderFile } from '../../../contract/facts/templates.ts';
import type { CampaignVariable } from '../../../contract/entities/campaign.ts';
import type { OutboundContent } from '../../channels/channel.ts';
import type { Tx } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import { DomainError, invalid, notFound } from '../errors.ts';
import { campaignFile } from './campaign-files.ts';
import type { FrozenFile } from './campaign-files.ts';
import { cardFiles } from '../templates/card-files.ts';
import { fill, unavailable, variablesIn } from '../templates/filled.ts';
import type { SentTemplate } from '../templates/filled.ts';
import { templatesOf } from '../templates/list-templates.ts';
import type { InstanceTemplate } from '../templates/list-templates.ts';

/** What a campaign says, as it was when it was scheduled. */
export type FrozenContent =
  /** With a file, the text is its caption and may be empty. */
  | { readonly kind: 'text'; readonly text: string; readonly file?: FrozenFile | undefined }
  | {
      readonly kind: 'template';
      readonly template: InstanceTemplate;
      readonly file?: FrozenFile | undefined;
      /** Of a carousel's cards, in order. */
      readonly cardFiles?: readonly FrozenFile<HeaderFile>[];
    };

/** Whether a version before carousels and files would send it without its cards or its file. */
export function isRich(content: FrozenContent): boolean {
  return content.kind === 'text' ? content.file !== undefined : (content.cardFiles ?? []).length > 0;
}

/** What one customer gets: its text, and what is sent. */
export type FilledContent = { text: string; template: SentTemplate | null; sent: OutboundContent };

/** The content for a customer's values. Refuses what `fill` does. */
export function filledContent(content: FrozenContent, params: Readonly<Record<string, string>>): FilledContent {
  if (content.kind === 'text') {
    const text = filledPart('body', content.text, params);
    if (content.file !== undefined && text.length > CAPTION_MAX_LENGTH) {
      throw new DomainError('INVALID', 'error.campaign.caption');
    }
    return { text, template: null, sent: { kind: 'text', text } };
  }
  const { text, template } = fill(
    content.template,
    Object.entries(params).map(([key, value]) => ({ key, value })),
    content.cardFiles,
  );
  const { name, language, header, body, buttons } = template;
  return { text, template, sent: { kind: 'template', name, language, header, body, buttons } };
}

/**
 * The chosen template or text of a campaign. Not found for another company's template or file; refuses by field a template
 * that isn't of every instance's account, isn't approved, or lacks the file of its header or of a card, a text that is too
 * long for its file or beside an audio, and variables without a value.
 */
export async function contentFor(
  tx: Tx,
  tenantId: Id,
  chosen: {
    templateId: Id | null;
    message: string | null;
    fileId: Id | null;
    instanceIds: readonly Id[];
    variables: readonly CampaignVariable[];
  },
): Promise<FrozenContent> {
  const { templateId, message, fileId, instanceIds, variables } = chosen;
  if (templateId === null) {
    const text = message ?? '';
    requireValues(
      variablesOf(text).map((name) => `body.${name}`),
      variables,
    );
    if (fileId === null) return { kind: 'text', text };
    if (text.length > CAPTION_MAX_LENGTH) throw invalid('error.form.invalid', { message: 'error.campaign.caption' });
    const file = await campaignFile(tx, tenantId, fileId);
    if (text !== '' && !takesCaption(file.kind))
      throw invalid('error.form.invalid', { message: 'error.campaign.audio' });
    return { kind: 'text', text, file };
  }
  let found: InstanceTemplate | undefined;
  for (const instanceId of instanceIds) {
    [found] = await templatesOf(tx, { tenantId, instanceId }, templateId);
    if (found === undefined) throw await notOfInstance(tx, tenantId, templateId);
  }
  if (found === undefined) throw notFound();
  if (found.content === undefined || !found.isApproved) throw unavailable(found);
  requireValues(
    variablesIn(found.content).map(({ key }) => key),
    variables,
  );
  const own = new Map(variables.filter(({ key }) => isFileKey(key)).map(({ key, text }) => [key, text ?? '']));
  const files = await cardFiles(tx, { tenantId, userId: null }, found, own, () => 'file_id');
  const { headerFile } = found.content;
  if (headerFile === null) {
    return { kind: 'template', template: found, ...(files.length > 0 && { cardFiles: files }) };
  }
  if (fileId === null) throw invalid('error.form.invalid', { file_id: 'error.campaign.file' });
  const file = await campaignFile(tx, tenantId, fileId);
  const isFit = file.kind === headerFile && (headerFile !== 'document' || file.mimeType === 'application/pdf');
  if (!isFit) throw invalid('error.form.invalid', { file_id: 'error.template.file' });
  return { kind: 'template', template: found, file };
}

/** Another company's template isn't told from none. */
async function notOfInstance(tx: Tx, tenantId: Id, templateId: Id): Promise<DomainError> {
  const { rows } = await sql`select from message_template
    where tenant_id = ${tenantId} and id = ${templateId} and gone_at is null`.execute(tx);
  return rows.length === 0 ? notFound() : invalid('error.form.invalid', { template_id: 'error.campaign.otherAccount' });
}

function requireValues(keys: readonly string[], variables: readonly CampaignVariable[]): void {
  const given = new Set(variables.filter((each) => fallbackOf(each) !== '').map(({ key }) => key));
  if (keys.some((key) => !given.has(key)))
    throw invalid('error.form.invalid', { variables: 'error.campaign.variables' });
}

/** What stands where nothing is known of a customer. */
export function fallbackOf({ source, text, fallback }: CampaignVariable): string {
  return templateValue((source === 'text' ? text : fallback) ?? '');
}
