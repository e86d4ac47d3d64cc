import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { operate } from '../../server/admin/operate.ts';
import { compileCache } from './server.ts';

const script = fileURLToPath(new URL('../../server/admin/main.ts', import.meta.url));

/** What an `npm run admin` command said, and its exit code. */
export type Said = { code: unknown; out: string; err: string };

/** Does what `npm run admin` does with arguments. */
export async function runAdmin(env: Readonly<Record<string, string>>, ...args: string[]): Promise<Said> {
  const said = { out: '', err: '' };
  const code = await operate(args, env, {
    out: (line) => void (said.out += `${line}\n`),
    err: (line) => void (said.err += `${line}\n`),
  });
  return { code, ...said };
}

/** The same in a process of its own, as the operator runs it. */
export async function spawnAdmin(env: Readonly<Record<string, string>>, ...args: string[]): Promise<Said> {
  const child = spawn(process.execPath, [script, ...args], {
    env: { PATH: process.env['PATH'] ?? '', ...compileCache(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [[code], out, err] = await Promise.all([once(child, 'exit'), text(child.stdout), text(child.stderr)]);
  return { code, out, err };
}

/** The token of the link to a page in what was said. */
export function linkedToken({ out, err }: Said, page: string): string {
  const token = new RegExp(`/pages/${page}#token=([\\w.-]+)`, 'u').exec(out)?.[1];
  if (token === undefined) throw new Error(`No link to ${page}: ${out}${err}`);
  return token;
}
