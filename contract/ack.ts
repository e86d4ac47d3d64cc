import * as z from 'zod/mini';

/** Delivery level of a sent message; it only rises. An error is told apart, by `error_code`. */
export const ACK = { pending: 0, sent: 1, delivered: 2, read: 3, played: 4 } as const;
export type Ack = (typeof ACK)[keyof typeof ACK];
export const ackSchema = z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3), z.literal(4)]);
