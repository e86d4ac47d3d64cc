import * as z from 'zod/mini';
import { countSchema, idSchema, timestampSchema } from '../scalars.ts';
import { TAG_TYPES } from '../tag-type.ts';
import { restCall } from './call.ts';
import { SHEET_LOCALES } from './sheets.ts';

const personSchema = z.nullable(z.object({ id: idSchema, name: z.string() }));

/** A ticket as one looks it up by its protocol. `phone_number` has digits with the country's. */
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

/** What happens to a ticket. `transferOffered` to `transferWithdrawn` have who it goes to in `next_user`. */
export const PROTOCOL_EVENTS = [
  'opened',
  'message',
  'reaction',
  'transferOffered',
  'transferAccepted',
  'transferWithdrawn',
  'finished',
] as const;

/** One line of a ticket's timeline. `user` is who did it, null for the customer and the system. `type` 1 was received. */
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
  /** As somebody writes it: blanks and a # before it don't matter. */
  protocol: z.string({ error: 'error.field.required' }).check(
    z.trim(),
    z.overwrite((text) => text.replace(/^#\s*/, '')),
    z.minLength(1, { error: 'error.field.required', abort: true }),
    z.maxLength(32, 'error.field.tooLong'),
  ),
};
const pageSchema = z.optional(z.coerce.number({ error: 'error.invalid' }).check(z.int(), z.minimum(1)));

/** The ticket of a protocol number. Refuses one that isn't there or isn't the user's to see as not found. */
export const whatsappProtocol = restCall({
  method: 'GET',
  path: '/api/whatsapp-protocol',
  body: z.object(shape),
  answer: protocolTicketSchema,
});

/** A page of its timeline, the oldest first. */
export const whatsappProtocolTimeline = restCall({
  method: 'GET',
  path: '/api/whatsapp-protocol/timeline',
  body: z.object({ ...shape, pagination_page: pageSchema, pagination_limit: pageSchema }),
  answer: z.object({ total_pages: countSchema, total_items: countSchema, items: z.array(protocolEventSchema) }),
});

/** All of it as a PDF, in the reader's language and the company's time zone; streamed. */
export const whatsappProtocolPdf = restCall({
  method: 'GET',
  path: '/api/whatsapp-protocol/pdf',
  body: z.object({ ...shape, locale: z._default(z.enum(SHEET_LOCALES, { error: 'error.field.invalid' }), 'pt_BR') }),
  answer: z.string(),
});
