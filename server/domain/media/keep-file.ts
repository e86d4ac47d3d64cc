import { sql } from 'kysely';
import { withTenant } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import type { Services } from '../context.ts';
import { isPdf, isPicture } from './check-type.ts';
import { lockFile } from './hash-lock.ts';
import type { ImageQueue } from './image-queue.ts';
import { mediaPath } from './media-files.ts';
import type { MediaFiles, StagedFile } from './media-files.ts';
import type { KeptMedia } from './media-rows.ts';
import type { PdfPages } from './pdf-pages.ts';
import { pagePreview, pictureOf } from './previews.ts';

export type FileTools = { files: MediaFiles; images: ImageQueue; pdfs: PdfPages };

/** A file that was looked at, and its preview, neither kept yet. */
export type LookedAt = { file: StagedFile; preview: StagedFile | null; media: KeptMedia };

/** How long a kept file waits for the row that has it. */
const ROW_MS = 3_600_000;

/** Looks at a staged file. A picture that can't be decoded has no `width`, and a PDF has none in any case. */
export async function lookAt(tools: FileTools, file: StagedFile, mimeType: string): Promise<LookedAt> {
  const { files, images } = tools;
  const picture = isPicture(mimeType) ? await images.run((open) => pictureOf(open, file.path)) : undefined;
  const smaller = picture?.preview ?? (isPdf(mimeType) ? await firstPage(tools, file) : null);
  const preview = smaller === null ? null : await files.stage([smaller]);
  const { width = null, height = null } = picture ?? {};
  const { sizeBytes, sha256 } = file;
  return { file, preview, media: { mimeType, sizeBytes, sha256, width, height, hasPreview: preview !== null } };
}

async function firstPage({ images, pdfs }: FileTools, file: StagedFile): Promise<Buffer | null> {
  const top = await pdfs.top(file);
  return top === undefined ? null : images.run((open) => pagePreview(open, top));
}

/**
 * Keeps a file with its preview, before the row that has it is stored: a transaction would be held up by a slow store.
 * Noted as unused from in an hour on, so that it is deleted if the row never comes.
 */
export async function keepFile(
  { db, now }: Pick<Services, 'db' | 'now'>,
  files: MediaFiles,
  tenantId: Id,
  { file, preview }: Pick<LookedAt, 'file' | 'preview'>,
): Promise<void> {
  const { sha256 } = file;
  const since = new Date(now().getTime() + ROW_MS);
  await withTenant(db, tenantId, async (tx) => {
    // Not while it is being deleted.
    await lockFile(tx, tenantId, sha256);
    await sql`insert into unused_file (tenant_id, sha256, since) values (${tenantId}, ${sha256}, ${since})
      on conflict (tenant_id, sha256) do update set since = excluded.since`.execute(tx);
  });
  await files.keep(mediaPath(tenantId, sha256, 'original'), file);
  if (preview !== null) await files.keep(mediaPath(tenantId, sha256, 'preview'), preview);
}

/** Deletes what was not kept. */
export async function discardFile(files: MediaFiles, { file, preview }: LookedAt): Promise<void> {
  await files.discard(file);
  if (preview !== null) await files.discard(preview);
}
