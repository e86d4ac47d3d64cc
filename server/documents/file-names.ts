/** Longer names are cut: most systems refuse one of more than 255 bytes. */
const LENGTH_MAX = 60;

/** What a message's file is called that has no name. */
const KINDS: Readonly<Record<string, string>> = {
  picture: 'foto',
  image: 'imagem',
  audio: 'audio',
  video: 'video',
  sticker: 'figurinha',
};

/** Of the types that messages without a file name have; documents have a name. */
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

/** A stranger's file name as every system takes it: no folder, nothing that disguises it; its extension stays. */
export function safeFileName(name: string): string {
  const plain = name
    .replaceAll(/[\p{Cc}\p{Cf}\p{Cs}]/gu, '')
    .replaceAll(/[\\/:*?"<>|]/gu, '_')
    .trim();
  const extension = /\.[^.]{1,10}$/u.exec(plain)?.[0] ?? '';
  const start = plain.slice(0, Math.min(plain.length - extension.length, LENGTH_MAX)).replace(/\p{Cs}$/u, '');
  return `${start}${extension}`.replace(/[. ]+$/u, '');
}
