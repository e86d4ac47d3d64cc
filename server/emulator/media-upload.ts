import { invalid } from './graph-errors.ts';
import type { GraphFailure } from './graph-errors.ts';

/** An uploaded file that Meta would take. */
export type UploadedFile = { readonly bytes: Buffer; readonly mimeType: string; readonly filename: string };

const MB = 1024 * 1024;
/** The largest upload that is read at all. */
export const UPLOAD_BODY_LIMIT = 110 * MB;

/** The types that Meta takes, in the order of its error message. */
const TYPES = [
  'audio/aac',
  'audio/mp4',
  'audio/mpeg',
  'audio/amr',
  'audio/ogg',
  'audio/opus',
  'application/vnd.ms-powerpoint',
  'application/msword',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/pdf',
  'text/plain',
  'application/vnd.ms-excel',
  'image/jpeg',
  'image/png',
  'image/webp',
  'video/mp4',
  'video/3gpp',
];

/** Reads an upload's form and checks it like Meta, with Meta's errors. */
export async function readUpload(body: unknown, contentType: string): Promise<UploadedFile | GraphFailure> {
  const form = body instanceof Uint8Array ? await formOf(new Uint8Array(body), contentType) : undefined;
  if (form?.get('messaging_product') !== 'whatsapp') return invalid('The parameter messaging_product is required.');
  const file = form.get('file');
  if (!(file instanceof File)) return invalid('The parameter file is required.');
  const mimeType = file.type.split(';', 1)[0]?.trim() ?? '';
  if (!TYPES.includes(mimeType)) {
    const types = TYPES.join(', ');
    return invalid(
      `Param file must be a file with one of the following types: ${types}. Received file of type '${mimeType}'.`,
    );
  }
  const max = maxBytes(mimeType);
  if (file.size > max) return invalid(`Param file must be a file of at most ${max} bytes.`);
  return { bytes: Buffer.from(await file.arrayBuffer()), mimeType, filename: file.name };
}

function formOf(body: Uint8Array<ArrayBuffer>, contentType: string): Promise<FormData | undefined> {
  return new Response(body, { headers: { 'content-type': contentType } }).formData().catch(() => undefined);
}

function maxBytes(mimeType: string): number {
  if (mimeType === 'image/webp') return 500 * 1024;
  if (mimeType.startsWith('image/')) return 5 * MB;
  return /^(?:audio|video)\//.test(mimeType) ? 16 * MB : 100 * MB;
}
