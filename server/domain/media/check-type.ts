import { fileTypeFromBuffer } from 'file-type';
import type { TagType } from '../../../contract/facts/tag-type.ts';

/** A message's file as announced. */
export type AnnouncedFile = {
  tagType: TagType;
  /** Sent as a document: WhatsApp didn't check its content. */
  isDocument: boolean;
};

/** Enough for any signature, and bounded, since the file is untrusted. */
export const HEAD_BYTES = 64 * 1024;
const UNKNOWN = 'application/octet-stream';

/** Images that are decoded and shown. */
const IMAGES: readonly string[] = ['image/jpeg', 'image/png', 'image/webp', 'image/gif'];

/** The types that WhatsApp's kinds allow, by detected type. Phones write audio into MP4 and 3GP as well. */
const ALLOWED: Readonly<Partial<Record<TagType, Readonly<Record<string, string>>>>> = {
  image: Object.fromEntries(IMAGES.map((type) => [type, type])),
  sticker: { 'image/webp': 'image/webp' },
  audio: {
    'audio/ogg': 'audio/ogg',
    'audio/mpeg': 'audio/mpeg',
    'audio/mp4': 'audio/mp4',
    'audio/x-m4a': 'audio/mp4',
    'video/mp4': 'audio/mp4',
    'audio/aac': 'audio/aac',
    'audio/amr': 'audio/amr',
    'video/3gpp': 'audio/3gpp',
  },
  video: { 'video/mp4': 'video/mp4', 'video/x-m4v': 'video/mp4', 'video/3gpp': 'video/3gpp' },
};

/** The types a document may have by its name's extension; with any other extension it may be anything. */
const DOCUMENT_FAMILIES: Readonly<Partial<Record<TagType, RegExp>>> = {
  image: /^image\//,
  sticker: /^image\//,
  audio: /^(?:audio|video)\/|^application\/ogg/,
  video: /^(?:audio|video)\/|^application\/ogg/,
};

/** A file's media type by its bytes, whatever it is called; undefined if the message's kind doesn't allow it. */
export async function checkedType(announced: AnnouncedFile, bytes: Uint8Array): Promise<string | undefined> {
  const [detected = UNKNOWN] = (await detectedType(bytes)).split(';', 1);
  if (announced.isDocument) {
    const family = DOCUMENT_FAMILIES[announced.tagType];
    return family === undefined || family.test(detected) ? detected : undefined;
  }
  const allowed = ALLOWED[announced.tagType] ?? {};
  return Object.hasOwn(allowed, detected) ? allowed[detected] : undefined;
}

/** Detects a file's media type, with the codec if ambiguous; `application/octet-stream` if unknown. */
export async function detectedType(bytes: Uint8Array): Promise<string> {
  // A malformed file has no type.
  const found = await fileTypeFromBuffer(bytes.subarray(0, HEAD_BYTES)).catch(() => undefined);
  return found?.mime ?? UNKNOWN;
}

/** Whether it is a picture that is decoded. */
export function isPicture(mimeType: string): boolean {
  return IMAGES.includes(mimeType);
}

export function isPdf(mimeType: string): boolean {
  return mimeType === 'application/pdf';
}

/** Whether a browser may show it in place. All others are downloads, above all what could contain a script. */
export function isShown(mimeType: string): boolean {
  return isPicture(mimeType) || /^(?:audio|video)\//.test(mimeType) || isPdf(mimeType);
}
