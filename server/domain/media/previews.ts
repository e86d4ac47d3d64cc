import type { Sharp, SharpOptions } from 'sharp';

/** Larger pictures would take too much memory: they have no preview. */
const PIXELS_MAX = 50_000_000;
const PREVIEW_SIZE = 640;
const DECODE_SECONDS = 20;

/** A decoded picture: its size as shown, and its preview as WebP, null if it is too large to be decoded. */
export type Picture = { width: number; height: number; preview: Buffer | null };

type OpenImage = (bytes: Uint8Array, options: SharpOptions) => Sharp;

/**
 * Makes previews, one at a time: decoding takes threads that files and passwords need as well. Resolves to undefined for
 * bytes that can't be decoded.
 */
export class Previews {
  #last: Promise<unknown> = Promise.resolve();
  #opener: Promise<OpenImage> | undefined;

  make(bytes: Uint8Array): Promise<Picture | undefined> {
    const made = this.#last.then(async () => {
      this.#opener ??= loadOpener();
      return pictureOf(await this.#opener, bytes);
    });
    this.#last = made.catch(() => undefined);
    return made;
  }
}

/** Loaded with the first picture: a server starts sooner without. */
async function loadOpener(): Promise<OpenImage> {
  const { default: sharp } = await import('sharp');
  sharp.concurrency(1);
  sharp.cache(false);
  // What isn't one of these is never decoded, whatever the check before it said: SVG, PDF, TIFF…
  sharp.block({ operation: ['VipsForeignLoad'] });
  const formats = ['Jpeg', 'Png', 'Webp', 'Nsgif'];
  sharp.unblock({ operation: formats.map((format) => `VipsForeignLoad${format}Buffer`) });
  return sharp;
}

async function pictureOf(open: OpenImage, bytes: Uint8Array): Promise<Picture | undefined> {
  // Reads only the header.
  const header = await open(bytes, { limitInputPixels: false })
    .metadata()
    .catch(() => undefined);
  if (header === undefined) return undefined;
  const { width, height } = header.autoOrient;
  if (width * height > PIXELS_MAX) return { width, height, preview: null };
  const preview = await open(bytes, { limitInputPixels: PIXELS_MAX, failOn: 'error' })
    .autoOrient()
    .resize({ width: PREVIEW_SIZE, height: PREVIEW_SIZE, fit: 'inside', withoutEnlargement: true })
    .webp()
    .timeout({ seconds: DECODE_SECONDS })
    .toBuffer()
    .catch(() => undefined);
  return preview === undefined ? undefined : { width, height, preview };
}
