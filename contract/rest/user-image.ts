import * as z from 'zod/mini';
import { restCall } from './call.ts';

/** A user's uploaded picture, for whoever has its URL: `<img>` can't send a token. */
export const userImage = restCall({
  method: 'GET',
  path: '/api/user-images/:tenant/:key',
  body: z.object({ tenant: z.string(), key: z.string().check(z.maxLength(64)) }),
  answer: z.unknown(),
});
