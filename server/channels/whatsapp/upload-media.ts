import { openAsBlob } from 'node:fs';
import * as z from 'zod/mini';
import type { MediaUpload, OurNumber, UploadResult } from '../channel.ts';
import type { GraphClient } from './graph-client.ts';
import { FILE_TIMEOUT_MS } from './settings.ts';

const uploadedSchema = z.looseObject({ id: z.string().check(z.minLength(1)) });
/** Graph's answer to a file of a type or size that it doesn't take. */
const INVALID = 100;

/** Uploads a file, streamed from the disk. Whatever fails, no message was sent. */
export async function uploadWhatsAppMedia(
  client: GraphClient,
  { phoneNumberId, accessToken }: OurNumber,
  { path, mimeType, name }: MediaUpload,
  signal: AbortSignal | undefined,
): Promise<UploadResult> {
  const form = new FormData();
  form.append('messaging_product', 'whatsapp');
  form.append('type', mimeType);
  form.append('file', await openAsBlob(path, { type: mimeType }), name);
  const target = { path: `${encodeURIComponent(phoneNumberId)}/media`, timeoutMs: FILE_TIMEOUT_MS };
  const answer = await client.callWith(accessToken, target, form, signal);
  if (answer.kind === 'error') {
    const { code, details, retryAfterMs } = answer;
    if (answer.retryable) return { outcome: 'retryable', code, key: answer.key, details, retryAfterMs };
    const key = code === INVALID ? 'channel.error.media' : answer.key;
    return { outcome: 'refused', code, key, details, retryable: false };
  }
  const body: unknown = answer.kind === 'ok' ? await answer.response.json().catch(() => undefined) : undefined;
  const uploaded = uploadedSchema.safeParse(body);
  if (uploaded.success) return { outcome: 'uploaded', mediaId: uploaded.data.id };
  return {
    outcome: 'retryable',
    code: 0,
    key: 'channel.error.unavailable',
    details: undefined,
    retryAfterMs: undefined,
  };
}
