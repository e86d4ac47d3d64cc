import { PICTURE_PIXELS_MAX } from '../../../contract/facts/outgoing-file.ts';
import { DECODE_SECONDS } from './image-queue.ts';
import type { OpenImage } from './image-queue.ts';

const PREVIEW_SIZE = 640;

/** A decoded picture: its size as shown, and its preview as WebP, null if it is too large to be decoded. */
export type Picture = { width: number; height: number; preview: Buffer | null };

/** The picture in a file; undefined for one that can't be decoded. */
export async function pictureOf(open: OpenImage, path: string): Promise<Picture | undefined> {
  // Reads only the header.
  const header = await open(path, { limitInputPixels: false })
    .metadata()
    .catch(() => undefined);
  if (header === undefined) return undefined;
  const { width, height } = header.autoOrient;
  if (width * height > PICTURE_PIXELS_MAX) return { width, height, preview: null };
  const preview = await open(path, { limitInputPixels: PICTURE_PIXELS_MAX, failOn: 'error' })
    .autoOrient()
    .resize({ width: PREVIEW_SIZE, height: PREVIEW_SIZE, fit: 'inside', withoutEnlargement: true })
    .webp()
    .timeout({ seconds: DECODE_SECONDS })
    .toBuffer()
    .catch(() => undefined);
  return preview === undefined ? undefined : { width, height, preview };
}
