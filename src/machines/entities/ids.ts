/* Ids are decimal strings; the aliases say what they identify. */
export type UserId = string;
export type TicketId = string;
export type CustomerId = string;
export type InstanceId = string;
export type MessageId = string;
export type TransferId = string;
/** UUID that the client gives a message before it is sent. */
export type ClientId = string;

/** Compares decimal ids by their numeric value. */
export function compareIds(a: string, b: string): number {
  if (a.length !== b.length) return a.length - b.length;
  return a < b ? -1 : a > b ? 1 : 0;
}

/** A conversation: one customer on one instance, over all their tickets. */
export type ConversationKey = `${CustomerId}@${InstanceId}`;

export function conversationKey(customerId: CustomerId, instanceId: InstanceId): ConversationKey {
  return `${customerId}@${instanceId}`;
}

/** The ids that a key is made of; empty ones for a text that is no key. */
export function partsOfKey(key: string): { readonly customerId: CustomerId; readonly instanceId: InstanceId } {
  const [customerId = '', instanceId = ''] = key.split('@');
  return { customerId, instanceId };
}
