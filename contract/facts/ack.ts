/** Delivery level of a sent message; it only rises. Errors are kept separately, in `error_code`. */
export const ACK = { pending: 0, sent: 1, delivered: 2, read: 3, played: 4 } as const;
export type Ack = (typeof ACK)[keyof typeof ACK];

const NAMES = { 0: 'pending', 1: 'sent', 2: 'delivered', 3: 'read', 4: 'played' } as const satisfies Record<
  Ack,
  AckName
>;
export type AckName = keyof typeof ACK;

/** The name of a level. */
export function nameOfAck(ack: Ack): AckName {
  return NAMES[ack];
}

/** Error code of a send that the provider never confirmed; it may have been delivered. */
export const UNCERTAIN = 'uncertain';
