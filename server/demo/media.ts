import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import sharp from 'sharp';
import type { TagType } from '../../contract/facts/tag-type.ts';
import { withPlatform, withTenant } from '../db/database.ts';
import type { Database, Tx } from '../db/database.ts';
import type { Id } from '../db/tables.ts';
import { checkMedia } from '../domain/media/fetch-media.ts';
import { ImageQueue } from '../domain/media/image-queue.ts';
import { keepFile } from '../domain/media/keep-file.ts';
import type { Services } from '../domain/context.ts';
import type { MediaFiles } from '../domain/media/media-files.ts';
import { DEMO_TENANTS } from './people.ts';

type Seeded = { tagType: TagType; name: string | null; mimeType: string };

const SAMPLES = new URL('../emulator/samples/', import.meta.url);
const WIDTH = 960;
const HEIGHT = 720;

/** Gives the demo's seeded messages their files, those of an earlier version's demo too. */
export async function seedMedia({ db, now }: Pick<Services, 'db' | 'now'>, files: MediaFiles): Promise<void> {
  const slugs = DEMO_TENANTS.map(({ slug }) => slug);
  const tenants = await withPlatform(db, (tx) =>
    tx.selectFrom('tenant').select('id').where('slug', 'in', slugs).orderBy('id').execute(),
  );
  const tools = { files, images: new ImageQueue() };
  for (const { id: tenantId } of tenants) {
    for (const seeded of await filesOf(db, tenantId)) {
      const { tagType, name } = seeded;
      const result = await checkMedia(tools, { tagType, documentName: name }, [await bytesOf(seeded)]);
      if (result.outcome !== 'kept') throw new Error(`The demo's file ${name} was refused`);
      const { media } = result.kept;
      await keepFile({ db, now }, files, tenantId, result.kept);
      await withTenant(db, tenantId, (tx) =>
        sql`
          insert into message_media (tenant_id, message_id, state, mime_type, size_bytes, sha256, width, height,
            has_preview)
          select m.tenant_id, m.id, 'ready', ${media.mimeType}, ${media.sizeBytes}::integer, ${media.sha256},
            ${media.width}::integer, ${media.height}::integer, ${media.hasPreview}::boolean
          from message m where ${isWithout(tenantId)} and m.tag_type = ${tagType}
            and ${PATTERN} is not distinct from ${name}::text
          on conflict do nothing`.execute(tx),
      );
    }
    await withTenant(db, tenantId, (tx) => markMedia(tx, tenantId));
  }
}

/** As received and sent files are marked, so that they are shown. */
async function markMedia(tx: Tx, tenantId: Id): Promise<void> {
  await sql`
    update message m set media = case when m.type = 1 then '{"provider_id": "seeded"}'::jsonb
      else jsonb_build_object('sent_as', case when m.tag_type in ('pdf', 'doc') then 'document' else m.tag_type end) end
    where m.tenant_id = ${tenantId} and m.media is null
      and exists (select from message_media f where f.tenant_id = m.tenant_id and f.message_id = m.id)`.execute(tx);
}

/** The name without its number: files of one kind are the same. */
const PATTERN = sql`regexp_replace(m.document_name, '\\d{4,}', '0000')`;

/** Only seeded messages announce a file without telling where it is. */
const isWithout = (tenantId: Id) => sql<boolean>`m.tenant_id = ${tenantId} and m.document_mimetype is not null
  and m.media is null and not exists (select from message_media f where f.tenant_id = m.tenant_id and f.message_id = m.id)`;

async function filesOf(db: Database, tenantId: Id): Promise<readonly Seeded[]> {
  return withTenant(db, tenantId, async (tx) => {
    const { rows } = await sql<Seeded>`
      select distinct m.tag_type as "tagType", ${PATTERN} as name, m.document_mimetype as "mimeType"
      from message m where ${isWithout(tenantId)}`.execute(tx);
    return rows;
  });
}

function bytesOf({ tagType, name, mimeType }: Seeded): Promise<Buffer> | Buffer {
  if (tagType === 'image') return landscape(name ?? '', mimeType === 'image/png' ? 'png' : 'jpeg');
  if (tagType === 'pdf') return readFile(new URL('receipt.pdf', SAMPLES));
  if (tagType === 'audio') return readFile(new URL('voice.ogg', SAMPLES));
  if (tagType === 'video') return readFile(new URL('clip.mp4', SAMPLES));
  return Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>\n<arquivo>${name}</arquivo>\n`);
}

type Colour = readonly [number, number, number];

/** Hills under a low sun, in colours that the name decides. */
function landscape(name: string, format: 'png' | 'jpeg'): Promise<Buffer> {
  const seed = createHash('sha256').update(name).digest();
  const part = (index: number): number => (seed[index] ?? 0) / 255;
  const hue = part(0) * 360;
  const sky = [colour(hue, 0.55, 0.45), colour(hue + 40, 0.75, 0.82)] as const;
  const hills = [colour(hue + 20, 0.35, 0.55), colour(hue + 10, 0.4, 0.38), colour(hue, 0.45, 0.22)];
  const sun = { x: WIDTH * (0.25 + part(1) / 2), y: HEIGHT * (0.3 + part(2) / 5), radius: 60 + part(3) * 40 };
  const pixels = Buffer.alloc(WIDTH * HEIGHT * 3);
  for (let x = 0; x < WIDTH; x += 1) {
    const edges = hills.map((_, hill) => {
      const wave = Math.sin((x / WIDTH) * (3 + hill * 2) + part(4 + hill) * 6) + Math.sin((x / WIDTH) * 9 + hill) / 3;
      return HEIGHT * (0.55 + hill * 0.14) + wave * 45;
    });
    for (let y = 0; y < HEIGHT; y += 1) {
      const hill = edges.findLastIndex((edge) => y > edge);
      const isSun = Math.hypot(x - sun.x, y - sun.y) < sun.radius;
      const shown = hills[hill] ?? (isSun ? SUN : mixed(sky, y / HEIGHT));
      pixels.set(shown, (y * WIDTH + x) * 3);
    }
  }
  const image = sharp(pixels, { raw: { width: WIDTH, height: HEIGHT, channels: 3 } });
  return (format === 'png' ? image.png() : image.jpeg({ quality: 82 })).toBuffer();
}

const SUN: Colour = [255, 246, 222];

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
