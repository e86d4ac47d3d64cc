import { join } from 'node:path';
import type { Config } from '../../config.ts';
import type { Services } from '../context.ts';
import { FolderFiles } from './folder-files.ts';
import type { MediaFiles } from './media-files.ts';

/** Opens the configured store of messages' files. An unusable bucket is only logged: the rest works without it. */
export async function openFiles(
  { dataDir, media }: Pick<Config, 'dataDir' | 'media'>,
  { log }: Pick<Services, 'log'>,
): Promise<MediaFiles> {
  const folder = join(dataDir, 'media');
  if (media.bucket === undefined) return new FolderFiles(folder);
  // Loaded only where it is used: it is large.
  const { BucketFiles } = await import('./bucket-files.ts');
  const files = new BucketFiles(media.bucket, join(folder, 'unfinished'));
  void files
    .check()
    .catch((error: unknown) => log.error({ err: error }, "the bucket of messages' files (MEDIA_S3_…) can't be used"));
  return files;
}
