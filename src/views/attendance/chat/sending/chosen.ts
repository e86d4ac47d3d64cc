import { extensionOf } from '../../../../../contract/facts/file-extensions.ts';
import {
  FILE_NAME_MAX_LENGTH,
  IMAGE_MAX,
  OUTGOING_FILES_AT_ONCE,
  OUTGOING_FILE_MAX,
  isNeverTaken,
  isProgram,
  outgoingFileKind,
  type SentAs,
} from '../../../../../contract/facts/outgoing-file.ts';
import type { TagType } from '../../../../../contract/facts/tag-type.ts';
import type { PictureProblem } from './picture-problem.ts';
import type { OutgoingFile } from '../../../../machines/log/events-send.ts';

/** A file that somebody chose, and whether its bytes are a picture that can be drawn, if its name says so. */
export interface Picked {
  readonly file: Blob;
  readonly name: string;
  readonly picture: PictureProblem | null;
}

/** Why a file can't be sent. */
export type Problem = 'empty' | 'program' | 'notTaken' | 'tooLarge' | 'nameTooLong' | PictureProblem;
/** What happens to a file that isn't sent as it is. */
type Remark = 'converted';

/** A file in the tray. */
export interface Chosen {
  readonly id: string;
  readonly file: Blob;
  readonly name: string;
  readonly tag: TagType;
  readonly sentAs: SentAs;
  /** Largest size of its kind, in bytes. */
  readonly max: number;
  readonly problem: Problem | null;
  readonly remark: Remark | null;
}

/** Files that are images and go as they are; others are converted. */
const TAKEN: ReadonlySet<string> = new Set(['jpg', 'jpeg', 'png']);

/** What becomes of a file. By a gateway anything but a program is sent. */
export function chosenOf(id: string, { file, name, picture }: Picked, hasGateway = false): Chosen {
  const { tagType, sentAs } = outgoingFileKind(name);
  const max = OUTGOING_FILE_MAX[sentAs];
  return {
    id,
    file,
    name,
    tag: tagType,
    sentAs,
    max,
    problem: unsendable(name, hasGateway) ?? problemOf(file.size, max, name) ?? picture,
    remark: remarkOf(file.size, name, sentAs),
  };
}

function unsendable(name: string, hasGateway: boolean): Problem | null {
  if (isProgram(name)) return 'program';
  return isNeverTaken(name) && !hasGateway ? 'notTaken' : null;
}

function problemOf(size: number, max: number, name: string): Problem | null {
  if (size === 0) return 'empty';
  if (size > max) return 'tooLarge';
  return name.length > FILE_NAME_MAX_LENGTH ? 'nameTooLong' : null;
}

function remarkOf(size: number, name: string, sentAs: SentAs): Remark | null {
  return sentAs === 'image' && (!TAKEN.has(extensionOf(name)) || size > IMAGE_MAX) ? 'converted' : null;
}

/** What a message says of its file. */
export function outgoingFile(file: Blob, name: string): OutgoingFile {
  return { name, mimeType: file.type, bytes: file.size, tag: outgoingFileKind(name).tagType };
}

/** The files that still fit beside `held` ones, and whether some were left out. */
export function withinLimit<Value>(
  held: number,
  added: readonly Value[],
): { readonly taken: readonly Value[]; readonly isCut: boolean } {
  const taken = added.slice(0, Math.max(0, OUTGOING_FILES_AT_ONCE - held));
  return { taken, isCut: taken.length < added.length };
}
