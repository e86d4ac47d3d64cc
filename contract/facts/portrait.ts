import { PORTRAIT_MAX } from './limits.ts';
import { PICTURE_PIXELS_MAX } from './outgoing-file.ts';
import { pictureSize } from './picture-size.ts';

type PortraitType = 'image/png' | 'image/jpeg' | 'image/webp';

/** By the first bytes, whatever it is called. */
export function portraitType(bytes: DataView): PortraitType | undefined {
  if (bytes.byteLength < 12) return undefined;
  const start = bytes.getUint32(0);
  if (start === 0x89504e47 && bytes.getUint32(4) === 0x0d0a1a0a) return 'image/png';
  if (start >>> 8 === 0xffd8ff) return 'image/jpeg';
  return start === 0x52494646 && bytes.getUint32(8) === 0x57454250 ? 'image/webp' : undefined;
}

/**
 * Why a picture of a user or a customer is refused, by the id of its text. A small file may decode to more pixels than
 * a viewer's memory holds, so its header is read before anything draws it.
 */
export function portraitProblem(
  bytes: DataView,
): 'error.image.invalid' | 'error.image.tooLarge' | 'error.image.pixels' | undefined {
  if (portraitType(bytes) === undefined) return 'error.image.invalid';
  if (bytes.byteLength > PORTRAIT_MAX) return 'error.image.tooLarge';
  const size = pictureSize(bytes);
  if (size === undefined) return 'error.image.invalid';
  return size.width * size.height > PICTURE_PIXELS_MAX ? 'error.image.pixels' : undefined;
}
