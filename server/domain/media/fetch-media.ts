import { createHash } from 'node:crypto';
import type { Channel, MediaResult } from '../../channels/channel.ts';
import { checkedType, isPicture } from './check-type.ts';
import { mediaPath } from './media-files.ts';
import type { MediaFiles } from './media-files.ts';
import type { KeptMedia, MediaClaim } from './media-rows.ts';
import type { Previews } from './previews.ts';

/** The outcome of fetching, checking and keeping a file. */
export type Fetched =
  | { outcome: 'kept'; kept: KeptMedia }
  | { outcome: 'refused'; key: string }
  | { outcome: 'expired' | 'retryable'; key: string };

type Tools = { channel: Pick<Channel, 'fetchMedia'>; files: MediaFiles; previews: Previews };

const NOT_REGISTERED = 'channel.error.notRegistered';
const NOT_FITTING = 'channel.error.media';
/** The provider doesn't know the file, or no longer: Graph's code, and the file host's statuses. */
const GONE: readonly number[] = [100, 404, 410];
/** Too large, or not what was announced. */
const UNFIT = 131052;

/** Fetches a file, checks it by its bytes, and keeps it with its preview. Throws if it can't be kept. */
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
  return result.outcome === 'found' ? keepMedia(tools, claim, result.bytes) : notFetched(result);
}

/** A missing token or permission may be mended, so that isn't final. */
function notFetched({ outcome, code, key }: Exclude<MediaResult, { outcome: 'found' }>): Fetched {
  if (outcome === 'retryable') return { outcome, key };
  if (GONE.includes(code)) return { outcome: 'expired', key };
  return { outcome: code === UNFIT ? 'refused' : 'retryable', key };
}

/** Checks a file by its bytes, and keeps it with its preview. */
export async function keepMedia(
  { files, previews }: Pick<Tools, 'files' | 'previews'>,
  announced: Pick<MediaClaim, 'tenantId' | 'tagType' | 'documentName'>,
  bytes: Uint8Array,
): Promise<Extract<Fetched, { outcome: 'kept' | 'refused' }>> {
  const { tenantId, tagType } = announced;
  const isDocument = isSentAsDocument(announced);
  const mimeType = await checkedType({ tagType, isDocument }, bytes);
  if (mimeType === undefined) return { outcome: 'refused', key: NOT_FITTING };
  const picture = isPicture(mimeType) ? await previews.make(bytes) : undefined;
  if (isPicture(mimeType) && picture === undefined && !isDocument) return { outcome: 'refused', key: NOT_FITTING };
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  await files.keep(mediaPath(tenantId, sha256, 'original'), bytes);
  const preview = picture?.preview ?? null;
  if (preview !== null) await files.keep(mediaPath(tenantId, sha256, 'preview'), preview);
  const { width = null, height = null } = picture ?? {};
  const kept = { mimeType, sizeBytes: bytes.byteLength, sha256, width, height, hasPreview: preview !== null };
  return { outcome: 'kept', kept };
}

/** Only documents have a name. */
function isSentAsDocument({ tagType, documentName }: Pick<MediaClaim, 'tagType' | 'documentName'>): boolean {
  return documentName !== null || tagType === 'pdf' || tagType === 'doc';
}
