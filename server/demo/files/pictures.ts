import sharp from 'sharp';
import type { Sharp } from 'sharp';
import { FACES } from '../../documents/printable.ts';
import type { Random } from '../random.ts';
import type { SeededFile } from './seeded-file.ts';

/** Small, as the demo makes some hundred when it first starts. */
const WIDTH = 720;
const HEIGHT = 540;
/** Drawn at half the size, since enlarging is quicker than drawing. */
const DRAWN = { width: WIDTH / 2, height: HEIGHT / 2 };

/** Prefixes of the names of pictures of papers or screens. */
const PAPERS: readonly (readonly [start: string, title: string])[] = [
  ['comprovante', 'Comprovante de Pix'],
  ['atestado', 'Atestado médico'],
  ['captura-de-tela', 'Oferta da semana'],
];

export function pictureOf(file: SeededFile, random: Random): Promise<Buffer> {
  const title = PAPERS.find(([start]) => file.name?.startsWith(start) === true)?.[1];
  const image = title === undefined ? landscape(random) : paper(title, file, random);
  return (file.mimeType === 'image/png' ? image.png() : image.jpeg({ quality: 82 })).toBuffer();
}

/** A sheet on a table. */
function paper(title: string, { customer, at, seed }: SeededFile, random: Random): Sharp {
  const [red, green, blue] = colour(random.between(0, 359), 0.25, 0.55);
  const date = new Intl.DateTimeFormat('pt-BR', { dateStyle: 'short', timeZone: 'America/Sao_Paulo' }).format(at);
  const text = `<b>${title}</b>\n\n${customer}\n${date}\nnº ${seed.slice(0, 12).toUpperCase()}`;
  const [width, height] = [random.between(420, 540), random.between(390, 465)];
  const sheet = { create: { width, height, channels: 3, background: '#fdfcf7' } } as const;
  const words = {
    text: { text, font: 'DejaVu Sans Condensed 13', fontfile: FACES.text, rgba: true, dpi: 150 },
  } as const;
  const left = Math.round((WIDTH - width) / 2);
  const top = Math.round((HEIGHT - height) / 2);
  return sharp({
    create: { width: WIDTH, height: HEIGHT, channels: 3, background: { r: red, g: green, b: blue } },
  }).composite([
    { input: sheet, left, top },
    { input: words, left: left + 36, top: top + 36 },
  ]);
}

type Colour = readonly [number, number, number];

const SUN: Colour = [255, 246, 222];

/** Hills under a low sun. */
function landscape(random: Random): Sharp {
  const { width, height } = DRAWN;
  const hue = random.next() * 360;
  const sky = [colour(hue, 0.55, 0.45), colour(hue + 40, 0.75, 0.82)] as const;
  const hills = [colour(hue + 20, 0.35, 0.55), colour(hue + 10, 0.4, 0.38), colour(hue, 0.45, 0.22)];
  const turns = hills.map(() => random.next() * 6);
  const sun = {
    x: width * (0.25 + random.next() / 2),
    y: height * (0.3 + random.next() / 5),
    radius: height * (0.08 + random.next() * 0.06),
  };
  const pixels = Buffer.alloc(width * height * 3);
  for (let x = 0; x < width; x += 1) {
    const edges = turns.map((turn, hill) => {
      const wave = Math.sin((x / width) * (3 + hill * 2) + turn) + Math.sin((x / width) * 9 + hill) / 3;
      return height * (0.55 + hill * 0.14 + wave * 0.0625);
    });
    for (let y = 0; y < height; y += 1) {
      const isSun = Math.hypot(x - sun.x, y - sun.y) < sun.radius;
      const shown = hills[edges.findLastIndex((edge) => y > edge)] ?? (isSun ? SUN : mixed(sky, y / height));
      const at = (y * width + x) * 3;
      [pixels[at], pixels[at + 1], pixels[at + 2]] = shown;
    }
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } }).resize(WIDTH, HEIGHT);
}

function mixed([one, other]: readonly [Colour, Colour], share: number): Colour {
  const at = (index: 0 | 1 | 2): number => Math.round(one[index] + (other[index] - one[index]) * share);
  return [at(0), at(1), at(2)];
}

/** From hue in degrees, saturation and lightness. */
function colour(hue: number, saturation: number, lightness: number): Colour {
  const range = saturation * Math.min(lightness, 1 - lightness);
  const at = (offset: number): number => {
    const turn = (offset + hue / 30) % 12;
    return Math.round(255 * (lightness - range * Math.max(-1, Math.min(turn - 3, 9 - turn, 1))));
  };
  return [at(0), at(8), at(4)];
}
