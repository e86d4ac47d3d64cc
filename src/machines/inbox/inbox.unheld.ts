import { conversationKey } from '../entities/ids.ts';
import type { ConversationKey, TicketId } from '../entities/ids.ts';
import type { EventOf, Logged } from '../log/event.ts';

/** A frame that brings a whole ticket. */
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
/** A frame that brings a part of a ticket or conversation. */
export type PartFrame = Logged<
  EventOf<'message.ackChanged' | 'customer.blacklisted' | 'customer.updated' | 'unseen.wasReset'>
>;

/** The server's reports on tickets that aren't held. */
export interface Unheld {
  /**
   * Frames received while a list was in flight that may have been read before them. They are applied to the tickets
   * that the list brings.
   */
  readonly frames: readonly (TicketFrame | PartFrame)[];
  /** Conversations with unread messages, as the server last listed them, without those updated by frames since. */
  readonly unseen: Readonly<Record<ConversationKey, true>>;
}

export const nothingUnheld: Unheld = { frames: [], unseen: {} };

/** Maximum number of frames kept; enough for as long as a list takes. */
const FRAMES_MAX = 1_000;

/** Keeps a frame; the oldest is dropped beyond the maximum. */
export function withFrame(unheld: Unheld, frame: TicketFrame | PartFrame): Unheld {
  return { ...unheld, frames: [...unheld.frames.slice(1 - FRAMES_MAX), frame] };
}

/** The frames after a stream position that concern a ticket, in order. */
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
    return !('instanceId' in frame) || frame.instanceId === ticket.instance.id;
  });
}

/** Tickets of the frames after a stream position. */
export function ticketsSince({ frames }: Unheld, position: number): ReadonlySet<TicketId> {
  return new Set(
    frames.flatMap((frame) => (frame.stream.seq > position && 'ticket' in frame ? [frame.ticket.id] : [])),
  );
}

/** The server listed all conversations with unread messages, as of a stream position. */
export function withListedUnseen(unheld: Unheld, keys: readonly ConversationKey[], position: number): Unheld {
  const since = new Set(unheld.frames.filter(({ stream }) => stream.seq > position).map(conversationOf));
  const unseen = Object.fromEntries(keys.filter((key) => !since.has(key)).map((key) => [key, true as const]));
  return { ...unheld, unseen };
}

/** A frame updated a conversation: its listed count is stale. */
export function withoutUnseen(unheld: Unheld, key: ConversationKey): Unheld {
  if (unheld.unseen[key] === undefined) return unheld;
  const { [key]: _, ...unseen } = unheld.unseen;
  return { ...unheld, unseen };
}

function conversationOf(frame: TicketFrame | PartFrame): ConversationKey | null {
  if ('ticket' in frame) return conversationKey(frame.ticket.customer.id, frame.ticket.instance.id);
  return 'instanceId' in frame ? conversationKey(frame.customerId, frame.instanceId) : null;
}
