import * as z from 'zod/mini';

/** How often a webhook is delivered. */
export const copiesSchema = z.int().check(z.gte(1), z.lte(10));
const delaySchema = z.int().check(z.gte(0), z.lte(600_000));

const callsSchema = z.object({
  /**
   * `refuse`: answer with error `code`. `hang`: accept and never answer. `cut`: accept and break the connection.
   * `drop`: break the connection without accepting.
   */
  mode: z.enum(['accept', 'refuse', 'hang', 'cut', 'drop']),
  code: z.int(),
  /** Delay of the answer; the message or file is accepted at once. */
  delayMs: delaySchema,
  /** How many calls `mode` applies to, then `accept` again; null for all. */
  times: z.nullable(z.int().check(z.gte(0))),
});
type CallsPolicy = z.infer<typeof callsSchema>;

/** The result of a template's review, and its delay. */
const reviewsSchema = z.object({
  mode: z.enum(['approve', 'reject', 'hold']),
  /** Reason of a rejection: Meta’s code, and its text. */
  reason: z.string(),
  text: z.string(),
  afterMs: delaySchema,
});
type ReviewsPolicy = z.infer<typeof reviewsSchema>;

const REVIEWS: ReviewsPolicy = { mode: 'approve', reason: 'INVALID_FORMAT', text: '', afterMs: 4_000 };

const HEALTHY: CallsPolicy = { mode: 'accept', code: 131000, delayMs: 0, times: null };

/** Behaviour of the emulated provider; every field can be changed at runtime. */
export const policySchema = z.object({
  statuses: z.object({
    /** False: the company gets no statuses. */
    send: z.boolean(),
    sentAfterMs: delaySchema,
    deliveredAfterMs: delaySchema,
    readAfterMs: delaySchema,
    /** `open`: when the chat is open on the page; `always`: automatically; `never`. */
    read: z.enum(['open', 'always', 'never']),
    /** `reversed`: read, delivered, sent. */
    order: z.enum(['normal', 'reversed']),
    /** How often each status is sent. */
    copies: copiesSchema,
    /** Accept, and then report this error instead of `sent`. */
    failWith: z.nullable(z.int()),
    /** Fail free texts more than 24 hours after the customer's last message, as Meta does. */
    enforceWindow: z.boolean(),
  }),
  sends: callsSchema,
  /** Uploads of files; unknown to an earlier version's journal. */
  uploads: z._default(callsSchema, HEALTHY),
  /** The company fetching files; with `cut` half of one comes. */
  downloads: z._default(callsSchema, HEALTHY),
  /** Marking messages as read. */
  reads: z._default(callsSchema, HEALTHY),
  /** Listing templates. */
  templates: z._default(callsSchema, HEALTHY),
  /** Creating, changing and deleting templates. */
  templateWrites: z._default(callsSchema, HEALTHY),
  reviews: z._default(reviewsSchema, REVIEWS),
  /** Templates per page; with 0 an account has none. */
  templatePage: z._default(z.int().check(z.gte(0), z.lte(1000)), 1000),
  /** Throughput of numbers: 80 a second, 1,000, or 20 for one shared with the phone's app. */
  throughput: z._default(z.enum(['standard', 'high', 'shared']), 'standard'),
  /** Conversations that an account may start within 24 hours; null: any number. */
  dailyLimit: z._default(z.nullable(z.int().check(z.gte(0), z.lte(9_999_999))), null),
  webhooks: z.object({
    /** Webhooks held until they are released. */
    hold: z.enum(['none', 'messages', 'statuses', 'templates', 'all']),
    /** How often each message webhook is sent. */
    copies: copiesSchema,
  }),
});
export type Policy = z.infer<typeof policySchema>;

export const policyPatchSchema = z.object({
  statuses: z.optional(z.partial(policySchema.shape.statuses)),
  sends: z.optional(z.partial(callsSchema)),
  uploads: z.optional(z.partial(callsSchema)),
  downloads: z.optional(z.partial(callsSchema)),
  reads: z.optional(z.partial(callsSchema)),
  templates: z.optional(z.partial(callsSchema)),
  templateWrites: z.optional(z.partial(callsSchema)),
  reviews: z.optional(z.partial(reviewsSchema)),
  templatePage: z.optional(z.int()),
  throughput: z.optional(policySchema.shape.throughput),
  dailyLimit: z.optional(z.nullable(z.int())),
  webhooks: z.optional(z.partial(policySchema.shape.webhooks)),
});
export type PolicyPatch = z.infer<typeof policyPatchSchema>;

/** A healthy provider, and a customer who reads what is on the screen. */
export const defaultPolicy: Policy = {
  statuses: {
    send: true,
    sentAfterMs: 150,
    deliveredAfterMs: 350,
    readAfterMs: 900,
    read: 'open',
    order: 'normal',
    copies: 1,
    failWith: null,
    enforceWindow: false,
  },
  sends: HEALTHY,
  uploads: HEALTHY,
  downloads: HEALTHY,
  reads: HEALTHY,
  templates: HEALTHY,
  templateWrites: HEALTHY,
  reviews: REVIEWS,
  templatePage: 1000,
  throughput: 'standard',
  dailyLimit: null,
  webhooks: { hold: 'none', copies: 1 },
};

/** The policy with the patch applied. */
export function patchedPolicy(policy: Policy, patch: PolicyPatch): Policy {
  return policySchema.parse({
    statuses: { ...policy.statuses, ...patch.statuses },
    sends: { ...policy.sends, ...patch.sends },
    uploads: { ...policy.uploads, ...patch.uploads },
    downloads: { ...policy.downloads, ...patch.downloads },
    reads: { ...policy.reads, ...patch.reads },
    templates: { ...policy.templates, ...patch.templates },
    templateWrites: { ...policy.templateWrites, ...patch.templateWrites },
    reviews: { ...policy.reviews, ...patch.reviews },
    templatePage: patch.templatePage ?? policy.templatePage,
    throughput: patch.throughput ?? policy.throughput,
    dailyLimit: patch.dailyLimit === undefined ? policy.dailyLimit : patch.dailyLimit,
    webhooks: { ...policy.webhooks, ...patch.webhooks },
  });
}
