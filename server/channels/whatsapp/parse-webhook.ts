import * as z from 'zod/mini';
import type {
  AccountNews,
  InboundMessage,
  ParsedWebhook,
  LimitNews,
  PaceNews,
  PreferenceNews,
  RejectedInput,
  StatusUpdate,
  TemplateNews,
} from '../channel.ts';
import { phoneDigits } from '../phone-number.ts';
import { limitOfTier } from './limit-tier.ts';
import { PER_SECOND } from './settings.ts';
import { providerError } from './errors.ts';
import { parseContent } from './message-content.ts';
import {
  accountIdSchema,
  bodySchema,
  changeSchema,
  contactSchema,
  echoesValueSchema,
  echoSchema,
  entrySchema,
  messageHeadSchema,
  messagesValueSchema,
  preferenceSchema,
  preferencesSchema,
  capabilitySchema,
  numberQualitySchema,
  pricingSchema,
  statusSchema,
  templateCategorySchema,
  templateQualitySchema,
  templateStatusSchema,
} from './webhook-schema.ts';

interface Collected {
  messages: InboundMessage[];
  echoes: InboundMessage[];
  statuses: StatusUpdate[];
  accounts: AccountNews[];
  templates: TemplateNews[];
  preferences: PreferenceNews[];
  limits: LimitNews[];
  paces: PaceNews[];
  rejected: RejectedInput[];
  ignored: string[];
}

/**
 * Parses a Cloud API webhook. Entries, changes, messages and statuses are independent: an unreadable one goes to
 * `rejected` with the reason. A body that isn't a webhook is one rejection.
 */
export function parseWhatsAppWebhook(rawBody: Uint8Array): ParsedWebhook {
  const collected: Collected = {
    messages: [],
    echoes: [],
    statuses: [],
    accounts: [],
    templates: [],
    preferences: [],
    limits: [],
    paces: [],
    rejected: [],
    ignored: [],
  };
  const body = parseJson(rawBody, collected);
  if (body === undefined) return collected;
  const parsed = bodySchema.safeParse(body.value);
  if (!parsed.success) {
    collected.rejected.push({ reason: reasonOf('body', parsed.error), raw: storable(body.text) });
    return collected;
  }
  for (const [index, entry] of parsed.data.entry.entries()) readEntry(entry, `entry[${index}]`, collected);
  return collected;
}

function parseJson(rawBody: Uint8Array, collected: Collected): { value: unknown; text: string } | undefined {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(rawBody);
  } catch {
    collected.rejected.push({ reason: 'body: not UTF-8', raw: storable(new TextDecoder().decode(rawBody)) });
    return undefined;
  }
  try {
    return { value: JSON.parse(text, storableValue), text };
  } catch {
    collected.rejected.push({ reason: 'body: not JSON', raw: storable(text) });
    return undefined;
  }
}

function readEntry(entry: unknown, path: string, collected: Collected): void {
  const parsed = entrySchema.safeParse(entry);
  if (!parsed.success) return reject(entry, reasonOf(path, parsed.error), collected);
  const account = accountIdSchema.safeParse(parsed.data.id);
  const accountId = account.success ? account.data : undefined;
  for (const [index, change] of parsed.data.changes.entries())
    readChange(change, `${path}.changes[${index}]`, accountId, collected);
  return undefined;
}

function readChange(change: unknown, path: string, accountId: string | undefined, collected: Collected): void {
  const parsed = changeSchema.safeParse(change);
  if (!parsed.success) return reject(change, reasonOf(path, parsed.error), collected);
  const { field, value: given } = parsed.data;
  if (field === 'message_template_status_update' && accountId !== undefined) {
    attempt(change, `${path}.value`, collected, () => collected.templates.push(readTemplate(given, accountId)));
    return undefined;
  }
  if (field === 'message_template_quality_update' && accountId !== undefined) {
    attempt(change, `${path}.value`, collected, () => collected.templates.push(readQuality(given, accountId)));
    return undefined;
  }
  if (field === 'template_category_update' && accountId !== undefined) {
    attempt(change, `${path}.value`, collected, () => collected.templates.push(readCategory(given, accountId)));
    return undefined;
  }
  if (field === 'user_preferences') {
    attempt(change, `${path}.value`, collected, () => collected.preferences.push(...readPreferences(given)));
    return undefined;
  }
  if (field === 'business_capability_update' && accountId !== undefined) {
    attempt(change, `${path}.value`, collected, () => collected.limits.push(...readLimit(given, accountId)));
    return undefined;
  }
  if (field === 'phone_number_quality_update' && accountId !== undefined) {
    attempt(change, `${path}.value`, collected, () => collected.paces.push(...readPace(given, accountId)));
    return undefined;
  }
  if (field === 'smb_message_echoes') return readEchoes(given, `${path}.value`, collected);
  if (field !== 'messages') {
    collected.ignored.push(field);
    return undefined;
  }
  const value = messagesValueSchema.safeParse(given);
  if (!value.success) return reject(change, reasonOf(`${path}.value`, value.error), collected);
  const { metadata, contacts = [], messages = [], statuses = [], errors = [] } = value.data;
  if (messages.length + statuses.length + errors.length === 0) {
    return reject(change, `${path}.value: no messages, statuses or errors that we know`, collected);
  }
  if (accountId !== undefined) collected.accounts.push({ phoneNumberId: metadata.phone_number_id, accountId });
  const names = profileNames(contacts);
  for (const [index, message] of messages.entries()) {
    attempt(message, `${path}.value.messages[${index}]`, collected, () => {
      collected.messages.push(readMessage(message, metadata.phone_number_id, names));
    });
  }
  for (const [index, status] of statuses.entries()) {
    attempt(status, `${path}.value.statuses[${index}]`, collected, () => {
      collected.statuses.push(readStatus(status, metadata.phone_number_id));
    });
  }
  // Errors of the account rather than of a message: reported as rejected, so that somebody sees them.
  for (const error of errors) reject(error, `${path}.value.errors: reported by the provider`, collected);
  return undefined;
}

/** Echoes of messages sent with WhatsApp's app on a phone with the same number. */
function readEchoes(given: unknown, path: string, collected: Collected): undefined {
  const value = echoesValueSchema.safeParse(given);
  if (!value.success) return reject(given, reasonOf(path, value.error), collected);
  const { metadata, message_echoes: echoes } = value.data;
  for (const [index, echo] of echoes.entries()) {
    attempt(echo, `${path}.message_echoes[${index}]`, collected, () => {
      const { to, ...rest } = echoSchema.parse(echo);
      collected.echoes.push(readMessage({ ...rest, from: to }, metadata.phone_number_id, new Map()));
    });
  }
  return undefined;
}

function readLimit(value: unknown, accountId: string): LimitNews[] {
  const parsed = capabilitySchema.parse(value);
  const ofTier = limitOfTier(parsed.max_daily_conversations_per_business);
  if (ofTier === null) return [{ accountId, dailyLimit: null }];
  const dailyLimit = ofTier ?? parsed.max_daily_conversation_per_phone;
  return typeof dailyLimit === 'number' ? [{ accountId, dailyLimit: dailyLimit < 0 ? null : dailyLimit }] : [];
}

/** Other events are about the account's limit, which `business_capability_update` reports. */
function readPace(value: unknown, accountId: string): PaceNews[] {
  const { display_phone_number: number, event } = numberQualitySchema.parse(value);
  const displayNumber = phoneDigits(number);
  if (event !== 'THROUGHPUT_UPGRADE' || displayNumber === undefined) return [];
  return [{ accountId, displayNumber, perSecond: PER_SECOND.high }];
}

/** Profile names by number and by user id. */
function profileNames(contacts: readonly unknown[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const contact of contacts) {
    const parsed = contactSchema.safeParse(contact);
    const name = parsed.success ? parsed.data.profile?.name : undefined;
    if (!parsed.success || name === undefined || name.trim() === '') continue;
    if (parsed.data.wa_id !== undefined) names.set(parsed.data.wa_id, name);
    if (parsed.data.user_id !== undefined) names.set(parsed.data.user_id, name);
  }
  return names;
}

function readMessage(message: unknown, phoneNumberId: string, names: ReadonlyMap<string, string>): InboundMessage {
  const head = messageHeadSchema.parse(message);
  if (head.group_id !== undefined) throw new UnreadableError('a group message');
  const { content, text, tagType } = parseContent(head.type, head);
  // The schema refuses a message with neither.
  const from = head.from || head.from_user_id || '';
  return {
    phoneNumberId,
    from,
    fromUserId: head.from_user_id,
    profileName: names.get(from) ?? (head.from_user_id === undefined ? undefined : names.get(head.from_user_id)),
    providerMessageId: head.id,
    timestamp: head.timestamp,
    replyToProviderId: head.context?.id,
    forwarded: head.context?.forwarded === true || head.context?.frequently_forwarded === true,
    referral:
      head.referral === undefined
        ? undefined
        : { sourceUrl: head.referral.source_url, headline: head.referral.headline },
    text,
    tagType,
    ...content,
  };
}

function readStatus(status: unknown, phoneNumberId: string): StatusUpdate {
  const parsed = statusSchema.parse(status);
  const pricing = pricingSchema.safeParse(parsed.pricing).data;
  return {
    phoneNumberId,
    providerMessageId: parsed.id,
    status: parsed.status,
    timestamp: parsed.timestamp,
    recipient: parsed.recipient_id ?? parsed.recipient_user_id,
    callbackData: parsed.biz_opaque_callback_data,
    priceCategory: pricing?.category,
    isBillable: pricing?.billable,
    errors: (parsed.errors ?? []).map((error) =>
      providerError(error.code, error.title ?? error.message ?? '', error.error_data?.details),
    ),
  };
}

/** Events that leave the status as it is. */
const OTHER_EVENTS: ReadonlySet<string> = new Set(['FLAGGED', 'LOCKED', 'UNLOCKED', 'UNARCHIVED', 'LIMIT_EXCEEDED']);

function readTemplate(value: unknown, accountId: string): TemplateNews {
  const parsed = templateStatusSchema.parse(value);
  const { event, message_template_id: id, reason, other_info: about, rejection_info: rejection } = parsed;
  const status = event === 'REINSTATED' ? 'APPROVED' : event;
  return {
    accountId,
    providerId: String(id),
    status: OTHER_EVENTS.has(event) ? undefined : status,
    reason: reason === null || reason === 'NONE' ? undefined : reason,
    reasonText: rejection?.reason?.slice(0, REASON_TEXT_MAX),
    pausedMs: event === 'PAUSED' ? PAUSES[about?.title ?? ''] : undefined,
  };
}

/** How long the first and second pauses last; after a third one it is disabled. */
const PAUSES: Readonly<Record<string, number>> = { FIRST_PAUSE: 3 * 3_600_000, SECOND_PAUSE: 6 * 3_600_000 };
const REASON_TEXT_MAX = 1_000;

function readQuality(value: unknown, accountId: string): TemplateNews {
  const { message_template_id: id, new_quality_score: quality } = templateQualitySchema.parse(value);
  return { accountId, providerId: String(id), status: undefined, reason: undefined, quality };
}

function readCategory(value: unknown, accountId: string): TemplateNews {
  const { message_template_id: id, new_category: category } = templateCategorySchema.parse(value);
  return { accountId, providerId: String(id), status: undefined, reason: undefined, category };
}

function readPreferences(value: unknown): PreferenceNews[] {
  const { metadata, user_preferences: preferences } = preferencesSchema.parse(value);
  return preferences.flatMap((each) => {
    const { wa_id: number, user_id: user, category, value: wish, timestamp } = preferenceSchema.parse(each);
    const from = number ?? user;
    if (category !== 'marketing_messages' || from === undefined) return [];
    return [{ phoneNumberId: metadata.phone_number_id, from, timestamp, wantsMarketing: wish === 'resume' }];
  });
}

/** Valid JSON that we don't support, as opposed to a bug of ours. */
class UnreadableError extends Error {}

function attempt(item: unknown, path: string, collected: Collected, read: () => void): void {
  try {
    read();
  } catch (error) {
    if (error instanceof z.core.$ZodError) reject(item, reasonOf(path, error), collected);
    else if (error instanceof UnreadableError) reject(item, `${path}: ${error.message}`, collected);
    else throw error;
  }
}

function reject(item: unknown, reason: string, collected: Collected): undefined {
  collected.rejected.push({ reason, raw: JSON.stringify(item) ?? 'null' });
}

function reasonOf(path: string, error: z.core.$ZodError): string {
  const details = error.issues.map((issue) => [...issue.path.map(String), issue.message].join(': '));
  return `${path}: ${details.join('; ')}`.slice(0, 1000);
}

/** PostgreSQL refuses NUL and lone surrogates; left in, such a message would be retried for days. */
function storable(text: string): string {
  return text.replaceAll('\0', '\uFFFD').toWellFormed();
}

function storableValue(_key: string, value: unknown, context?: { readonly source?: string }): unknown {
  // An id longer than a number can hold.
  if (typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value)) {
    return context?.source ?? value;
  }
  return typeof value === 'string' ? storable(value) : value;
}
