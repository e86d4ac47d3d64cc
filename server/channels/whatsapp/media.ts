import * as z from 'zod/mini';
import { MediaLost } from '../channel.ts';
import type { MediaReference, MediaResult } from '../channel.ts';
import type { GraphAnswer, GraphClient } from './graph-client.ts';
import { FILE_TIMEOUT_MS, MEDIA_MAX_BYTES } from './settings.ts';

const metadataSchema = z.looseObject({ url: z.string(), mime_type: z.string(), file_size: z.unknown() });
/** Meta's file hosts; the token goes to no others. */
const mediaHosts = ['.fbsbx.com', '.facebook.com', '.fbcdn.net', '.whatsapp.net'];

/** Fetches a file in Meta's two steps: the id yields a URL valid for five minutes, the URL yields the bytes as a stream. */
export async function fetchWhatsAppMedia(
  client: GraphClient,
  graphUrl: string,
  phoneNumberId: string,
  media: MediaReference,
  signal: AbortSignal | undefined,
): Promise<MediaResult> {
  const path = `${encodeURIComponent(media.id)}?phone_number_id=${encodeURIComponent(phoneNumberId)}`;
  const answer = await client.call(phoneNumberId, { path }, undefined, signal);
  if (answer.kind !== 'ok') return failed(answer);
  const metadata = metadataSchema.safeParse(await answer.response.json().catch(() => undefined));
  const url = metadata.success ? URL.parse(metadata.data.url) : null;
  if (!metadata.success || url === null || !mayHoldMedia(url, new URL(graphUrl))) return refused;
  const file = await client.call(phoneNumberId, { url, timeoutMs: FILE_TIMEOUT_MS }, undefined, signal);
  if (file.kind !== 'ok') return failed(file);
  const { mime_type: mimeType } = metadata.data;
  const size = sizeOf(metadata.data.file_size);
  const maxBytes = Math.min(size ?? MEDIA_MAX_BYTES, MEDIA_MAX_BYTES);
  if (Number(file.response.headers.get('content-length') ?? 0) > maxBytes) {
    await file.response.body?.cancel();
    return { ...refused, key: 'media.refused.tooLarge' };
  }
  return { outcome: 'found', mimeType, maxBytes, bytes: bytesOf(file.response, size ?? 0) };
}

const refused: Exclude<MediaResult, { outcome: 'found' }> = {
  outcome: 'refused',
  code: 131052,
  key: 'channel.error.media',
};

function failed(answer: Exclude<GraphAnswer, { kind: 'ok' }>): MediaResult {
  if (answer.kind !== 'error') return { outcome: 'retryable', code: 0, key: 'channel.error.media' };
  return { outcome: answer.retryable ? 'retryable' : 'refused', code: answer.code, key: answer.key };
}

function mayHoldMedia(url: URL, graph: URL): boolean {
  if (url.origin === graph.origin) return true;
  return url.protocol === 'https:' && mediaHosts.some((host) => url.hostname.endsWith(host));
}

/** The size as announced, a number or one as text; undefined if there is none. */
function sizeOf(announced: unknown): number | undefined {
  const size = typeof announced === 'string' || typeof announced === 'number' ? Number(announced) : 0;
  return Number.isSafeInteger(size) && size > 0 ? size : undefined;
}

/** The bytes as they come; fewer than announced are lost ones. */
async function* bytesOf({ body }: Response, announced: number): AsyncGenerator<Uint8Array> {
  let size = 0;
  try {
    for await (const chunk of body ?? []) {
      size += chunk.byteLength;
      yield chunk;
    }
  } catch (error) {
    throw new MediaLost('The connection broke', { cause: error });
  }
  if (size < announced) throw new MediaLost(`${size} of ${announced} bytes came`);
}
