import type { CustomerId } from '../entities/ids.ts';
import type { EventOf, Logged } from '../log/event.ts';

/** A frame that tells of a conversation, but not the ticket as it is after it. */
export type PartialFrame = Logged<EventOf<'message.ackChanged' | 'customer.blacklisted' | 'unseen.wasReset'>>;

/** What was told in part, for tickets of which only then a list comes that was read before. */
export interface Overheard {
  note(frame: PartialFrame): void;
  /** What was told of a customer after a position of the stream, in order. */
  of(id: CustomerId, after: number): readonly PartialFrame[];
  clear(): void;
}

/** A list takes no longer on its way than so many frames. */
const FRAMES_MAX = 1_000;

export function createOverheard(): Overheard {
  let frames: PartialFrame[] = [];

  return {
    note(frame) {
      frames.push(frame);
      if (frames.length >= 2 * FRAMES_MAX) frames = frames.slice(-FRAMES_MAX);
    },
    of: (id, after) => frames.filter(({ customerId, stream }) => customerId === id && stream.seq > after),
    clear() {
      frames = [];
    },
  };
}
