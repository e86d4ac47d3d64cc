import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import type { MediaReference, MediaResult } from '../channel.ts';
import type { GraphAnswer, GraphClient } from './graph-client.ts';
import { FILE_TIMEOUT_MS, MEDIA_MAX_BYTES } from './settings.ts';

const metadataSchema = z.looseObject({ url: z.string(), mime_type: z.string() });
/** Meta's file hosts; the token goes to no others. */
const mediaHosts = ['.fbsbx.com', '.facebook.com', '.fbcdn.net', '.whatsapp.net'];

/** Fetches a file in Meta's two steps: the id yields a URL valid for five minutes, the URL yields the bytes. */
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
  const bytes = await readUpTo(file.response, MEDIA_MAX_BYTES);
  if (bytes === 'lost') return { outcome: 'retryable', code: 0, key: 'channel.error.media' };
  if (bytes === 'tooLarge' || !hasHash(bytes, media.sha256)) return refused;
  return { outcome: 'found', mimeType: metadata.data.mime_type, bytes };
}

const refused: MediaResult = { outcome: 'refused', code: 131052, key: 'channel.error.media' };

function failed(answer: Exclude<GraphAnswer, { kind: 'ok' }>): MediaResult {
  if (answer.kind !== 'error') return { outcome: 'retryable', code: 0, key: 'channel.error.media' };
  return { outcome: answer.retryable ? 'retryable' : 'refused', code: answer.code, key: answer.key };
}

function mayHoldMedia(url: URL, graph: URL): boolean {
  if (url.origin === graph.origin) return true;
  return url.protocol === 'https:' && mediaHosts.some((host) => url.hostname.endsWith(host));
}

async function readUpTo(response: Response, maxBytes: number): Promise<Uint8Array | 'tooLarge' | 'lost'> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of response.body ?? []) {
      size += chunk.byteLength;
      if (size > maxBytes) return 'tooLarge';
      chunks.push(chunk);
    }
  } catch {
    return 'lost';
  }
  return Buffer.concat(chunks);
}

/** Webhooks have the hash in base64, the media call in hex. */
function hasHash(bytes: Uint8Array, sha256: string | undefined): boolean {
  if (sha256 === undefined || sha256 === '') return true;
  const digest = createHash('sha256').update(bytes).digest();
  return digest.toString('base64') === sha256 || digest.toString('hex') === sha256.toLowerCase();
}
