import { MediaLost, NOT_REGISTERED } from '../../channels/channel.ts';
import type { FullChannel, MediaResult } from '../../channels/channel.ts';
import { checkedType, HEAD_BYTES, isPicture } from './check-type.ts';
import { lookAt } from './keep-file.ts';
import type { FileTools, LookedAt } from './keep-file.ts';
import { TooManyBytes } from './media-files.ts';
import type { StagedFile } from './media-files.ts';
import type { MediaClaim } from './media-rows.ts';

/** The outcome of fetching and checking a file, which is staged then. */
export type Fetched =
  | { outcome: 'kept'; kept: LookedAt }
  | { outcome: 'refused'; key: string }
  | { outcome: 'expired' | 'retryable'; key: string };

/** Expected size limit and hash (base64 or hex) of the bytes. */
type Expected = { maxBytes: number; sha256: string | null };

type Announced = Pick<MediaClaim, 'tagType' | 'documentName'>;
type Tools = FileTools & { channel: Pick<FullChannel, 'fetchMedia'> };

const LOST = 'channel.error.media';
const TOO_LARGE = 'media.refused.tooLarge';
const NOT_FITTING = 'media.refused.content';
const DAMAGED = 'media.refused.damaged';
/** The provider doesn't know the file, or no longer: Graph's code, and the file host's statuses. */
const GONE: readonly number[] = [100, 404, 410];
/** Too large, or not what was announced. */
const UNFIT = 131052;

/** The bytes aren't what the message's kind allows. */
class NotFitting extends Error {}

/** Fetches a file and checks it by its bytes while they come. Throws if it can't be written. */
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
  if (result.outcome !== 'found') return notFetched(result);
  return checkMedia(tools, claim, result.bytes, { maxBytes: result.maxBytes, sha256: claim.announcedHash });
}

/** A missing token or permission may be fixed, so that isn't final. */
function notFetched({ outcome, code, key }: Exclude<MediaResult, { outcome: 'found' }>): Fetched {
  if (outcome === 'retryable') return { outcome, key };
  if (GONE.includes(code)) return { outcome: 'expired', key };
  return { outcome: code === UNFIT ? 'refused' : 'retryable', key };
}

/**
 * Stages a file while it arrives, and checks it. Stops reading as soon as it proves not allowed, by its first bytes or
 * its size; then nothing is left of it.
 */
export async function checkMedia(
  tools: FileTools,
  announced: Announced,
  bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  { maxBytes, sha256 }: Expected = { maxBytes: Infinity, sha256: null },
): Promise<Fetched> {
  const isDocument = isSentAsDocument(announced);
  let mimeType = '';
  let file: StagedFile;
  try {
    const checked = checkedBytes(bytes, async (head) => {
      const type = await checkedType({ tagType: announced.tagType, isDocument }, head);
      if (type === undefined) throw new NotFitting();
      mimeType = type;
    });
    file = await tools.files.stage(checked, maxBytes);
  } catch (error) {
    if (error instanceof TooManyBytes) return { outcome: 'refused', key: TOO_LARGE };
    if (error instanceof NotFitting) return { outcome: 'refused', key: NOT_FITTING };
    if (error instanceof MediaLost) return { outcome: 'retryable', key: LOST };
    throw error;
  }
  try {
    if (hasHash(file, sha256)) {
      const kept = await lookAt(tools, file, mimeType);
      if (!isPicture(mimeType) || isDocument || kept.media.width !== null) return { outcome: 'kept', kept };
    }
  } catch (error) {
    await tools.files.discard(file);
    throw error;
  }
  await tools.files.discard(file);
  return { outcome: 'refused', key: DAMAGED };
}

/** Passes the bytes through; `check` gets the first ones before that, and throws to stop. */
async function* checkedBytes(
  bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  check: (head: Uint8Array) => Promise<void>,
): AsyncGenerator<Uint8Array> {
  let head: Uint8Array | undefined = Buffer.alloc(0);
  for await (const chunk of bytes) {
    if (head === undefined) {
      yield chunk;
      continue;
    }
    head = Buffer.concat([head, chunk]);
    if (head.byteLength < HEAD_BYTES) continue;
    await check(head);
    yield head;
    head = undefined;
  }
  if (head === undefined) return;
  await check(head);
  yield head;
}

/** Webhooks have the hash in base64, the provider's own answer in hex. */
function hasHash(file: StagedFile, announced: string | null): boolean {
  if (announced === null || announced === '') return true;
  return file.sha256 === announced.toLowerCase() || Buffer.from(file.sha256, 'hex').toString('base64') === announced;
}

/** Only documents have a name. */
function isSentAsDocument({ tagType, documentName }: Announced): boolean {
  return documentName !== null || tagType === 'pdf' || tagType === 'doc';
}
