import type { Tx } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import { isPicture } from './check-type.ts';
import { lockFile } from './hash-lock.ts';
import type { ImageQueue } from './image-queue.ts';
import { mediaPath } from './media-files.ts';
import type { MediaFiles, StagedFile } from './media-files.ts';
import type { KeptMedia } from './media-rows.ts';
import { pictureOf } from './previews.ts';

export type FileTools = { files: MediaFiles; images: ImageQueue };

/** A file that was looked at, and its preview, neither kept yet. */
export type LookedAt = { file: StagedFile; preview: StagedFile | null; media: KeptMedia };

/** Looks at a staged file. A picture that can't be decoded has no `width`. */
export async function lookAt({ files, images }: FileTools, file: StagedFile, mimeType: string): Promise<LookedAt> {
  const picture = isPicture(mimeType) ? await images.run((open) => pictureOf(open, file.path)) : undefined;
  const smaller = picture?.preview ?? null;
  const preview = smaller === null ? null : await files.stage([smaller]);
  const { width = null, height = null } = picture ?? {};
  const { sizeBytes, sha256 } = file;
  return { file, preview, media: { mimeType, sizeBytes, sha256, width, height, hasPreview: preview !== null } };
}

/** Keeps a file with its preview, in the transaction that stores the row that has it. */
export async function keepFile(tx: Tx, files: MediaFiles, tenantId: Id, { file, preview }: LookedAt): Promise<void> {
  await lockFile(tx, tenantId, file.sha256);
  await files.keep(mediaPath(tenantId, file.sha256, 'original'), file);
  if (preview !== null) await files.keep(mediaPath(tenantId, file.sha256, 'preview'), preview);
}

/** Deletes what was not kept. */
export async function discardFile(files: MediaFiles, { file, preview }: LookedAt): Promise<void> {
  await files.discard(file);
  if (preview !== null) await files.discard(preview);
}
