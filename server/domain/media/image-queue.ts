import type { Sharp, SharpOptions } from 'sharp';

export const DECODE_SECONDS = 20;

/** Opens a file by its path, or pixels. */
export type OpenImage = (picture: string | Uint8Array, options: SharpOptions) => Sharp;

/** Runs work on images one at a time: decoding takes threads that files and passwords need as well. */
export class ImageQueue {
  #last: Promise<unknown> = Promise.resolve();
  #opener: Promise<OpenImage> | undefined;

  run<T>(work: (open: OpenImage) => Promise<T>): Promise<T> {
    const done = this.#last.then(async () => {
      this.#opener ??= loadOpener();
      return work(await this.#opener);
    });
    this.#last = done.catch(() => undefined);
    return done;
  }
}

/** Loaded with the first picture: a server starts sooner without. */
async function loadOpener(): Promise<OpenImage> {
  const { default: sharp } = await import('sharp');
  sharp.concurrency(1);
  sharp.cache(false);
  // Formats that may be decoded; never SVG, PDF, TIFF…, whatever earlier checks said.
  sharp.block({ operation: ['VipsForeignLoad'] });
  const formats = ['Jpeg', 'Png', 'Webp', 'Nsgif'];
  const loaders = formats.flatMap((format) => [`VipsForeignLoad${format}File`, `VipsForeignLoad${format}Buffer`]);
  sharp.unblock({ operation: loaders });
  return sharp;
}
