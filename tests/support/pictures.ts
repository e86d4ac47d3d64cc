import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import pixelmatch from 'pixelmatch';
import sharp from 'sharp';
import { PICTURES_MODE } from './pictures-mode.ts';

const refused = fileURLToPath(new URL('../../reports/pictures/', import.meta.url));
const accepted = `${refused}accepted/`;

/** So many pixels may differ in any square of so many: letters that another Chromium draws a little otherwise. */
const TOLERANCE = 45;
const SQUARE = 32;

interface Picture {
  readonly data: Buffer;
  readonly width: number;
  readonly height: number;
}

async function pixelsOf(image: Buffer): Promise<Picture> {
  const { data, info } = await sharp(image).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

/** Pictures beside each other, each so much smaller. */
export async function sheetOf(shots: readonly { readonly image: Buffer; readonly width: number }[]): Promise<Buffer> {
  const small = await Promise.all(shots.map(({ image, width }) => sharp(image).resize({ width }).png().toBuffer()));
  const sizes = await Promise.all(small.map((image) => sharp(image).metadata()));
  const width = sizes.reduce((sum, size) => sum + size.width, 0);
  const height = Math.max(...sizes.map((size) => size.height));
  let left = 0;
  const parts = small.map((input, at) => {
    const part = { input, top: 0, left };
    left += sizes[at]?.width ?? 0;
    return part;
  });
  const background = '#808080';
  return sharp({ create: { width, height, channels: 3, background } })
    .composite(parts)
    .webp({ lossless: true, effort: 6 })
    .toBuffer();
}

/**
 * Holds what is seen against the last accepted picture of the name; answers what is wrong. Where they differ, both and the
 * difference are in `reports/pictures`.
 */
export async function differenceFromAccepted(name: string, small: Buffer): Promise<string | null> {
  const file = `${accepted}${name}.webp`;
  await mkdir(accepted, { recursive: true });
  if (process.env[PICTURES_MODE] === 'accept') {
    await writeFile(file, small);
    return null;
  }
  const before = await readFile(file).catch(() => null);
  if (before === null) {
    await writeFile(`${refused}${name}.webp`, small);
    return `${name}: there is no accepted picture; "npm run paths -- --pictures --accept" takes this one`;
  }
  const [was, is] = [await pixelsOf(before), await pixelsOf(small)];
  if (was.width !== is.width || was.height !== is.height)
    return `${name}: ${is.width} × ${is.height} pixels, not ${was.width} × ${was.height}`;
  const marks = Buffer.alloc(is.data.length);
  const count = pixelmatch(was.data, is.data, marks, is.width, is.height, { windowSize: SQUARE });
  if (count <= TOLERANCE) return null;
  const raw = { width: is.width, height: is.height, channels: 4 } as const;
  await writeFile(`${refused}${name}.accepted.webp`, before);
  await writeFile(`${refused}${name}.webp`, small);
  await sharp(marks, { raw }).webp({ lossless: true }).toFile(`${refused}${name}.difference.webp`);
  return `${name}: ${count} pixels differ in one place; see reports/pictures/${name}.difference.webp`;
}
