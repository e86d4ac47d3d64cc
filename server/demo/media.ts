import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { TagType } from '../../contract/facts/tag-type.ts';
import { withPlatform, withTenant } from '../db/database.ts';
import type { Database, Tx } from '../db/database.ts';
import type { Id } from '../db/tables.ts';
import { checkMedia } from '../domain/media/fetch-media.ts';
import { ImageQueue } from '../domain/media/image-queue.ts';
import { keepFile } from '../domain/media/keep-file.ts';
import type { FileTools } from '../domain/media/keep-file.ts';
import { PdfPages } from '../domain/media/pdf-pages.ts';
import type { Services } from '../domain/context.ts';
import type { MediaFiles } from '../domain/media/media-files.ts';
import { pdfOf, xmlOf } from './files/documents.ts';
import { pictureOf } from './files/pictures.ts';
import { clipOf, voiceOf } from './files/recordings.ts';
import type { SeededFile } from './files/seeded-file.ts';
import { DEMO_TENANTS } from './people.ts';
import { createRandom } from './random.ts';

/** A file, and the message that shows it. */
type Seeded = SeededFile & { tagType: TagType; messageId: Id };
type Tools = FileTools & Pick<Services, 'db' | 'now'>;

/** Files made concurrently. */
const AT_ONCE = 6;

/** Gives the demo's seeded messages their files, those of an earlier version's demo too. */
export async function seedMedia(
  { db, log, now }: Pick<Services, 'db' | 'log' | 'now'>,
  files: MediaFiles,
): Promise<void> {
  const slugs = DEMO_TENANTS.map(({ slug }) => slug);
  const tenants = await withPlatform(db, (tx) =>
    tx.selectFrom('tenant').select('id').where('slug', 'in', slugs).orderBy('id').execute(),
  );
  const tools = { db, now, files, images: new ImageQueue(), pdfs: new PdfPages(log) };
  for (const { id: tenantId } of tenants) {
    const waiting = (await filesOf(db, tenantId)).values();
    const work = async (): Promise<void> => {
      for (const seeded of waiting) await storeFile(tools, tenantId, seeded);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    await withTenant(db, tenantId, (tx) => markMedia(tx, tenantId));
  }
}

async function storeFile(tools: Tools, tenantId: Id, seeded: Seeded): Promise<void> {
  const { tagType, name } = seeded;
  const result = await checkMedia(tools, { tagType, documentName: name }, [await bytesOf(seeded)]);
  if (result.outcome !== 'kept') throw new Error(`The demo's file ${name} was refused`);
  const { media } = result.kept;
  await keepFile(tools, tools.files, tenantId, result.kept);
  await withTenant(tools.db, tenantId, (tx) =>
    sql`
      insert into message_media (tenant_id, message_id, state, mime_type, size_bytes, sha256, width, height, has_preview)
      values (${tenantId}, ${seeded.messageId}, 'ready', ${media.mimeType}, ${media.sizeBytes}, ${media.sha256},
        ${media.width}, ${media.height}, ${media.hasPreview})
      on conflict do nothing`.execute(tx),
  );
}

/** Metadata in the form that received and sent files have. */
async function markMedia(tx: Tx, tenantId: Id): Promise<void> {
  await sql`
    update message m set media = case when m.type = 1 then '{"provider_id": "seeded"}'::jsonb
      else jsonb_build_object('sent_as', case when m.tag_type in ('pdf', 'doc') then 'document' else m.tag_type end) end
    where m.tenant_id = ${tenantId} and m.media is null
      and exists (select from message_media f where f.tenant_id = m.tenant_id and f.message_id = m.id)`.execute(tx);
}

/** The missing files of seeded messages, one for each. */
async function filesOf(db: Database, tenantId: Id): Promise<readonly Seeded[]> {
  const { rows } = await withTenant(db, tenantId, (tx) =>
    sql<Omit<Seeded, 'seed' | 'at'> & { key: string; at: string }>`
      select m.id::text as "messageId", m.tag_type as "tagType", m.document_name as name,
        m.document_mimetype as "mimeType", m.sent_at as at, coalesce(m.body, '') as caption, c.name as customer,
        tenant.name as company, coalesce(m.whatsapp_message_id, m.id::text) as key
      from message m
      join tenant on tenant.id = m.tenant_id
      join customer c on c.tenant_id = m.tenant_id and c.id = m.customer_id
      where m.tenant_id = ${tenantId} and m.document_mimetype is not null and m.media is null
        and not exists (select from message_media f where f.tenant_id = m.tenant_id and f.message_id = m.id)
      order by m.id`.execute(tx),
  );
  return rows.map(({ key, at, ...file }) => ({
    ...file,
    at: new Date(at),
    seed: createHash('sha256').update(key).digest('hex'),
  }));
}

function bytesOf(file: Seeded): Promise<Buffer> | Buffer {
  const random = createRandom(Number.parseInt(file.seed.slice(0, 8), 16));
  if (file.tagType === 'image') return pictureOf(file, random);
  if (file.tagType === 'pdf') return pdfOf(file);
  if (file.tagType === 'audio') return voiceOf(random);
  if (file.tagType === 'video') return clipOf(file.seed, random);
  return xmlOf(file);
}
