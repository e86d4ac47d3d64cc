import { tagTypeOfFileName } from '../../contract/tag-type.ts';
import type { TagType } from '../../contract/tag-type.ts';

/** The tag of a media type such as `audio/ogg; codecs=opus`; `doc` for what it does not know. */
export function tagTypeOfMime(mimeType: string): TagType {
  const type = mimeType.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (type === 'application/pdf') return 'pdf';
  if (type === 'image/webp') return 'sticker';
  // An SVG is a document that can carry script, so it is never shown as a picture.
  if (type.startsWith('image/') && !type.startsWith('image/svg')) return 'image';
  if (type.startsWith('audio/')) return 'audio';
  if (type.startsWith('video/')) return 'video';
  return 'doc';
}

/** The tag of a document: by its name's extension, and by its media type where there is none. */
export function tagTypeOfDocument(filename: string | undefined, mimeType: string): TagType {
  return filename !== undefined && /\.[^.]+$/.test(filename) ? tagTypeOfFileName(filename) : tagTypeOfMime(mimeType);
}
