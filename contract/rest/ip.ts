import * as z from 'zod/mini';
import { restCall } from './call.ts';

/** The caller's address; our own lookup, so no third party learns who logs in. */
export const ip = restCall({
  method: 'GET',
  path: '/api/ip',
  body: z.object({}),
  answer: z.object({ ip: z.string() }),
});
