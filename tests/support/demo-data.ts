import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { analyzeTables } from '../../server/db/migrate.ts';
import { createLog } from '../../server/log.ts';
import { FolderFiles } from '../../server/domain/media/folder-files.ts';
import { seedMedia } from '../../server/demo/media.ts';
import { SEEDED_TABLES, seedDemo } from '../../server/demo/seed.ts';
import { createTestDatabase, readyDemoTemplate } from './database.ts';

/** What a demo's server starts with: its settings, and what takes them away again. */
export interface DemoData {
  readonly env: Readonly<Record<'DATABASE_URL' | 'DATABASE_OWNER_URL' | 'DATA_DIR', string>>;
  readonly drop: () => Promise<void>;
}

/**
 * The demo's conversations and files as its server fills them in at its first start, which takes longer than most of
 * what is done with them afterwards. They are made once a run and copied for each server.
 */
export async function createDemoData(): Promise<DemoData> {
  const files = await readyDemoTemplate(async (db, ownerUrl, folder) => {
    const now = () => new Date();
    await seedDemo(db, now());
    await seedMedia({ db, log: createLog({ level: 'silent' }), now }, new FolderFiles(folder));
    await analyzeTables(ownerUrl, SEEDED_TABLES);
  });
  const dataDir = await mkdtemp(join(tmpdir(), 'balcao-demo-'));
  if (files !== undefined) await cp(files, join(dataDir, 'media'), { recursive: true });
  // Without a template its server fills it.
  const database = await createTestDatabase(files === undefined ? 'people' : 'demo');
  return {
    env: { DATABASE_URL: database.url, DATABASE_OWNER_URL: database.ownerUrl, DATA_DIR: dataDir },
    drop: async () => {
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
