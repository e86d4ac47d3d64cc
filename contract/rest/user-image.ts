import * as z from 'zod/mini';
import { restCall } from './call.ts';

/** A picture that was uploaded for a user, for whoever has its address: it stands in an `<img>`. */
export const userImage = restCall({
  method: 'GET',
  path: '/api/user-images/:tenant/:key',
  body: z.object({ tenant: z.string(), key: z.string().check(z.maxLength(64)) }),
  answer: z.unknown(),
});
