import * as z from 'zod/mini';
import { restCall } from './call.ts';

/** Where the SPA finds its backend. An empty base means the page's own origin. */
export const configAnswerSchema = z.object({
  /** Null for none: then one logs in at the tenant, by `logIn`, and what only REST has is asked for at the page's own origin. */
  backoffice: z.nullable(z.string()),
  graphql: z.string(),
  realtime: z.string(),
  /** URL of the public address lookup; null for none. */
  ip_lookup: z.nullable(z.string()),
  demo: z.boolean(),
});
export type ClientConfig = z.infer<typeof configAnswerSchema>;

export const config = restCall({ method: 'GET', path: '/config.json', body: z.object({}), answer: configAnswerSchema });
