import type { Sharp } from 'sharp';
import { PICTURE_PIXELS_MAX } from '../../../contract/facts/outgoing-file.ts';
import { DECODE_SECONDS } from './image-queue.ts';
import type { OpenImage } from './image-queue.ts';
import type { PageTop } from './pdf-pages.ts';

/** A preview's longer side at most. */
export const PREVIEW_SIZE = 640;

/** WebP's default takes twice as long for a hundredth less of a page. */
const PAGE_EFFORT = 2;

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
  const picture = open(path, { limitInputPixels: PICTURE_PIXELS_MAX, failOn: 'error' }).autoOrient();
  const preview = await smaller(picture).catch(() => undefined);
  return preview === undefined ? undefined : { width, height, preview };
}

/** The preview of a PDF. */
export function pagePreview(open: OpenImage, { pixels, width, height }: PageTop): Promise<Buffer | null> {
  const page = open(pixels, { raw: { width, height, channels: 4 } }).removeAlpha();
  return smaller(page, PAGE_EFFORT).catch(() => null);
}

function smaller(picture: Sharp, effort?: number): Promise<Buffer> {
  return picture
    .resize({ width: PREVIEW_SIZE, height: PREVIEW_SIZE, fit: 'inside', withoutEnlargement: true })
    .webp(effort === undefined ? {} : { effort })
    .timeout({ seconds: DECODE_SECONDS })
    .toBuffer();
}
