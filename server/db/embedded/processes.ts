import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

async function ps(field: string, pid: number): Promise<string | undefined> {
  try {
    const { stdout } = await run('ps', ['-o', `${field}=`, '-p', String(pid)]);
    return stdout.trim() || undefined;
  } catch {
    return undefined;
  }
}

/** A process's start time, to tell it from a later one with the same id; undefined if there is none. */
export async function processStart(pid: number): Promise<string | undefined> {
  if (process.platform !== 'linux') return ps('lstart', pid);
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    // A zombie holds no resources.
    return fields[0] === 'Z' ? undefined : fields[19];
  } catch {
    return undefined;
  }
}

/** A process's command line, separated by spaces; undefined if there is none. */
export async function processCommand(pid: number): Promise<string | undefined> {
  if (process.platform !== 'linux') return ps('command', pid);
  try {
    return (await readFile(`/proc/${pid}/cmdline`, 'utf8')).replaceAll('\0', ' ').trim() || undefined;
  } catch {
    return undefined;
  }
}

/** Signals a process, if it still exists. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

/** Waits until a condition holds; false when it doesn't within `ms`. */
export async function until(condition: () => Promise<boolean>, ms: number): Promise<boolean> {
  const end = performance.now() + ms;
  while (!(await condition())) {
    if (performance.now() > end) return false;
    await pause(20);
  }
  return true;
}
