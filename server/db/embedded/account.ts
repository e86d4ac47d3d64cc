import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Log } from '../../log.ts';

const run = promisify(execFile);

/** The user PostgreSQL runs as; undefined: the one of this process. */
export type Account = { name: string; uid: number; gid: number } | undefined;

/** Options for a child process of the account. Its working directory is the root, as ours may be inaccessible to it. */
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

/** Commands that create a user without a login: shadow's useradd, then BusyBox's adduser. */
const CREATE_COMMANDS: readonly (readonly [string, ...string[]])[] = [
  ['useradd', '--system', '--user-group', '--no-create-home', '--shell', '/bin/false', 'balcao'],
  ['adduser', '-S', '-H', '-D', 'balcao'],
];

/**
 * The user PostgreSQL runs as, since it refuses root: for root `balcao` or `postgres`, created if needed; otherwise the
 * current user.
 */
export async function databaseAccount(log: Log): Promise<Account> {
  if (!isRoot()) return undefined;
  const found = (await lookUp('balcao')) ?? (await lookUp('postgres'));
  if (found !== undefined) return found;
  for (const [command, ...args] of CREATE_COMMANDS) {
    const created = await run(command, args).then(
      () => lookUp('balcao'),
      () => undefined,
    );
    if (created === undefined) continue;
    log.info('created the user "balcao", as PostgreSQL does not run as root');
    return created;
  }
  const nobody = await lookUp('nobody');
  if (nobody !== undefined) return nobody;
  throw new Error(
    'PostgreSQL does not run as root, and no other user could be found or created. Create a user named "balcao", or start as an ordinary user.',
  );
}

/** Whether the account can run a program successfully. */
export async function canRun(account: Account, command: string, args: readonly string[]): Promise<boolean> {
  return run(command, [...args], asAccount(account)).then(
    () => true,
    () => false,
  );
}
