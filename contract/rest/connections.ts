import * as z from 'zod/mini';
import { INSTANCE_STATES } from '../facts/administration.ts';
import { PAGE_SIZE_MAX, PAGE_MAX } from '../facts/limits.ts';
import { searchTextSchema } from '../fields.ts';
import { countSchema, idSchema, timestampSchema } from '../scalars.ts';
import { restCall } from './call.ts';

/** Columns that the list of connections can be sorted by. */
export const CONNECTION_SORTS = ['tenant', 'name', 'state', 'last_seen_at', 'reconnects'] as const;

/** An instance of any company, with its connection's state. */
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
  /** Only this company. */
  tenantName: z.optional(z.nullable(searchTextSchema)),
  /** Only the company of the user with this e-mail. */
  email: z.optional(z.nullable(searchTextSchema)),
  search: z.optional(z.nullable(searchTextSchema)),
  state: z.optional(z.nullable(z.enum(INSTANCE_STATES))),
  pagination_page: z._default(z.int().check(z.minimum(1), z.maximum(PAGE_MAX)), 1),
  pagination_limit: z._default(z.int().check(z.minimum(1), z.maximum(PAGE_SIZE_MAX)), 10),
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

/** A page of the connections of all active companies, for the back-office. */
export const paginatedConnections = restCall({
  method: 'POST',
  path: '/api/connection/paginated',
  body: paginatedConnectionsBodySchema,
  answer: connectionPageSchema,
});

/** Rejected webhooks by reason, company and number. Those with `error.server` are retried. */
export const keptAsideSchema = z.object({
  /** Catalogue id of the reason, or `unreadable`. */
  reason: z.string(),
  /** The unknown number, or the parse error of the latest one; null if there is neither. */
  detail: z.nullable(z.string()),
  /** Null if the company is unknown. */
  tenant: z.nullable(z.object({ name: z.string(), tenantName: z.string() })),
  count: countSchema,
  /** How many are retried automatically within minutes, including those queued behind them. */
  waiting: countSchema,
  /** How many failed for so long that they are retried only every hour, and no longer block others. */
  stuck: countSchema,
  /** The server's error message of the last retry; null if none failed. */
  last_error: z.nullable(z.string()),
  last_at: timestampSchema,
});
export type KeptAside = z.infer<typeof keptAsideSchema>;

/** Rejected webhooks, latest first, for the back-office; without their content. */
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

/** Retries a company's waiting webhooks at once; returns how many. The list of rejected webhooks shows the outcome. */
export const replayWaiting = restCall({
  method: 'POST',
  path: '/api/connection/replay',
  body: replayWaitingBodySchema,
  answer: z.object({ count: countSchema }),
});
