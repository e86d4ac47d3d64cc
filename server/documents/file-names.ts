/** Longer names are cut: most systems refuse one of more than 255 bytes. */
const LENGTH_MAX = 60;

/** The name of a message's file without a name. */
const KINDS: Readonly<Record<string, string>> = {
  picture: 'foto',
  image: 'imagem',
  audio: 'audio',
  video: 'video',
  sticker: 'figurinha',
};

/** Extensions by media type, for kinds that come without a file name. */
const EXTENSIONS: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'audio/ogg': 'ogg',
  'audio/mpeg': 'mp3',
  'audio/mp4': 'm4a',
  'audio/aac': 'aac',
  'audio/amr': 'amr',
  'audio/3gpp': '3gp',
  'video/mp4': 'mp4',
  'video/3gpp': '3gp',
  'application/pdf': 'pdf',
};

/** A name for a file that has none. */
export function nameByType(tagType: string, mimeType: string | null): string {
  const extension = EXTENSIONS[mimeType ?? ''];
  return `${KINDS[tagType] ?? 'arquivo'}${extension === undefined ? '' : `.${extension}`}`;
}

/** Sanitises an untrusted file name: no folders, nothing that disguises the type; keeps the extension. */
export function safeFileName(name: string): string {
  const plain = name
    .replaceAll(/[\p{Cc}\p{Cf}\p{Cs}]/gu, '')
    .replaceAll(/[\\/:*?"<>|]/gu, '_')
    .trim();
  const extension = /\.[^.]{1,10}$/u.exec(plain)?.[0] ?? '';
  const start = plain.slice(0, Math.min(plain.length - extension.length, LENGTH_MAX)).replace(/\p{Cs}$/u, '');
  return `${start}${extension}`.replace(/[. ]+$/u, '');
}
