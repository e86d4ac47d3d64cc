import * as z from 'zod/mini';
import type { InboundMessage, ParsedWebhook, RejectedInput, StatusUpdate } from '../channel.ts';
import { providerError } from './errors.ts';
import { parseContent } from './message-content.ts';
import {
  bodySchema,
  changeSchema,
  contactSchema,
  entrySchema,
  messageHeadSchema,
  messagesValueSchema,
  statusSchema,
} from './webhook-schema.ts';

interface Collected {
  messages: InboundMessage[];
  statuses: StatusUpdate[];
  rejected: RejectedInput[];
  ignored: string[];
}

/**
 * Parses a Cloud API webhook. Entries, changes, messages and statuses are independent: an unreadable one goes to
 * `rejected` with the reason. A body that isn't a webhook is one rejection.
 */
export function parseWhatsAppWebhook(rawBody: Uint8Array): ParsedWebhook {
  const collected: Collected = { messages: [], statuses: [], rejected: [], ignored: [] };
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
  for (const [index, change] of parsed.data.changes.entries())
    readChange(change, `${path}.changes[${index}]`, collected);
  return undefined;
}

function readChange(change: unknown, path: string, collected: Collected): void {
  const parsed = changeSchema.safeParse(change);
  if (!parsed.success) return reject(change, reasonOf(path, parsed.error), collected);
  if (parsed.data.field !== 'messages') {
    collected.ignored.push(parsed.data.field);
    return undefined;
  }
  const value = messagesValueSchema.safeParse(parsed.data.value);
  if (!value.success) return reject(change, reasonOf(`${path}.value`, value.error), collected);
  const { metadata, contacts = [], messages = [], statuses = [], errors = [] } = value.data;
  if (messages.length + statuses.length + errors.length === 0) {
    return reject(change, `${path}.value: no messages, statuses or errors that we know`, collected);
  }
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
  return {
    phoneNumberId,
    providerMessageId: parsed.id,
    status: parsed.status,
    timestamp: parsed.timestamp,
    recipient: parsed.recipient_id ?? parsed.recipient_user_id,
    callbackData: parsed.biz_opaque_callback_data,
    errors: (parsed.errors ?? []).map((error) =>
      providerError(error.code, error.title ?? error.message ?? '', error.error_data?.details),
    ),
  };
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

function storableValue(_key: string, value: unknown): unknown {
  return typeof value === 'string' ? storable(value) : value;
}
