import * as z from 'zod/mini';
import { PROTOCOL_EVENTS } from '../facts/administration.ts';
import { LOCALES } from '../facts/locales.ts';
import { TAG_TYPES } from '../facts/tag-type.ts';
import { countSchema, idSchema, timestampSchema } from '../scalars.ts';
import { restCall } from './call.ts';

const personSchema = z.nullable(z.object({ id: idSchema, name: z.string() }));

/** A ticket as found by its protocol number. `phone_number` is digits with country code. */
export const protocolTicketSchema = z.object({
  id: idSchema,
  protocol: z.string(),
  started_at: timestampSchema,
  finished_at: z.nullable(timestampSchema),
  user: personSchema,
  customer: z.object({ id: idSchema, name: z.string(), phone_number: z.string() }),
  instance: z.object({ id: idSchema, name: z.string() }),
  department: z.nullable(z.object({ id: idSchema, name: z.string() })),
  messages_in: countSchema,
  messages_out: countSchema,
});
export type ProtocolTicket = z.infer<typeof protocolTicketSchema>;

/**
 * An entry of a ticket's timeline. `user` did it, null for the customer and the system. `type` 1 is a received message.
 */
export const protocolEventSchema = z.object({
  id: z.string(),
  at: timestampSchema,
  event: z.enum(PROTOCOL_EVENTS),
  user: personSchema,
  next_user: personSchema,
  type: z.nullable(z.union([z.literal(0), z.literal(1)])),
  tag_type: z.nullable(z.enum(TAG_TYPES)),
  message: z.nullable(z.string()),
  document_name: z.nullable(z.string()),
  is_bot_message: z.boolean(),
  ack: z.nullable(z.int()),
  error_key: z.nullable(z.string()),
});
export type ProtocolEvent = z.infer<typeof protocolEventSchema>;

const shape = {
  /** As typed: spaces and a leading # don't matter. */
  protocol: z.string({ error: 'error.field.required' }).check(
    z.trim(),
    z.overwrite((text) => text.replace(/^#\s*/, '')),
    z.minLength(1, { error: 'error.field.required', abort: true }),
    z.maxLength(32, 'error.field.tooLong'),
  ),
};
const pageSchema = z.optional(z.coerce.number({ error: 'error.invalid' }).check(z.int(), z.minimum(1)));

/** The ticket with a protocol number. One that the user may not see is not found. */
export const whatsappProtocol = restCall({
  method: 'GET',
  path: '/api/whatsapp-protocol',
  body: z.object(shape),
  answer: protocolTicketSchema,
});

/** A page of a ticket's timeline, oldest first. */
export const whatsappProtocolTimeline = restCall({
  method: 'GET',
  path: '/api/whatsapp-protocol/timeline',
  body: z.object({ ...shape, pagination_page: pageSchema, pagination_limit: pageSchema }),
  answer: z.object({ total_pages: countSchema, total_items: countSchema, items: z.array(protocolEventSchema) }),
});

/** The ticket with its timeline as a PDF, in the reader's language and the company's time zone; streamed. */
export const whatsappProtocolPdf = restCall({
  method: 'GET',
  path: '/api/whatsapp-protocol/pdf',
  body: z.object({ ...shape, locale: z._default(z.enum(LOCALES, { error: 'error.field.invalid' }), 'pt_BR') }),
  answer: z.string(),
});
