import type { Media } from '../entities/media.ts';
import type { Failure } from '../entities/failure.ts';
import type { MessageId } from '../entities/ids.ts';

/** A message's file. None of these events is stored: the addresses in them work without a login. */
export type MediaEvent =
  /** A view shows the message. Each view appends this on mount, and its counterpart on unmount. */
  | { readonly type: 'media.shown'; readonly messageId: MessageId }
  | { readonly type: 'media.hidden'; readonly messageId: MessageId }
  | {
      readonly type: 'media.loaded';
      readonly messageId: MessageId;
      readonly request: number;
      readonly media: Media;
    }
  | {
      readonly type: 'media.loadFailed';
      readonly messageId: MessageId;
      readonly request: number;
      readonly failure: Failure;
    }
  | { readonly type: 'media.retried'; readonly messageId: MessageId }
  /** The element could not load the file from its address. */
  | { readonly type: 'media.broken'; readonly messageId: MessageId };
