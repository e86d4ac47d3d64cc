import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Log } from '../../log.ts';

const run = promisify(execFile);

/** Whom PostgreSQL runs as; undefined: as this process. */
export type Account = { name: string; uid: number; gid: number } | undefined;

/** Options for a child process that runs as the account. Its folder is the root: it may not be allowed into ours. */
export function asAccount(account: Account): { cwd: string; uid?: number; gid?: number } {
  return account === undefined ? { cwd: '/' } : { cwd: '/', uid: account.uid, gid: account.gid };
}

export function isRoot(): boolean {
  return process.getuid?.() === 0;
}

async function lookUp(name: string): Promise<Account> {
  try {
    const [uid, gid] = await Promise.all([run('id', ['-u', name]), run('id', ['-g', name])]);
    return { name, uid: Number(uid.stdout), gid: Number(gid.stdout) };
  } catch {
    return undefined;
  }
}

/** How systems make a user who can't log in: shadow's useradd, then BusyBox's adduser. */
const WAYS_TO_CREATE: readonly (readonly [string, ...string[]])[] = [
  ['useradd', '--system', '--user-group', '--no-create-home', '--shell', '/bin/false', 'balcao'],
  ['adduser', '-S', '-H', '-D', 'balcao'],
];

/**
 * The account PostgreSQL runs as, since it refuses root: as root `balcao` or `postgres`, made when
 * there is none; otherwise the user we are.
 */
export async function databaseAccount(log: Log): Promise<Account> {
  if (!isRoot()) return undefined;
  const found = (await lookUp('balcao')) ?? (await lookUp('postgres'));
  if (found !== undefined) return found;
  for (const [command, ...args] of WAYS_TO_CREATE) {
    const made = await run(command, args).then(
      () => lookUp('balcao'),
      () => undefined,
    );
    if (made === undefined) continue;
    log.info('user "balcao" was created: PostgreSQL does not run as root');
    return made;
  }
  const nobody = await lookUp('nobody');
  if (nobody !== undefined) return nobody;
  throw new Error(
    'PostgreSQL does not run as root, and no other user could be found or made. Create a user named "balcao", or start as an ordinary user.',
  );
}

/** Whether the account can run a program with success. */
export async function canRun(account: Account, command: string, args: readonly string[]): Promise<boolean> {
  return run(command, [...args], asAccount(account)).then(
    () => true,
    () => false,
  );
}
