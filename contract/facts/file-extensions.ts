import type { TagType } from './tag-type.ts';

const EXTENSIONS: Readonly<Record<string, TagType>> = {
  jpg: 'image',
  jpeg: 'image',
  png: 'image',
  gif: 'image',
  pdf: 'pdf',
  doc: 'doc',
  docx: 'doc',
  xls: 'doc',
  xlsx: 'doc',
  ppt: 'doc',
  pptx: 'doc',
  txt: 'doc',
  csv: 'doc',
  ogg: 'audio',
  opus: 'audio',
  mp3: 'audio',
  m4a: 'audio',
  aac: 'audio',
  wav: 'audio',
  mp4: 'video',
  '3gp': 'video',
  webm: 'video',
  webp: 'sticker',
};

/** The extension of a file's name in lower case; empty without one. */
export function extensionOf(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot < 0 ? '' : name.slice(dot + 1).toLowerCase();
}

/** Tag of a document by its file extension; `doc` when unknown. */
export function tagTypeOfFileName(name: string): TagType {
  const extension = extensionOf(name);
  return (Object.hasOwn(EXTENSIONS, extension) ? EXTENSIONS[extension] : undefined) ?? 'doc';
}
