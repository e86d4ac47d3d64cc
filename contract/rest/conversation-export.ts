import * as z from 'zod/mini';
import { choicesSchema } from '../entities/customer-chat.ts';
import { EXPORT_FORMATS, EXPORT_VERSION } from '../facts/conversation-export.ts';
import { LOCALES } from '../facts/locales.ts';
import { TAG_TYPES } from '../facts/tag-type.ts';
import { countSchema, idSchema } from '../scalars.ts';
import { restCall } from './call.ts';

/** A moment in the company's time zone: `2026-11-20T10:45:00.000-03:00`. */
const momentSchema = z.string().check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}[+-]\d\d:\d\d$/));
const namedSchema = z.object({ id: idSchema, name: z.string() });

/** One attendance of the conversation. */
export const exportedTicketSchema = z.object({
  id: idSchema,
  protocol: z.string(),
  started_at: momentSchema,
  finished_at: z.nullable(momentSchema),
  /** Its owner, or its last one if it is finished. */
  user: z.nullable(namedSchema),
  department: z.nullable(namedSchema),
  /** The outcome's name when it was finished. */
  outcome: z.nullable(z.string()),
});
export type ExportedTicket = z.infer<typeof exportedTicketSchema>;

/**
 * A message, a reaction, a note, or what happened with a ticket: `kind` is `message`, `reaction`, or one of
 * `CHAT_EVENT_KINDS`. Readers skip kinds that they don't know.
 */
export const exportedEntrySchema = z.object({
  /** Unique in the file. */
  id: z.string(),
  kind: z.string(),
  at: momentSchema,
  ticket_id: idSchema,
  /** Of a message or reaction: 1 received from the customer, 0 sent. */
  type: z.nullable(z.union([z.literal(0), z.literal(1)])),
  /** Who sent, wrote or caused it; null for the customer and the system. */
  user: z.nullable(namedSchema),
  previous_user: z.nullable(namedSchema),
  next_user: z.nullable(namedSchema),
  department: z.nullable(namedSchema),
  /**
   * A text or caption, a reaction's emoji (null once taken back), a note, a transfer's note, a finish's outcome; longer
   * than 65,536 characters ends with `…`.
   */
  message: z.nullable(z.string()),
  tag_type: z.nullable(z.enum(TAG_TYPES)),
  /** A file's name, as far as it has one; files themselves aren't exported. */
  document_name: z.nullable(z.string()),
  document_mimetype: z.nullable(z.string()),
  is_bot_message: z.boolean(),
  /** The message that it answers or reacts to, by its id without `message:`. */
  reply_to_id: z.nullable(idSchema),
  /** Of a message sent with choices: what the customer could choose from. */
  choices: z.nullable(choicesSchema),
  /** Of a sent message: delivery level, and why it failed. */
  ack: z.nullable(z.int()),
  error_key: z.nullable(z.string()),
});
export type ExportedEntry = z.infer<typeof exportedEntrySchema>;

/** An exported conversation, as far as it is visible to its reader, oldest first. New fields may be added. */
export const exportedConversationSchema = z.object({
  format: z.literal('balcao-conversation'),
  version: z.literal(EXPORT_VERSION),
  exported_at: momentSchema,
  exported_by: namedSchema,
  company: z.string(),
  timezone: z.string(),
  customer: z.object({ id: idSchema, name: z.string(), phone_number: z.string() }),
  instance: namedSchema,
  tickets: z.array(exportedTicketSchema),
  entries: z.array(exportedEntrySchema),
  /** How many entries there are: a file without it is incomplete. */
  entry_count: countSchema,
});
export type ExportedConversation = z.infer<typeof exportedConversationSchema>;

/**
 * A conversation with all its tickets as a PDF, in the reader's language, or as JSON (`exportedConversationSchema`);
 * streamed. For whoever may read it, up to the newest ticket that they see; else not found. A PDF of more than
 * `EXPORT_PDF_MAX` entries is refused.
 */
export const conversationExport = restCall({
  method: 'GET',
  path: '/api/conversation/export',
  body: z.object({
    customer_id: idSchema,
    instance_id: idSchema,
    format: z.enum(EXPORT_FORMATS, { error: 'error.field.invalid' }),
    locale: z._default(z.enum(LOCALES, { error: 'error.field.invalid' }), 'pt_BR'),
  }),
  answer: z.string(),
});
