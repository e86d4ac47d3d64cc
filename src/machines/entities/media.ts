import type { MediaRefusal, MediaState } from '../../../contract/facts/media.ts';

/** A message's file, as the server has it. */
export interface Media {
  readonly state: MediaState;
  /** Why it is refused, as far as that is known; left out otherwise. */
  readonly refusal?: MediaRefusal;
  readonly mimeType: string | null;
  readonly bytes: number | null;
  /** Pixels; null for what isn't an image. */
  readonly width: number | null;
  readonly height: number | null;
  /** Work without a login until `expiresAt`; null unless `ready`. */
  readonly url: string | null;
  readonly previewUrl: string | null;
  readonly expiresAt: number | null;
}
