import type { Channel, MediaResult } from '../../channels/channel.ts';
import { checkedType, isPicture } from './check-type.ts';
import { lookAt } from './keep-file.ts';
import type { FileTools, LookedAt } from './keep-file.ts';
import type { MediaClaim } from './media-rows.ts';

/** The outcome of fetching and checking a file, which is staged then. */
export type Fetched =
  | { outcome: 'kept'; kept: LookedAt }
  | { outcome: 'refused'; key: string }
  | { outcome: 'expired' | 'retryable'; key: string };

type Tools = FileTools & { channel: Pick<Channel, 'fetchMedia'> };

const NOT_REGISTERED = 'channel.error.notRegistered';
const NOT_FITTING = 'channel.error.media';
/** The provider doesn't know the file, or no longer: Graph's code, and the file host's statuses. */
const GONE: readonly number[] = [100, 404, 410];
/** Too large, or not what was announced. */
const UNFIT = 131052;

/** Fetches a file and checks it by its bytes. Throws if it can't be written. */
export async function fetchMedia(tools: Tools, claim: MediaClaim, signal: AbortSignal): Promise<Fetched> {
  const { phoneNumberId, providerId } = claim;
  if (phoneNumberId === null) return { outcome: 'retryable', key: NOT_REGISTERED };
  const reference = {
    id: providerId,
    mimeType: claim.announcedType ?? '',
    filename: claim.documentName ?? undefined,
    sha256: claim.announcedHash ?? undefined,
  };
  const result = await tools.channel.fetchMedia(phoneNumberId, reference, signal);
  return result.outcome === 'found' ? checkMedia(tools, claim, result.bytes) : notFetched(result);
}

/** A missing token or permission may be mended, so that isn't final. */
function notFetched({ outcome, code, key }: Exclude<MediaResult, { outcome: 'found' }>): Fetched {
  if (outcome === 'retryable') return { outcome, key };
  if (GONE.includes(code)) return { outcome: 'expired', key };
  return { outcome: code === UNFIT ? 'refused' : 'retryable', key };
}

/** Checks a file by its bytes, and stages it with its preview. */
export async function checkMedia(
  tools: FileTools,
  announced: Pick<MediaClaim, 'tagType' | 'documentName'>,
  bytes: Uint8Array,
): Promise<Extract<Fetched, { outcome: 'kept' | 'refused' }>> {
  const isDocument = isSentAsDocument(announced);
  const mimeType = await checkedType({ tagType: announced.tagType, isDocument }, bytes);
  if (mimeType === undefined) return { outcome: 'refused', key: NOT_FITTING };
  const file = await tools.files.stage([bytes]);
  try {
    const kept = await lookAt(tools, file, mimeType);
    if (!isPicture(mimeType) || isDocument || kept.media.width !== null) return { outcome: 'kept', kept };
  } catch (error) {
    await tools.files.discard(file);
    throw error;
  }
  await tools.files.discard(file);
  return { outcome: 'refused', key: NOT_FITTING };
}

/** Only documents have a name. */
function isSentAsDocument({ tagType, documentName }: Pick<MediaClaim, 'tagType' | 'documentName'>): boolean {
  return documentName !== null || tagType === 'pdf' || tagType === 'doc';
}
