import {
  OUTGOING_FILE_MAX,
  outgoingFileKind,
  PICTURE_PIXELS_MAX,
} from '../../../../../contract/facts/outgoing-file.ts';
import { pictureSize } from '../../../../../contract/facts/picture-size.ts';

/** Why a file that is called a picture can't be sent: its content is no picture, or drawing it would take too much memory. */
export type PictureProblem = 'content' | 'pixels';

/** The size is among these, save in a JPEG with a lot about it before. */
const HEAD_BYTES = 64 * 1024;

/**
 * Looks at the bytes of a file that is called a picture, as the server does, before anything draws it. Null for any
 * other file, and for one that can't be read or is too large anyway.
 */
export async function pictureProblem(file: Blob, name: string): Promise<PictureProblem | null> {
  const { sentAs } = outgoingFileKind(name);
  if (sentAs !== 'image' && sentAs !== 'sticker') return null;
  if (file.size === 0 || file.size > OUTGOING_FILE_MAX[sentAs]) return null;
  try {
    const size = pictureSize(await bytesOf(file.slice(0, HEAD_BYTES))) ?? pictureSize(await bytesOf(file));
    if (size === undefined) return 'content';
    return size.width * size.height > PICTURE_PIXELS_MAX ? 'pixels' : null;
  } catch {
    // It was moved meanwhile: sending it says so.
    return null;
  }
}

async function bytesOf(file: Blob): Promise<DataView> {
  return new DataView(await file.arrayBuffer());
}
