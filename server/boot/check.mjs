import { text } from 'node:stream/consumers';
import { bin, ended, start } from './child.mjs';

const checks = () => [
  { name: 'types', args: [bin('typescript', 'tsc'), '--noEmit', '-p', '.', '--pretty', 'false'] },
  { name: 'lint', args: [bin('oxlint'), '--type-aware'] },
  { name: 'format', args: [bin('oxfmt'), '--check'] },
  { name: 'catalogues', args: ['server/boot/check-catalogues.ts'] },
];

/** Runs all static checks concurrently and prints their output; returns the names of those that failed. */
export async function check() {
  const results = await Promise.all(
    checks().map(async ({ name, args }) => {
      const child = start(args, { stdio: ['ignore', 'pipe', 'pipe'] });
      const [code, out, err] = await Promise.all([ended(child), text(child.stdout), text(child.stderr)]);
      return { name, code, output: `${out}${err}`.trim() };
    }),
  );
  for (const { name, code, output } of results) {
    console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${name}`);
    // A check that passed may still warn.
    if (code !== 0 || /\bwarning\b|^\s*!/m.test(output)) console.log(`${output}\n`);
  }
  return results.filter(({ code }) => code !== 0).map(({ name }) => name);
}
