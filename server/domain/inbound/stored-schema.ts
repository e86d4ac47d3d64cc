import * as z from 'zod/mini';
import { TAG_TYPES } from '../../../contract/facts/tag-type.ts';
import type { InboundMessage, StatusUpdate } from '../../channels/channel.ts';

/** A key that JSON omits, as undefined again. */
function maybe<Schema extends z.ZodMiniType>(schema: Schema) {
  return z.pipe(
    z.optional(schema),
    z.transform((input: z.output<Schema> | undefined) => input),
  );
}

const momentSchema = z.pipe(
  z.iso.datetime(),
  z.transform((text: string) => new Date(text)),
);

const headSchema = z.object({
  phoneNumberId: z.string(),
  from: z.string(),
  fromUserId: maybe(z.string()),
  profileName: maybe(z.string()),
  providerMessageId: z.string().check(z.minLength(1)),
  timestamp: momentSchema,
  replyToProviderId: maybe(z.string()),
  forwarded: z.boolean(),
  text: z.string(),
  tagType: z.enum(TAG_TYPES),
  referral: maybe(z.object({ sourceUrl: maybe(z.string()), headline: maybe(z.string()) })),
});

const mediaSchema = z.object({
  id: z.string(),
  mimeType: z.string(),
  filename: maybe(z.string()),
  sha256: maybe(z.string()),
});

const contentSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('text') }),
  z.object({ kind: z.enum(['image', 'document', 'video', 'sticker']), media: mediaSchema }),
  z.object({ kind: z.literal('audio'), media: mediaSchema, voice: z.boolean() }),
  z.object({
    kind: z.literal('location'),
    location: z.object({
      latitude: z.number(),
      longitude: z.number(),
      name: maybe(z.string()),
      address: maybe(z.string()),
    }),
  }),
  z.object({
    kind: z.literal('contacts'),
    contacts: z.array(
      z.object({
        name: z.string(),
        organization: maybe(z.string()),
        phones: z.array(z.object({ phone: z.string(), waId: maybe(z.string()) })),
        emails: z.array(z.string()),
      }),
    ),
  }),
  z.object({
    kind: z.literal('interactive'),
    reply: z.object({ type: z.string(), id: maybe(z.string()), title: z.string() }),
  }),
  z.object({ kind: z.literal('button'), payload: z.string() }),
  z.object({ kind: z.literal('reaction'), emoji: maybe(z.string()), targetProviderId: z.string() }),
  z.object({
    kind: z.literal('order'),
    items: z.array(
      z.object({ productId: z.string(), quantity: z.number(), price: z.number(), currency: maybe(z.string()) }),
    ),
  }),
  z.object({ kind: z.enum(['edit', 'revoke']), targetProviderId: z.string() }),
  z.object({ kind: z.literal('system'), change: z.string(), newAddress: maybe(z.string()) }),
  z.object({ kind: z.literal('unsupported'), providerType: z.string() }),
]);

/** An `InboundMessage` stored as JSON: dates are strings, undefined keys are omitted. */
export const storedMessageSchema: z.ZodMiniType<InboundMessage> = z.intersection(headSchema, contentSchema);

/** What the company's phone sent, stored as JSON. */
export const storedEchoSchema = z.object({ echo: storedMessageSchema });

/** A `StatusUpdate` stored as JSON. */
export const storedStatusSchema: z.ZodMiniType<StatusUpdate> = z.object({
  phoneNumberId: z.string(),
  providerMessageId: z.string().check(z.minLength(1)),
  status: z.enum(['sent', 'delivered', 'read', 'played', 'failed']),
  timestamp: momentSchema,
  recipient: maybe(z.string()),
  callbackData: maybe(z.string()),
  priceCategory: maybe(z.string()),
  isBillable: maybe(z.boolean()),
  errors: z.array(z.object({ code: z.number(), key: z.string(), title: z.string(), details: maybe(z.string()) })),
});
