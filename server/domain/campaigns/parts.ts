import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { CampaignVariable, ParsedCampaign } from '../../../contract/entities/campaign.ts';
import { SMS_MAX_LENGTH } from '../../../contract/facts/channels.ts';
import type { ChannelName } from '../../../contract/facts/channels.ts';
import { isFileKey } from '../../../contract/facts/templates.ts';
import type { Tx } from '../../db/database.ts';
import type { Id, Row } from '../../db/tables.ts';
import { DomainError, invalid, notFound } from '../errors.ts';
import { parseId, parseOptionalId } from '../ids.ts';
import { storableText } from '../text.ts';
import { campaignFile } from './campaign-files.ts';
import { contentFor, isRich } from './content.ts';
import type { FrozenContent } from './content.ts';
import { dueTurns } from './due.ts';
import { zonesOf } from './zones.ts';

/** What a campaign or a part says: a template, or a text, a file or both; and where its variables' values come from. */
export type Message = {
  templateId: Id | null;
  message: string | null;
  fileId: Id | null;
  variables: CampaignVariable[];
};

/** A part's own message. `batch` counts from 1; the first part has the campaign's message. */
export type PartMessage = Message & { batch: number };

/** The instances and the channel that a campaign is sent by. */
type Way = { instanceIds: readonly Id[]; channel: ChannelName };

/** A message as it is stored. Not found for another company's template, file or field; refuses what can't be sent. */
export async function parseMessage(
  tx: Tx,
  tenantId: Id,
  { instanceIds, channel }: Way,
  input: Pick<ParsedCampaign, 'template_id' | 'message' | 'file_id' | 'variables'>,
): Promise<Message> {
  if (channel === 'sms') requireSms(input);
  const templateId = parseOptionalId(input.template_id);
  const fileId = parseOptionalId(input.file_id);
  const variables = input.variables.map((each) => ({
    key: each.key,
    source: each.source,
    text: each.source === 'text' ? storableText(each.text ?? '') : null,
    field_id: each.source === 'field' ? parseId(each.field_id ?? '') : null,
    fallback: each.source === 'text' ? null : storableText(each.fallback ?? ''),
  }));
  await requireFields(
    tx,
    tenantId,
    variables.flatMap(({ field_id: fieldId }) => fieldId ?? []),
  );
  if (fileId !== null) await campaignFile(tx, tenantId, fileId);
  for (const variable of variables) {
    if (!isFileKey(variable.key)) continue;
    variable.fallback = (await campaignFile(tx, tenantId, parseId(variable.text ?? ''))).name;
  }
  const message = templateId === null ? storableText(input.message ?? '') : null;
  const parsed = { templateId, message, fileId, variables };
  await contentFor(tx, tenantId, { ...parsed, instanceIds });
  return parsed;
}

/** An SMS is only a text, no longer than every provider accepts. */
function requireSms({
  template_id: templateId,
  file_id: fileId,
  message,
}: Pick<ParsedCampaign, 'template_id' | 'file_id' | 'message'>): void {
  const fields = {
    ...(templateId !== null && { template_id: 'error.campaign.smsText' }),
    ...(fileId !== null && { file_id: 'error.campaign.smsText' }),
    ...((message ?? '').length > SMS_MAX_LENGTH && { message: 'error.field.tooLong' }),
  };
  if (Object.keys(fields).length > 0) throw invalid('error.form.invalid', fields);
}

async function requireFields(tx: Tx, tenantId: Id, ids: readonly Id[]): Promise<void> {
  if (ids.length === 0) return;
  const { rows } = await sql`select id from customer_field
    where tenant_id = ${tenantId} and id = any(${ids}::bigint[])`.execute(tx);
  if (rows.length < new Set(ids).size) throw notFound();
}

/**
 * The messages of a form's parts, all of the campaign's kind, whatever else was typed. Refuses what `parseMessage`
 * does; errors name the part's place in the form.
 */
export async function parseParts(
  tx: Tx,
  tenantId: Id,
  way: Way,
  { template_id: templateId, part_messages: parts }: Pick<ParsedCampaign, 'template_id' | 'part_messages'>,
): Promise<PartMessage[]> {
  const parsed: PartMessage[] = [];
  for (const [index, part] of parts.entries()) {
    const input = templateId === null ? { ...part, template_id: null } : part;
    parsed.push({ batch: part.batch, ...(await ofPart(index, parseMessage(tx, tenantId, way, input))) });
  }
  return parsed;
}

async function ofPart<Result>(index: number, step: Promise<Result>): Promise<Result> {
  try {
    return await step;
  } catch (error) {
    if (!(error instanceof DomainError) || error.fields === undefined) throw error;
    const fields = Object.entries(error.fields).map(([name, key]) => [`part_messages.${index}.${name}`, key]);
    throw new DomainError(error.code, error.key, { fields: Object.fromEntries(fields) });
  }
}

/** Replaces the messages of a draft's parts. */
export async function storeParts(tx: Tx, tenantId: Id, id: Id, parts: readonly PartMessage[]): Promise<void> {
  await sql`delete from campaign_part where tenant_id = ${tenantId} and campaign_id = ${id}`.execute(tx);
  for (const { batch, templateId, message, fileId, variables } of parts) {
    await tx
      .insertInto('campaign_part')
      .values({
        tenant_id: tenantId,
        campaign_id: id,
        batch,
        template_id: templateId,
        message,
        file_id: fileId,
        variables: JSON.stringify(variables),
      })
      .execute();
  }
}

/** The messages of a campaign's parts after the first, in order. */
export async function partsIn(tx: Tx, tenantId: Id, id: Id): Promise<PartMessage[]> {
  const { rows } = await sql<PartMessage>`
    select batch, template_id as "templateId", message, file_id as "fileId", variables from campaign_part
    where tenant_id = ${tenantId} and campaign_id = ${id} and batch > 1 order by batch`.execute(tx);
  return rows;
}

/** The campaign's own message, which is also its first part's. */
export function messageOf(campaign: Row<'campaign'>): Message {
  const { template_id: templateId, message, file_id: fileId, variables } = campaign;
  return { templateId, message, fileId, variables };
}

/**
 * Freezes what the campaign and its parts say. Refuses what can't be sent; errors name the part's place. An older
 * version would send rich content without its file or cards. If any content is rich, the campaign's own is stored on
 * its first part instead, so that such a version claims nothing from it.
 */
export async function freezeMessages(tx: Tx, campaign: Row<'campaign'>, parts: readonly PartMessage[]): Promise<void> {
  const { tenant_id: tenantId, id, instance_ids: instanceIds } = campaign;
  const own = await contentFor(tx, tenantId, { ...messageOf(campaign), instanceIds });
  let isAnyRich = isRich(own);
  for (const [index, part] of parts.entries()) {
    const content = await ofPart(index, contentFor(tx, tenantId, { ...part, instanceIds }));
    isAnyRich ||= isRich(content);
    if (campaign.channel === 'sms') continue;
    await sql`update campaign_part set content = ${JSON.stringify(content)}::jsonb
      where tenant_id = ${tenantId} and campaign_id = ${id} and batch = ${part.batch}`.execute(tx);
  }
  // An SMS campaign sends its message as it is.
  if (campaign.channel === 'sms') return;
  const content = JSON.stringify(own);
  if (isAnyRich) {
    await sql`insert into campaign_part (tenant_id, campaign_id, batch, template_id, message, file_id, variables, content)
      select tenant_id, id, 1, template_id, message, file_id, variables, ${content}::jsonb from campaign
      where tenant_id = ${tenantId} and id = ${id}`.execute(tx);
    return;
  }
  await sql`update campaign set content = ${content}::jsonb where tenant_id = ${tenantId} and id = ${id}`.execute(tx);
}

/** Undoes `freezeMessages` for a campaign that is a draft again. A start that has passed is cleared. */
export async function thawMessages(tx: Tx, { tenant_id: tenantId, id }: Row<'campaign'>, now: Date): Promise<void> {
  await sql`delete from campaign_part where tenant_id = ${tenantId} and campaign_id = ${id} and batch = 1`.execute(tx);
  await sql`update campaign_part set content = null where tenant_id = ${tenantId} and campaign_id = ${id}`.execute(tx);
  await sql`update campaign set content = null, starts_at = case when starts_at > ${now} then starts_at end
    where tenant_id = ${tenantId} and id = ${id}`.execute(tx);
}

/** SQL: the content of part `p`, else of campaign `m`, else of its first part `f`; for an SMS, its text. */
export const SAID = sql.raw(`coalesce(p.content, m.content, f.content,
  case when m.channel = 'sms' then jsonb_build_object('kind', 'text', 'text', coalesce(p.message, m.message)) end)`);

/** The frozen content of the first part, and of each part with a message of its own. */
export async function frozenParts(tx: Tx, campaign: Row<'campaign'>): Promise<ReadonlyMap<number, FrozenContent>> {
  const { tenant_id: tenantId, id, content: own } = campaign;
  if (campaign.channel === 'sms') {
    const said = [{ batch: 1, ...messageOf(campaign) }, ...(await partsIn(tx, tenantId, id))];
    return new Map(said.map(({ batch, message }) => [batch, { kind: 'text', text: message ?? '' }]));
  }
  const { rows } = await sql<{ batch: number; content: FrozenContent }>`
    select batch, content from campaign_part
    where tenant_id = ${tenantId} and campaign_id = ${id} and content is not null`.execute(tx);
  const first = own === null ? [] : [[1, own] as const];
  return new Map([...first, ...rows.map(({ batch, content }) => [batch, content] as const)]);
}

/** The parts whose template the provider doesn't accept now. */
export async function refusedParts(
  tx: Tx,
  { tenant_id: tenantId, id, template_id: ownId, batches }: Row<'campaign'>,
): Promise<number[]> {
  if (ownId === null) return [];
  // Parts without a message of their own have the first one's.
  const { rows } = await sql<{ batch: number }>`
    select b.batch from generate_series(1, ${batches.length}::integer) as b (batch)
    left join campaign_part p on p.tenant_id = ${tenantId} and p.campaign_id = ${id} and p.batch = b.batch
    where not exists (select from message_template t where t.tenant_id = ${tenantId}
      and t.id = coalesce(p.template_id, ${ownId}::bigint) and t.status = 'APPROVED' and t.gone_at is null)`.execute(
    tx,
  );
  return rows.map(({ batch }) => batch);
}

/** The parts that aren't refused. */
export async function acceptedParts(tx: Tx, campaign: Row<'campaign'>): Promise<number[]> {
  return partsBut(campaign, await refusedParts(tx, campaign));
}

export function partsBut({ batches }: Pick<Row<'campaign'>, 'batches'>, refused: readonly number[]): number[] {
  return batches.map((_, index) => index + 1).filter((batch) => !refused.includes(batch));
}

/**
 * Whether only the templates of its `refused` parts hold a campaign up: all parts are refused, none of the others is
 * due, or none of the others has a recipient left.
 */
export async function isTemplateInTheWay(
  tx: Tx,
  now: Date,
  campaign: Row<'campaign'>,
  refused: readonly number[],
): Promise<boolean> {
  if (refused.length === 0 || refused.length === campaign.batches.length) return refused.length > 0;
  const others = partsBut(campaign, refused);
  const { rows } = await sql<{ isAnyOther: boolean; isUnderWay: boolean }>`
    select exists (select from campaign_recipient r where r.tenant_id = ${campaign.tenant_id}
        and r.campaign_id = ${campaign.id} and ${isPendingIn(others)}) as "isAnyOther",
      exists (select from campaign_recipient r where r.tenant_id = ${campaign.tenant_id}
        and r.campaign_id = ${campaign.id} and r.state in ('sending', 'uncertain')) as "isUnderWay"`.execute(tx);
  const [found] = rows;
  if (found === undefined || found.isUnderWay) return false;
  if (!found.isAnyOther) return true;
  const all = { instanceIds: campaign.instance_ids, zones: await zonesOf(tx, campaign) };
  const due = await dueTurns(tx, campaign, now, { ...all, batches: campaign.batches.map((_, index) => index + 1) });
  return due.length > 0 && due.every(({ batch }) => refused.includes(batch));
}

/** SQL condition: recipient `r` is pending in one of these parts. */
export function isPendingIn(batches: readonly number[]): RawBuilder<boolean> {
  return sql<boolean>`r.state = 'pending' and r.batch = any(${[...batches]}::smallint[])`;
}

/** The template that a recipient gets; null for a text. */
export async function templateFor(
  tx: Tx,
  { tenant_id: tenantId, id, template_id: ownId }: Row<'campaign'>,
  customerId: Id,
): Promise<Id | null> {
  const { rows } = await sql<{ templateId: Id | null }>`
    select p.template_id as "templateId" from campaign_recipient r
    join campaign_part p on p.tenant_id = r.tenant_id and p.campaign_id = r.campaign_id and p.batch = r.batch
    where r.tenant_id = ${tenantId} and r.campaign_id = ${id} and r.customer_id = ${customerId}`.execute(tx);
  const [part] = rows;
  return part === undefined ? ownId : part.templateId;
}
