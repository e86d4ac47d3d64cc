import type { ConversationContext } from '../src/machines/conversation/conversation.context.ts';
import type { Message } from '../src/machines/entities/entities.ts';
import type { MessageSendSnapshot } from '../src/machines/message-send/message-send.machine.ts';
import type { UnseenCount } from '../src/machines/unseen/unseen.count.ts';

// What facts compare by, written anew: with a machine's own function its mistakes would be on both sides.

/** Whether an id is newer than another; null is older than all. */
export function isLater(id: string | null, than: string | null): boolean {
  return Number(id ?? -1) > Number(than ?? -1);
}

export function hasUnread({ base, arrived }: UnseenCount): boolean {
  return (base?.count ?? 0) > 0 || arrived.some(({ id }) => isLater(id, base?.upTo ?? null));
}

/** The message of a conversation, among the newest or the old ones. */
export function messageIn({ chat, past }: ConversationContext, id: string): Message | null {
  return [...(chat?.messages ?? []), ...(past?.messages ?? [])].find((message) => message.id === id) ?? null;
}

/** Whether an old message is shown, sought or was missed. */
export function isInThePast({ past, sought, soughtFailure, newerFailure }: ConversationContext): boolean {
  return [past, sought, soughtFailure, newerFailure].some((each) => each !== null && each !== undefined);
}

/** Whether the next message of its conversation waits for it. */
export function isUnsettled(send: MessageSendSnapshot): boolean {
  return !['sent', 'failed', 'discarded'].some((state) => send.value === state);
}

/** Whether two sets of a form's values are equal; what is missing is null. */
export function areEqual(values: unknown, others: unknown): boolean {
  return isEqual(withoutNulls(values), withoutNulls(others));
}

/** Whether two plain values are equal; what is undefined is missing. */
export function isEqual(value: unknown, other: unknown): boolean {
  return inOrder(value) === inOrder(other);
}

/** The same text for equal values. */
function inOrder(value: unknown): string | undefined {
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part !== 'object' || part === null || Array.isArray(part) ? part : Object.entries(part).toSorted(byName),
  );
}

function byName([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number {
  return one < other ? -1 : 1;
}

function withoutNulls(values: unknown): unknown {
  return JSON.parse(JSON.stringify({ values }, (_, each: unknown) => each ?? undefined));
}

/** The milliseconds to wait after so many calls without an answer. */
export function backoff(unanswered: number): number {
  return [2_000, 2_000, 4_000, 8_000, 16_000][unanswered] ?? 30_000;
}
