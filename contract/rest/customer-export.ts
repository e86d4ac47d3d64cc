import * as z from 'zod/mini';
import { idSchema } from '../scalars.ts';
import { restCall } from './call.ts';

/**
 * All that the company has of a customer, as a ZIP for whoever asks for their data, streamed: `cliente.json` (card, tags,
 * values, numbers, consents, groups, block, tickets, messages, notes about them), their picture, and the files of the
 * messages in `arquivos/`. A message's `file` has its `path` in the ZIP, or null and why it is `missing`: `gone`,
 * `not_fetched`, `refused`, `unreadable` (the store doesn't answer), or `not_kept` (the provider fetched it from its `url`). For administrators; audited.
 */
export const customerExport = restCall({
  method: 'GET',
  path: '/api/customers/export',
  body: z.object({ customer_id: idSchema }),
  answer: z.string(),
});
