import * as z from 'zod/mini';
import { positionSchema } from '../scalars.ts';

/** Answers a ping, and is also sent every 25 s. `head` is the newest position sent to this socket. */
export const pongSchema = z.object({ event: z.literal('pong'), head: positionSchema });
export type Pong = z.infer<typeof pongSchema>;
