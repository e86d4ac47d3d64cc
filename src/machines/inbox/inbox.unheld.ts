import { conversationKey } from '../entities/ids.ts';
import type { ConversationKey } from '../entities/ids.ts';
import type { EventOf, Logged } from '../log/event.ts';

/** A frame that tells of a ticket, or of a part of its conversation. */
export type TicketFrame = Logged<
  EventOf<
    | 'message.arrived'
    | 'customer.arrived'
    | 'ticket.closed'
    | 'transfer.arrived'
    | 'ticket.transferred'
    | 'transfer.removed'
  >
>;
export type PartFrame = Logged<EventOf<'message.ackChanged' | 'customer.blacklisted' | 'unseen.wasReset'>>;

/** What the server told of tickets that aren't held. */
export interface Unheld {
  /**
   * Frames that came while a list was on its way, which may have been read before them: what they tell
   * of a ticket that only the list brings, it is told then.
   */
  readonly frames: readonly (TicketFrame | PartFrame)[];
  /** Conversations with something unseen, as the server last listed them, without those told of since. */
  readonly unseen: Readonly<Record<ConversationKey, true>>;
}

export const nothingUnheld: Unheld = { frames: [], unseen: {} };

/** A list takes no longer on its way than so many frames. */
const FRAMES_MAX = 1_000;

export function withFrame(unheld: Unheld, frame: TicketFrame | PartFrame): Unheld {
  return { ...unheld, frames: [...unheld.frames.slice(1 - FRAMES_MAX), frame] };
}

/** What came after a position of the stream and concerns a ticket, in order. */
export function framesAfter(
  { frames }: Unheld,
  ticket: {
    readonly id: string;
    readonly customer: { readonly id: string };
    readonly instance: { readonly id: string };
  },
  position: number,
): readonly (TicketFrame | PartFrame)[] {
  return frames.filter((frame) => {
    if (frame.stream.seq <= position) return false;
    if ('ticket' in frame) return frame.ticket.id === ticket.id;
    if (frame.customerId !== ticket.customer.id) return false;
    return frame.type === 'customer.blacklisted' || frame.instanceId === ticket.instance.id;
  });
}

/** The server named every conversation with something unseen, as of a position. */
export function withListedUnseen(unheld: Unheld, keys: readonly ConversationKey[], position: number): Unheld {
  const since = new Set(unheld.frames.filter(({ stream }) => stream.seq > position).map(conversationOf));
  const unseen = Object.fromEntries(keys.filter((key) => !since.has(key)).map((key) => [key, true as const]));
  return { ...unheld, unseen };
}

/** A conversation was told of: what was listed of it no longer counts. */
export function withoutUnseen(unheld: Unheld, key: ConversationKey): Unheld {
  if (unheld.unseen[key] === undefined) return unheld;
  const { [key]: _, ...unseen } = unheld.unseen;
  return { ...unheld, unseen };
}

function conversationOf(frame: TicketFrame | PartFrame): ConversationKey | null {
  if ('ticket' in frame) return conversationKey(frame.ticket.customer.id, frame.ticket.instance.id);
  return frame.type === 'customer.blacklisted' ? null : conversationKey(frame.customerId, frame.instanceId);
}
