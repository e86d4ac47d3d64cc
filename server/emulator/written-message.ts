import * as z from 'zod/mini';
import { unreachable } from '../unreachable.ts';

const mediaSourceSchema = z.union([
  z.object({ sample: z.enum(['photo', 'document', 'audio', 'video', 'sticker']) }),
  z.object({ base64: z.string(), mimeType: z.string(), filename: z.optional(z.string()) }),
  /** A number of zero bytes: a large file that needn't be stored. */
  z.object({ zeros: z.int().check(z.gte(1)), mimeType: z.string(), filename: z.optional(z.string()) }),
]);

const caption = z.optional(z.string());
const replyTo = z.optional(z.string());

/** A message that a customer can write. `replyTo` is the id of the quoted message. */
export const writtenMessageSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), body: z.string().check(z.minLength(1)), replyTo }),
  z.object({ type: z.literal('image'), media: z.optional(mediaSourceSchema), caption, replyTo }),
  z.object({ type: z.literal('document'), media: z.optional(mediaSourceSchema), caption, replyTo }),
  z.object({ type: z.literal('audio'), media: z.optional(mediaSourceSchema), voice: z.optional(z.boolean()), replyTo }),
  z.object({ type: z.literal('video'), media: z.optional(mediaSourceSchema), caption, replyTo }),
  z.object({ type: z.literal('sticker'), media: z.optional(mediaSourceSchema), replyTo }),
  z.object({
    type: z.literal('location'),
    latitude: z.number(),
    longitude: z.number(),
    name: z.optional(z.string()),
    address: z.optional(z.string()),
    replyTo,
  }),
  z.object({
    type: z.literal('contacts'),
    contacts: z.array(z.object({ name: z.string(), phone: z.string() })).check(z.minLength(1)),
    replyTo,
  }),
  z.object({
    type: z.literal('interactive'),
    reply: z.enum(['button_reply', 'list_reply']),
    id: z.string(),
    title: z.string(),
    description: z.optional(z.string()),
    replyTo,
  }),
  z.object({ type: z.literal('button'), text: z.string(), payload: z.string(), replyTo }),
  /** Without `emoji` the reaction is removed. */
  z.object({ type: z.literal('reaction'), messageId: z.string(), emoji: z.optional(z.string()) }),
  /** The customer changes or deletes what they wrote. */
  z.object({ type: z.literal('edit'), messageId: z.string(), body: z.string().check(z.minLength(1)) }),
  z.object({ type: z.literal('revoke'), messageId: z.string() }),
  z.object({ type: z.literal('unsupported'), originalType: z.string() }),
]);
export type WrittenMessage = z.input<typeof writtenMessageSchema>;
export type FileMessage = Extract<WrittenMessage, { media?: unknown }>;
export type MediaSource = z.infer<typeof mediaSourceSchema>;

export function carriesFile(written: WrittenMessage): written is FileMessage {
  return ['image', 'document', 'audio', 'video', 'sticker'].includes(written.type);
}

/** The content of the field named by the message's type, for messages without a file. */
export function contentOf(written: Exclude<WrittenMessage, FileMessage>): unknown {
  switch (written.type) {
    case 'text':
      return { body: written.body };
    case 'location':
      return {
        latitude: written.latitude,
        longitude: written.longitude,
        ...(written.name === undefined ? {} : { name: written.name }),
        ...(written.address === undefined ? {} : { address: written.address }),
      };
    case 'contacts':
      return written.contacts.map(({ name, phone }) => ({
        name: { formatted_name: name, first_name: name },
        phones: [{ phone, wa_id: phone.replaceAll(/\D/g, ''), type: 'CELL' }],
      }));
    case 'interactive':
      return {
        type: written.reply,
        [written.reply]: {
          id: written.id,
          title: written.title,
          ...(written.description === undefined ? {} : { description: written.description }),
        },
      };
    case 'button':
      return { text: written.text, payload: written.payload };
    case 'reaction':
      return {
        message_id: written.messageId,
        ...(written.emoji === undefined ? {} : { emoji: written.emoji }),
      };
    case 'edit':
      return { original_message_id: written.messageId, message: { type: 'text', text: { body: written.body } } };
    case 'revoke':
      return { original_message_id: written.messageId };
    case 'unsupported':
      return { type: written.originalType };
    default:
      return unreachable(written);
  }
}
