import { tagTypeOfFileName } from '../../contract/facts/file-extensions.ts';
import type { TagType } from '../../contract/facts/tag-type.ts';

/** The tag of a media type such as `audio/ogg; codecs=opus`; `doc` if unknown. */
export function tagTypeOfMime(mimeType: string): TagType {
  const type = mimeType.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (type === 'application/pdf') return 'pdf';
  if (type === 'image/webp') return 'sticker';
  // An SVG may contain scripts, so it is a document, never shown as a picture.
  if (type.startsWith('image/') && !type.startsWith('image/svg')) return 'image';
  if (type.startsWith('audio/')) return 'audio';
  if (type.startsWith('video/')) return 'video';
  return 'doc';
}

/** The tag of a document: by its file extension, else by its media type. */
export function tagTypeOfDocument(filename: string | undefined, mimeType: string): TagType {
  return filename !== undefined && /\.[^.]+$/.test(filename) ? tagTypeOfFileName(filename) : tagTypeOfMime(mimeType);
}
