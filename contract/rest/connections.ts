import * as z from 'zod/mini';
import { INSTANCE_STATES } from '../entities/instance-state.ts';
import { countSchema, idSchema, timestampSchema } from '../scalars.ts';
import { restCall } from './call.ts';

/** What the list of connections can be sorted by. */
export const CONNECTION_SORTS = ['tenant', 'name', 'state', 'last_seen_at', 'reconnects'] as const;

const textSchema = z.string({ error: 'error.field.invalid' }).check(z.maxLength(200, 'error.field.tooLong'));

/** An instance of any company, as far as its connection goes. */
export const connectionSchema = z.object({
  id: idSchema,
  name: z.string(),
  tenant: z.object({ name: z.string(), tenantName: z.string() }),
  phone_number: z.nullable(z.string()),
  activated: z.boolean(),
  isOfficial: z.boolean(),
  state: z.enum(INSTANCE_STATES),
  state_key: z.nullable(z.string()),
  state_at: timestampSchema,
  last_seen_at: z.nullable(timestampSchema),
  reconnects: countSchema,
});
export type Connection = z.infer<typeof connectionSchema>;

export const paginatedConnectionsBodySchema = z.object({
  /** Only this company's. */
  tenantName: z.optional(z.nullable(textSchema)),
  /** Only of the company that the user with this e-mail belongs to. */
  email: z.optional(z.nullable(textSchema)),
  search: z.optional(z.nullable(textSchema)),
  state: z.optional(z.nullable(z.enum(INSTANCE_STATES))),
  pagination_page: z._default(z.int().check(z.minimum(1), z.maximum(1_000_000)), 1),
  pagination_limit: z._default(z.int().check(z.minimum(1), z.maximum(100)), 10),
  sort_name: z._default(z.enum(CONNECTION_SORTS), 'tenant'),
  sort_type: z._default(z.enum(['ASC', 'DESC']), 'ASC'),
});
export type PaginatedConnectionsBody = z.infer<typeof paginatedConnectionsBodySchema>;

export const connectionPageSchema = z.object({
  total_pages: countSchema,
  total_items: countSchema,
  items: z.array(connectionSchema),
});
export type ConnectionPage = z.infer<typeof connectionPageSchema>;

/** A page of the connections of all companies that aren't deleted, for the back-office. */
export const paginatedConnections = restCall({
  method: 'POST',
  path: '/api/connection/paginated',
  body: paginatedConnectionsBodySchema,
  answer: connectionPageSchema,
});

/** What of the provider's webhooks could not be taken in, by reason, company and number. `error.server`: it is tried again. */
export const keptAsideSchema = z.object({
  /** The key of a text, or `unreadable`. */
  reason: z.string(),
  /** The number that is in no instance, or what could not be read of the last one; null where there is neither. */
  detail: z.nullable(z.string()),
  /** Null where nobody knows whose it was. */
  tenant: z.nullable(z.object({ name: z.string(), tenantName: z.string() })),
  count: countSchema,
  /** Of these, how many are tried again by themselves within minutes, those behind them included. */
  waiting: countSchema,
  /** And how many failed for so long that they are tried only every hour, and hold no others back. */
  stuck: countSchema,
  /** What the last try failed with, in the server's words; null where none did. */
  last_error: z.nullable(z.string()),
  last_at: timestampSchema,
});
export type KeptAside = z.infer<typeof keptAsideSchema>;

/** What was kept aside of webhooks, the latest first, for the back-office: without what was in it. */
export const keptAside = restCall({
  method: 'GET',
  path: '/api/connection/kept-aside',
  body: z.object({}),
  answer: z.array(keptAsideSchema),
});

export const replayWaitingBodySchema = z.object({
  tenantName: z.string({ error: 'error.field.invalid' }).check(z.minLength(1, 'error.field.required')),
});
export type ReplayWaitingBody = z.infer<typeof replayWaitingBodySchema>;

/** Tries what waits of a company's webhooks again at once; answers how many. What came of it the list of what was kept aside tells. */
export const replayWaiting = restCall({
  method: 'POST',
  path: '/api/connection/replay',
  body: replayWaitingBodySchema,
  answer: z.object({ count: countSchema }),
});
