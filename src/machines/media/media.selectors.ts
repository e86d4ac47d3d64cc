import type { Failure } from '../entities/failure.ts';
import type { Media } from '../entities/media.ts';
import type { MediaSnapshot } from './media.machine.ts';

/** What a view shows of a file. An address stays on the screen while a new one is asked for. */
export type MediaPhase = 'loading' | 'fetching' | 'ready' | 'unshown' | 'failed' | 'expired' | 'refused' | 'missing';

export function selectMediaPhase(snapshot: MediaSnapshot): MediaPhase {
  const { media } = snapshot.context;
  switch (snapshot.value) {
    case 'waiting':
      return 'fetching';
    case 'ready':
    case 'unshown':
    case 'failed':
    case 'missing':
      return snapshot.value;
    case 'gone':
      return media?.state === 'refused' ? 'refused' : 'expired';
    default:
      return media?.state === 'ready' || media?.state === 'fetching' ? media.state : 'loading';
  }
}

/** After this many "being fetched" answers, some 15 seconds, the provider has most likely failed to deliver it. */
const MANY_ANSWERS = 4;

/** Whether the server fetches it for longer than a file takes. */
export function selectIsLate({ context }: MediaSnapshot): boolean {
  return context.waited > MANY_ANSWERS;
}

/** The file with its addresses; null before the first answer. */
export function selectMedia(snapshot: MediaSnapshot): Media | null {
  return snapshot.context.media;
}

/** Why the last call failed; null if it didn't, or if the server could not fetch the file. */
export function selectMediaFailure(snapshot: MediaSnapshot): Failure | null {
  return snapshot.context.failure;
}

/** Whether the address works no longer and a new one isn't there yet. */
export function selectHasRunOut(snapshot: MediaSnapshot, now: number): boolean {
  const hasAddress = snapshot.value === 'ready' || snapshot.value === 'unshown';
  return !hasAddress || now >= snapshot.context.validUntil;
}
