import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { processStart } from './processes.ts';

/** Another server uses the data folder. */
export class DataFolderInUse extends Error {
  constructor(folder: string, pid: number) {
    super(
      `Another Balcão server (process ${pid}) uses the data folder ${folder}. Stop it, or give this one its own with DATA_DIR.`,
    );
    this.name = 'DataFolderInUse';
  }
}

type Holder = { text: string; pid: number; start: string };

async function readHolder(path: string): Promise<Holder | undefined> {
  try {
    const text = await readFile(path, 'utf8');
    const [pid = '', start = ''] = text.split('\n');
    return { text, pid: Number(pid), start };
  } catch {
    return undefined;
  }
}

/**
 * Locks the data folder for this process; returns the function that unlocks it. Refuses with `DataFolderInUse` while
 * its holder is alive; takes over a dead holder's lock.
 */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  const path = join(folder, 'server.lock');
  const mine = `${process.pid}\n${(await processStart(process.pid)) ?? ''}\n`;
  const draft = `${path}.${process.pid}`;
  await writeFile(draft, mine, { mode: 0o600 });
  try {
    // A link creates the whole file or fails: nobody reads half a lock.
    for (;;) {
      try {
        await link(draft, path);
        break;
      } catch (error) {
        if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
      }
      const holder = await readHolder(path);
      if (holder === undefined) continue;
      if ((await processStart(holder.pid)) === holder.start) throw new DataFolderInUse(folder, holder.pid);
      await discard(path, holder);
    }
  } finally {
    await rm(draft, { force: true });
  }
  return async () => {
    if ((await readHolder(path))?.text === mine) await rm(path, { force: true });
  };
}

/** Removes a dead holder's lock, unless a third process has replaced it meanwhile. */
async function discard(path: string, dead: Holder): Promise<void> {
  const aside = `${path}.stale.${process.pid}`;
  try {
    await rename(path, aside);
  } catch {
    return;
  }
  const taken = await readHolder(aside);
  if (taken !== undefined && taken.text !== dead.text) await link(aside, path).catch(() => undefined);
  await rm(aside, { force: true });
}
