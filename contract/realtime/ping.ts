import * as z from 'zod/mini';

/** The client's heartbeat, on opening and every 300000 ms. */
export const pingSchema = z.object({ event: z.literal('ping') });
export type Ping = z.infer<typeof pingSchema>;
