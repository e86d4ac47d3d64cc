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

/** A checked file and its preview, both staged. */
export type LookedAt = { file: StagedFile; preview: StagedFile | null; media: KeptMedia };

/** How long a stored file waits for its row. */
const ROW_MS = 3_600_000;

/** Checks a staged file. Pictures that can't be decoded, and PDFs, have no `width`. */
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
 * Stores a file and its preview before its row, so that a slow store doesn't block a transaction.
 * Marked as orphaned in an hour, so that it is deleted if the row never follows.
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

/** Discards the staged files. */
export async function discardFile(files: MediaFiles, { file, preview }: LookedAt): Promise<void> {
  await files.discard(file);
  if (preview !== null) await files.discard(preview);
}
