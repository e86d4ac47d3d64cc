import type { Failure } from '../../../../machines/entities/failure.ts';
import type { TransferTarget } from '../../../../machines/log/events-send.ts';

/** What is done with each of the ticked conversations, by the calls that do it with one. */
export type BulkAction =
  /** All with the same outcome; left out for without. */
  | { readonly kind: 'finish'; readonly outcomeId?: string | undefined }
  | { readonly kind: 'transfer'; readonly target: TransferTarget; readonly note?: string }
  | { readonly kind: 'tag' | 'untag'; readonly tagId: string }
  /** Until a moment. */
  | { readonly kind: 'snooze'; readonly until: number }
  | { readonly kind: 'read' | 'unread' | 'take' };

/** How it went with one: null for done, else why not. */
export type Outcome = Failure | null;
