import * as z from 'zod/mini';

/** A company's number at the provider. */
export const numberSchema = z.object({
  /** Meta's id of it; the number itself at Twilio, the sender's alias at Zenvia. */
  phoneNumberId: z.string().check(z.regex(/^[\w.-]{1,40}$/)),
  name: z.string(),
  tenant: z.string(),
  /** Digits with the country code. */
  displayPhoneNumber: z.string(),
  /** The business account that it belongs to. */
  accountId: z.string().check(z.regex(/^\d{1,32}$/)),
  /** Who carries it, if it isn't WhatsApp. */
  sms: z.optional(z.object({ provider: z.enum(['twilio', 'zenvia']), account: z.string(), token: z.string() })),
  /** A phone, to be paired with the gateway that has this key. */
  gateway: z.optional(z.object({ key: z.string() })),
});
export type CompanyNumber = z.infer<typeof numberSchema>;

/** An SMS provider's webhook: of a number at Twilio, of an account at Zenvia. */
export const smsHookSchema = z.object({
  id: z.string(),
  number: z.string(),
  event: z.string(),
  url: z.string(),
  headers: z.record(z.string(), z.string()),
});
export type SmsHookRow = z.infer<typeof smsHookSchema>;

/** An instance at the gateway: whose phone is paired (`open`), or that shows codes (`connecting`). */
export const gatewaySchema = z.object({
  name: z.string(),
  key: z.string(),
  hook: z.object({ url: z.string(), headers: z.record(z.string(), z.string()) }),
  state: z.enum(['close', 'connecting', 'open']),
  number: z.nullable(z.string()),
  /** How many codes were shown, ever and in this pairing. */
  codes: z.int(),
  shown: z.int(),
});
export type GatewayRow = z.infer<typeof gatewaySchema>;

/** A person with a phone. `waId` is a number in digits, or a user id (`BR.…`) if they hide it. */
export const customerSchema = z.object({
  waId: z.string(),
  name: z.string(),
  /** False: the phone is offline, and neither receives nor sends. */
  online: z.boolean(),
});
export type Customer = z.infer<typeof customerSchema>;

/** A file at the provider: a sample, bytes from a test, or a number of zero bytes. */
export const storedMediaSchema = z.object({
  id: z.string(),
  mimeType: z.string(),
  filename: z.nullable(z.string()),
  sample: z.nullable(z.string()),
  base64: z.nullable(z.string()),
  /** Unknown to an earlier version's journal. */
  zeros: z._default(z.nullable(z.int()), null),
});
export type StoredMedia = z.infer<typeof storedMediaSchema>;

/** A message template of an account, as the Graph API lists it. */
export const storedTemplateSchema = z.object({
  id: z.string(),
  accountId: z.string(),
  name: z.string(),
  language: z.string(),
  status: z.string(),
  category: z.string(),
  parameter_format: z.enum(['POSITIONAL', 'NAMED']),
  rejected_reason: z.string(),
  /** Unknown to an earlier version’s journal. */
  quality: z._default(z.string(), 'GREEN'),
  /** Whether its review is pending. */
  in_review: z._default(z.boolean(), false),
  components: z.array(
    z.looseObject({ type: z.string(), text: z.optional(z.string()), format: z.optional(z.string()) }),
  ),
});
export type StoredTemplate = z.infer<typeof storedTemplateSchema>;

/**
 * To a customer: accepted -> sent -> delivered -> read -> played, or failed.
 * From a customer: waiting (phone offline) -> queued (webhook not confirmed) -> delivered -> read.
 */
export const messageStatusSchema = z.enum([
  'waiting',
  'queued',
  'accepted',
  'sent',
  'delivered',
  'read',
  'played',
  'failed',
]);
export type MessageStatus = z.infer<typeof messageStatusSchema>;

export const messageSchema = z.object({
  /** Order of arrival at the provider. */
  order: z.int(),
  id: z.string(),
  phoneNumberId: z.string(),
  customer: z.string(),
  direction: z.enum(['toCustomer', 'fromCustomer']),
  /** Milliseconds. */
  at: z.number(),
  type: z.string(),
  /** The content of the field named `type`, in the provider's form. */
  content: z.unknown(),
  replyTo: z.nullable(z.string()),
  callbackData: z.nullable(z.string()),
  /** Written on the company's phone, not sent by the API. */
  isFromPhone: z.optional(z.boolean()),
  status: messageStatusSchema,
  failureCode: z.nullable(z.int()),
});
export type PhoneMessage = z.infer<typeof messageSchema>;

export const queuedWebhookSchema = z.object({
  id: z.string(),
  kind: z.enum(['messages', 'statuses', 'templates']),
  /** Webhooks of one lane are delivered in order. */
  lane: z.string(),
  /** The messages it is about. */
  messageIds: z.array(z.string()),
  entry: z.unknown(),
});
export type QueuedWebhook = z.infer<typeof queuedWebhookSchema>;
