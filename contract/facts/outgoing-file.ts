import { extensionOf, tagTypeOfFileName } from './file-extensions.ts';
import type { TagType } from './tag-type.ts';

/** How a file is sent: anything but a picture, audio or video goes as a document, unchanged. */
export type SentAs = 'image' | 'sticker' | 'audio' | 'video' | 'document';

const MB = 1024 * 1024;

/** Largest image that the Cloud API takes. */
export const IMAGE_MAX = 5 * MB;

/**
 * Largest file to upload, in bytes, by how it is sent. An image or sticker may be larger than the Cloud API allows
 * (`IMAGE_MAX`, and 100 KB): the server makes it fit.
 */
export const OUTGOING_FILE_MAX: Readonly<Record<SentAs, number>> = {
  image: 25 * MB,
  sticker: 25 * MB,
  audio: 16 * MB,
  video: 16 * MB,
  document: 100 * MB,
};

/** Most pixels of a picture that is decoded: larger ones would take too much memory, here and on the server. */
export const PICTURE_PIXELS_MAX = 50_000_000;

/** Most files chosen at a time. */
export const OUTGOING_FILES_AT_ONCE = 30;
/** Longest name of a file, in UTF-16 units; the Cloud API's limit. */
export const FILE_NAME_MAX_LENGTH = 240;

/** Audio and video formats of the specification that WhatsApp doesn't play. */
const UNPLAYED: ReadonlySet<string> = new Set(['wav', 'webm']);

/** Extensions of programs, and of the images of disks that install them: nobody sends these, on any channel. */
const PROGRAMS: ReadonlySet<string> = new Set([
  ...['exe', 'msi', 'dll', 'scr', 'pif', 'cpl', 'deb', 'rpm', 'lnk'],
  ...['jar', 'apk', 'ipa', 'dmg', 'iso'],
]);

/**
 * Extensions of files that Meta's API never accepts, whatever their content: the page refuses them before the upload, the
 * server by their names. Anything else is judged by its bytes. A gateway takes them as documents.
 */
const NOT_TAKEN: ReadonlySet<string> = new Set([
  ...UNPLAYED,
  ...['mov', 'avi', 'mkv', 'wmv', 'flv', 'mpg', 'mpeg', 'flac', 'wma', 'aiff', 'mid'],
  ...['heic', 'heif', 'avif', 'svg', 'bmp', 'tif', 'tiff', 'psd', 'ico'],
  ...['zip', 'rar', '7z', 'gz', 'tgz', 'bz2', 'xz', 'tar'],
  ...['odt', 'ods', 'odp', 'epub', 'mobi'],
]);

/** Whether it is a program by its name. */
export function isProgram(name: string): boolean {
  return PROGRAMS.has(extensionOf(name));
}

/** Whether no file with this name is sent by Meta's API. */
export function isNeverTaken(name: string): boolean {
  return isProgram(name) || NOT_TAKEN.has(extensionOf(name));
}

/** Tag and way of sending of a file by its name. An image's or sticker's bytes are converted to what WhatsApp takes. */
export function outgoingFileKind(name: string): { readonly tagType: TagType; readonly sentAs: SentAs } {
  const tagType = UNPLAYED.has(extensionOf(name)) ? 'doc' : tagTypeOfFileName(name);
  const isShown = tagType === 'image' || tagType === 'sticker' || tagType === 'audio' || tagType === 'video';
  return { tagType, sentAs: isShown ? tagType : 'document' };
}

/** Whether WhatsApp shows a text with a file sent so; else the text goes as a message of its own. */
export function takesCaption(sentAs: SentAs): boolean {
  return sentAs === 'image' || sentAs === 'video' || sentAs === 'document';
}
