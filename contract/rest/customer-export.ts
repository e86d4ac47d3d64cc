import * as z from 'zod/mini';
import { idSchema } from '../scalars.ts';
import { restCall } from './call.ts';

/**
 * All that the company has of a customer, as JSON for whoever asks for their data: card, tags, values, numbers, consents,
 * groups, block, tickets and messages, notes about them; streamed. For administrators; audited.
 */
export const customerExport = restCall({
  method: 'GET',
  path: '/api/customers/export',
  body: z.object({ customer_id: idSchema }),
  answer: z.string(),
});
