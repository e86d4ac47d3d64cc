import { extensionOf } from '../../../contract/facts/file-extensions.ts';
import { isNeverTaken, isProgram, outgoingFileKind } from '../../../contract/facts/outgoing-file.ts';
import type { SentAs } from '../../../contract/facts/outgoing-file.ts';
import type { TagType } from '../../../contract/facts/tag-type.ts';
import { detectedType, isPicture } from './check-type.ts';

/** How a file is sent, judging by its name and bytes. */
export type OutgoingKind = { tagType: TagType; sentAs: SentAs; mimeType: string };

/** Why a file is refused: its content doesn't match its name, it is a program, or Meta's API doesn't support it. */
export type Unfit = 'mismatch' | 'program' | 'notTaken';

const WORD = 'application/msword';
const EXCEL = 'application/vnd.ms-excel';
const POWERPOINT = 'application/vnd.ms-powerpoint';
const OPEN_XML = 'application/vnd.openxmlformats-officedocument.';

/** Office documents by extension. Systems write tables and texts under the old ones, which Office opens too. */
const OFFICE: Readonly<Record<string, { type: string; family: RegExp }>> = {
  doc: { type: WORD, family: /^application\/(?:x-cfb|rtf)$|^text\// },
  xls: { type: EXCEL, family: /^application\/(?:x-cfb|xml)$|^text\// },
  ppt: { type: POWERPOINT, family: /^application\/x-cfb$/ },
  docx: { type: `${OPEN_XML}wordprocessingml.document`, family: /^application\/(?:zip|vnd\.openxml.*)$/ },
  xlsx: { type: `${OPEN_XML}spreadsheetml.sheet`, family: /^application\/(?:zip|vnd\.openxml.*)$/ },
  pptx: { type: `${OPEN_XML}presentationml.presentation`, family: /^application\/(?:zip|vnd\.openxml.*)$/ },
};

/** What the Cloud API takes as audio and video, by detected type. */
const PLAYED: Readonly<Partial<Record<SentAs, Readonly<Record<string, string>>>>> = {
  audio: {
    'audio/ogg; codecs=opus': 'audio/ogg',
    'audio/mpeg': 'audio/mpeg',
    'audio/mp4': 'audio/mp4',
    'audio/x-m4a': 'audio/mp4',
    'video/mp4': 'audio/mp4',
    'audio/aac': 'audio/aac',
    'audio/amr': 'audio/amr',
  },
  video: { 'video/mp4': 'video/mp4', 'video/x-m4v': 'video/mp4', 'video/3gpp': 'video/3gpp' },
};
const SOUND_OR_FILM = /^(?:audio|video)\/|^application\/ogg/;

/** Other types that the Cloud API takes, all as documents. */
const TAKEN: ReadonlySet<string> = new Set(['application/pdf', 'image/jpeg', 'image/png', 'image/webp', 'video/mp4']);
/** All types of documents that the Cloud API takes. */
const DOCUMENTS: ReadonlySet<string> = new Set([
  ...TAKEN,
  'text/plain',
  ...Object.values(OFFICE).map(({ type }) => type),
]);

/** Programs, whatever they are called. */
const PROGRAMS =
  /^application\/(?:x-(?:msdownload|elf|mach-binary|deb|rpm|ms-shortcut|apple-diskimage)|wasm|java-(?:vm|archive)|vnd\.android\.package-archive)$/;

/**
 * How a file is sent by Meta's API, by its name and first bytes. An image's or sticker's `mimeType` is that before it is
 * made to fit.
 */
export async function outgoingKindOf(name: string, head: Uint8Array): Promise<OutgoingKind | Unfit> {
  const full = await detectedType(head);
  const type = full.split(';', 1)[0] ?? full;
  const kind = isNeverTaken(name) ? 'notTaken' : kindOf(name, head, full, type);
  return kind === 'notTaken' && (isProgram(name) || PROGRAMS.test(type)) ? 'program' : kind;
}

/** The same, by Meta's API or a gateway, which takes as a document what Meta's API doesn't take. */
export async function anyKindOf(name: string, head: Uint8Array): Promise<OutgoingKind | Exclude<Unfit, 'notTaken'>> {
  const kind = await outgoingKindOf(name, head);
  if (kind !== 'notTaken') return kind;
  const [mimeType = ''] = (await detectedType(head)).split(';', 1);
  return { tagType: 'doc', sentAs: 'document', mimeType };
}

/** Whether Meta's API takes an uploaded file. */
export function isTaken({ name, sentAs, mimeType }: { name: string; sentAs: SentAs; mimeType: string }): boolean {
  return sentAs !== 'document' || (!isNeverTaken(name) && DOCUMENTS.has(mimeType));
}

function kindOf(name: string, head: Uint8Array, full: string, type: string): OutgoingKind | Unfit {
  const { tagType, sentAs } = outgoingFileKind(name);
  const sent = (as: SentAs, mimeType: string): OutgoingKind => ({ tagType, sentAs: as, mimeType });
  if (sentAs === 'image' || sentAs === 'sticker') return isPicture(type) ? sent(sentAs, type) : 'mismatch';
  if (tagType === 'audio' || tagType === 'video') {
    const played = PLAYED[sentAs];
    const known = played?.[full] ?? played?.[type];
    if (known !== undefined) return sent(sentAs, known);
    return SOUND_OR_FILM.test(type) ? 'notTaken' : 'mismatch';
  }
  return documentType(extensionOf(name), type, head, (mimeType) => sent('document', mimeType));
}

function documentType(
  extension: string,
  detected: string,
  head: Uint8Array,
  sent: (mimeType: string) => OutgoingKind,
): OutgoingKind | Unfit {
  const type = isText(detected, head) ? 'text/plain' : detected;
  const office = OFFICE[extension];
  if (office !== undefined)
    return office.family.test(type) || office.family.test(detected) ? sent(office.type) : 'mismatch';
  if (extension === 'pdf') return type === 'application/pdf' ? sent(type) : 'mismatch';
  if (extension === 'txt' || extension === 'csv') return type === 'text/plain' ? sent(type) : 'mismatch';
  if (isVectorImage(head)) return 'notTaken';
  return type === 'text/plain' || TAKEN.has(type) ? sent(type) : 'notTaken';
}

/** No signature of anything else, and no zero byte but in UTF-16. */
function isText(detected: string, head: Uint8Array): boolean {
  if (detected === 'application/xml' || detected === 'application/rtf' || detected.startsWith('text/')) return true;
  if (detected !== 'application/octet-stream') return false;
  const isWide = (head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff);
  return isWide || !head.includes(0);
}

/** An SVG may have scripts. */
function isVectorImage(head: Uint8Array): boolean {
  return /<svg[\s>]/i.test(Buffer.from(head).toString('latin1'));
}
