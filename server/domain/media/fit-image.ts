import type { Sharp } from 'sharp';
import { IMAGE_MAX, PICTURE_PIXELS_MAX } from '../../../contract/facts/outgoing-file.ts';
import { DECODE_SECONDS } from './image-queue.ts';
import type { OpenImage } from './image-queue.ts';

/** The Cloud API's limits, in bytes. */
const STICKER_MAX = 100_000;
const ANIMATED_STICKER_MAX = 500_000;
const STICKER_SIDE = 512;
/** Tried in this order until one fits; the last always does. */
const JPEG_SIZES = [
  { side: 4096, quality: 88 },
  { side: 3072, quality: 82 },
  { side: 2048, quality: 75 },
  { side: 1280, quality: 70 },
];
const WEBP_QUALITIES = [90, 70, 50, 30, 10];
const ANIMATED_QUALITIES = [70, 40, 15];

/** The result of making an image fit: new bytes, or the file as it is. */
export type Fitted = { bytes: Buffer; mimeType: string } | 'asItIs' | 'tooManyPixels' | 'unreadable';

/** Makes an image fit what WhatsApp shows as a picture: JPEG or PNG, 8-bit RGB, up to `IMAGE_MAX`. */
export async function fitImage(open: OpenImage, path: string, sizeBytes: number): Promise<Fitted> {
  const header = await headerOf(open, path);
  if (typeof header === 'string') return header;
  const { format, depth, space, hasAlpha } = header;
  const isTaken = (format === 'jpeg' || format === 'png') && depth === 'uchar' && space === 'srgb';
  if (isTaken && sizeBytes <= IMAGE_MAX) return 'asItIs';
  const upright = (): Sharp => decode(open, path).autoOrient().toColourspace('srgb');
  if (hasAlpha) {
    const png = await attempt(upright().png());
    if (png === undefined) return 'unreadable';
    if (png.byteLength <= IMAGE_MAX) return { bytes: png, mimeType: 'image/png' };
  }
  for (const { side, quality } of JPEG_SIZES) {
    const sized = upright().resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true });
    const jpeg = await attempt(sized.flatten({ background: '#fff' }).jpeg({ quality }));
    if (jpeg === undefined) return 'unreadable';
    if (jpeg.byteLength <= IMAGE_MAX) return { bytes: jpeg, mimeType: 'image/jpeg' };
  }
  return 'unreadable';
}

/** Makes a sticker of an image: a WebP of 512 × 512 up to 100 KB, or 500 KB if it moves. */
export async function fitSticker(open: OpenImage, path: string, sizeBytes: number): Promise<Fitted> {
  const header = await headerOf(open, path);
  if (typeof header === 'string') return header;
  const { format, width, height, pages = 1, pageHeight } = header;
  const isAnimated = pages > 1;
  const isSized = width === STICKER_SIDE && (pageHeight ?? height) === STICKER_SIDE;
  const max = isAnimated ? ANIMATED_STICKER_MAX : STICKER_MAX;
  if (format === 'webp' && isSized && sizeBytes <= max) return 'asItIs';
  if (isAnimated && STICKER_SIDE ** 2 * pages <= PICTURE_PIXELS_MAX) {
    const moving = await firstThatFits(() => decode(open, path, true), ANIMATED_QUALITIES, max);
    if (moving !== undefined) return { bytes: moving, mimeType: 'image/webp' };
  }
  const still = await firstThatFits(() => decode(open, path).autoOrient(), WEBP_QUALITIES, STICKER_MAX);
  return still === undefined ? 'unreadable' : { bytes: still, mimeType: 'image/webp' };
}

async function firstThatFits(
  image: () => Sharp,
  qualities: readonly number[],
  max: number,
): Promise<Buffer | undefined> {
  for (const quality of qualities) {
    const side = { width: STICKER_SIDE, height: STICKER_SIDE };
    const sized = image().resize({ ...side, fit: 'contain', background: { r: 0, g: 0, b: 0, alpha: 0 } });
    const webp = await attempt(sized.webp({ quality }));
    if (webp === undefined || webp.byteLength <= max) return webp;
  }
  return undefined;
}

/** Reads only the header. */
async function headerOf(open: OpenImage, path: string) {
  const header = await open(path, { limitInputPixels: false })
    .metadata()
    .catch(() => undefined);
  if (header === undefined) return 'unreadable';
  return header.width * header.height > PICTURE_PIXELS_MAX ? 'tooManyPixels' : header;
}

function decode(open: OpenImage, path: string, animated = false): Sharp {
  return open(path, { limitInputPixels: PICTURE_PIXELS_MAX, failOn: 'error', animated });
}

/** Undefined if it can't be decoded, or takes too long. */
function attempt(image: Sharp): Promise<Buffer | undefined> {
  return image
    .timeout({ seconds: DECODE_SECONDS })
    .toBuffer()
    .catch(() => undefined);
}
