import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { readChapter } from './chapter.ts';
import { runOn } from './machine.ts';

const machineSchema = z.object({ pid: z.int(), root: z.string(), authority: z.string() });
/** The machine that `main.ts` booted. */
export const machine = machineSchema.parse(JSON.parse(process.env['BALCAO_MACHINE'] ?? 'null'));

const readme = readFileSync(join(import.meta.dirname, '..', '..', 'README.md'), 'utf8');
export const steps = readChapter(readme, 'In production');
const followed = new Set<string>();

/** Steps that nobody followed. */
export function unfollowed(): readonly string[] {
  return steps.map(({ title }) => title).filter((title) => !followed.has(title));
}

/** Runs something as root on the machine; rejects with what it wrote when it fails. */
export async function run(script: string): Promise<string> {
  const { status, output } = await runOn(machine.pid, script);
  if (status !== 0) throw new Error(`This failed:\n${script}\n${output}`);
  return output;
}

/** The commands of a step. */
function blocksOf(title: string): readonly string[] {
  const step = steps.find((each) => each.title === title);
  if (step === undefined) throw new Error(`README has no step "${title}".`);
  followed.add(title);
  return step.blocks;
}

/** Does what a step says, all of it or its nth block; answers what that wrote. */
export async function follow(title: string, nth?: number): Promise<string> {
  const blocks = blocksOf(title);
  let output = '';
  for (const block of nth === undefined ? blocks : blocks.slice(nth, nth + 1)) output += await run(block);
  return output;
}

/** Does what a block says up to a line of it and, when that is called, the rest. */
export async function followTo(title: string, nth: number, line: string): Promise<() => Promise<string>> {
  const block = blocksOf(title)[nth] ?? '';
  const at = block.indexOf(`${line}\n`);
  if (at < 0) throw new Error(`"${title}" has no line "${line}".`);
  const cut = at + line.length + 1;
  await run(block.slice(0, cut));
  return () => run(block.slice(cut));
}

/** What a query answers to PostgreSQL's superuser, a row a line. */
export async function ask(database: string, sql: string): Promise<string[]> {
  const output = await run(`runuser -u postgres -- psql --no-psqlrc -qAt --dbname ${database} <<'SQL'\n${sql};\nSQL`);
  return output.split('\n').filter((line) => line !== '');
}

/** Main script of the page that a node serves; the versions have different ones. */
export async function scriptOf(origin: string): Promise<string> {
  const page = await (await fetch(`${origin}/empresa/`)).text();
  const [script] = /\/assets\/app-[\w-]+\.js/u.exec(page) ?? [];
  if (script === undefined) throw new Error(`No script in the page of ${origin}: ${page}`);
  return script;
}
