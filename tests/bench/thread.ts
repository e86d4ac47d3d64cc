import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { withTenant } from '../../server/db/database.ts';
import type { Database } from '../../server/db/database.ts';
import { mediaPath } from '../../server/domain/media/media-files.ts';
import { openBench } from './load-setup.ts';
import { Visit } from './page-visit.ts';
import type { BenchRow } from './row.ts';
import { installThreadProbe } from './thread-probe.ts';
import type { Scrolled } from './thread-probe.ts';

/** An administrator, and an attendant with one conversation. */
const SIZE = { companies: 1, users: 2, busy: 1, customersOfBusy: 1, customersOfOthers: 0, messagesOfEach: 0 };
const MESSAGES = 20_000;
const IMAGES = 500;
/** Different pictures; each is a message's so many times. */
const PICTURES = 20;
const WIDTH = 640;
const HEIGHT = 480;

const OPENINGS = 5;
const OPENING_MS = 300;
/** As fast as one turns a wheel: 2,400 pixels a second. */
const PIXELS_PER_FRAME = 40;
const LATE_SHARE = 1;
const FRAME_MS = 1000 / 60;

/** The built page in Chromium at a conversation of 20,000 messages with 500 images. */
export async function benchThread(): Promise<BenchRow[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'balcao-bench-files-'));
  const bench = await openBench(SIZE, { DATA_DIR: dataDir });
  try {
    const [company] = bench.companies;
    if (company === undefined) throw new Error('There is no company');
    const ticketId = await fillConversation(bench.db, company.tenantId, dataDir);
    await sql`vacuum analyze`.execute(bench.db.kysely);
    const visit = await Visit.arrive(bench, company, { remembered: false });
    try {
      const page = visit.page;
      await page.addInitScript(installThreadProbe);
      const opened: number[] = [];
      for (let count = 0; count < OPENINGS; count += 1) opened.push(await open(page, company.slug, ticketId));
      const up = await page.evaluate((order) => window.benchThread.scroll(order), {
        direction: 'up' as const,
        pixelsPerFrame: PIXELS_PER_FRAME,
        until: Number(process.env['BALCAO_BENCH_MESSAGES'] ?? 2_000),
      });
      const down = await page.evaluate((order) => window.benchThread.scroll(order), {
        direction: 'down' as const,
        pixelsPerFrame: PIXELS_PER_FRAME,
        until: Infinity,
      });
      return [openingRow(opened), ...scrollRows('up', up), ...scrollRows('down', down)];
    } finally {
      await visit.close();
    }
  } finally {
    await bench.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Milliseconds from the arrival of the newest messages to the frame that shows them. */
async function open(page: Page, slug: string, ticketId: string): Promise<number> {
  await page.goto(new URL(`/${slug}/chat/${ticketId}`, page.url()).href);
  const { arrivedAt, paintedAt } = await page
    .waitForFunction(() => window.benchThread.opened())
    .then((shown) => shown.evaluate((found) => found ?? { arrivedAt: 0, paintedAt: Infinity }));
  return paintedAt - arrivedAt;
}

function openingRow(opened: readonly number[]): BenchRow {
  const sorted = opened.toSorted((one, other) => one - other);
  return {
    what: `${MESSAGES} messages with ${IMAGES} images: from the first page to its pixels, at the end (${sorted.map(Math.round).join(', ')})`,
    value: sorted[sorted.length >> 1] ?? Infinity,
    unit: 'ms',
    budget: OPENING_MS,
    better: 'less',
  };
}

function scrollRows(direction: string, seen: Scrolled): BenchRow[] {
  const late = seen.intervals.filter((ms) => ms > FRAME_MS * 1.5).length;
  const of = `scrolling ${direction}, ${seen.seen} messages, ${seen.drawn} drawn at a time at most, ${seen.frames} frames (${seen.waited} at the end of what is held)`;
  return [
    { what: `${of}: frames without a message in view`, value: seen.blank, unit: '', budget: 0, better: 'less' },
    { what: `${of}: frames in which it jumped`, value: seen.jumped, unit: '', budget: 0, better: 'less' },
    {
      what: `${of}: late frames (longest ${Math.round(Math.max(...seen.intervals))} ms)`,
      value: (late / seen.frames) * 100,
      unit: '%',
      budget: LATE_SHARE,
      better: 'less',
    },
  ];
}

/** The company's only conversation gets its messages; answers its ticket. */
async function fillConversation(db: Database, tenantId: string, dataDir: string): Promise<string> {
  const pictures = await writePictures(tenantId, dataDir);
  return withTenant(db, tenantId, async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx);
    await sql`
      insert into message (tenant_id, ticket_id, customer_id, instance_id, type, whatsapp_message_id, user_id, sent_at,
        created_at, body, tag_type, ack, media)
      select t.tenant_id, t.id, t.customer_id, t.instance_id, n % 2, 'wamid.long.' || n,
        case when n % 2 = 0 then t.user_id end, now() - make_interval(mins => ${MESSAGES}::int - n),
        now() - make_interval(mins => ${MESSAGES}::int - n),
        case when n % ${MESSAGES / IMAGES}::int = 1 then ''
          else repeat('O pedido saiu ontem para a entrega, chega na sexta-feira. ', 1 + n % 7) end,
        case when n % ${MESSAGES / IMAGES}::int = 1 then 'image' else 'text' end, case when n % 2 = 0 then 3 else 0 end,
        case when n % ${MESSAGES / IMAGES}::int = 1 then jsonb_build_object('provider_id', n::text) end
      from chat_ticket t cross join generate_series(1, ${MESSAGES}::int) n
      where t.tenant_id = ${tenantId} order by n`.execute(tx);
    await sql`
      update message_media f set state = 'ready', mime_type = 'image/jpeg', width = ${WIDTH}::int, height = ${HEIGHT}::int,
        has_preview = true, sha256 = p.sha256, size_bytes = p.size_bytes
      from jsonb_to_recordset(${JSON.stringify(pictures)}::jsonb) as p(place int, sha256 text, size_bytes int)
      where f.tenant_id = ${tenantId} and p.place = f.message_id % ${PICTURES}`.execute(tx);
    const { rows } = await sql<{ id: string }>`
      update chat_ticket t set last_message_id = (select max(m.id) from message m
        where m.tenant_id = t.tenant_id and m.ticket_id = t.id)
      where t.tenant_id = ${tenantId} returning id`.execute(tx);
    return rows[0]?.id ?? '';
  });
}

async function writePictures(tenantId: string, dataDir: string) {
  const places = Array.from({ length: PICTURES }, (_, place) => place);
  return Promise.all(
    places.map(async (place) => {
      const noise = { type: 'gaussian' as const, mean: 40 + place * 10, sigma: 30 };
      const image = sharp({ create: { width: WIDTH, height: HEIGHT, channels: 3, background: '#888', noise } });
      const original = await image.jpeg().toBuffer();
      const sha256 = createHash('sha256').update(original).digest('hex');
      const path = join(dataDir, 'media', mediaPath(tenantId, sha256, 'original'));
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, original);
      const preview = join(dataDir, 'media', mediaPath(tenantId, sha256, 'preview'));
      await writeFile(preview, await sharp(original).webp().toBuffer());
      return { place, sha256, size_bytes: original.byteLength };
    }),
  );
}
