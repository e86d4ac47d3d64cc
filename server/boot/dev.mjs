import { bin, ended, forwardSignals, start } from './child.mjs';

/** The demo's server and Vite's, which sends it what is not the SPA's; when one ends the other is stopped. */
export async function dev(args) {
  const children = [start(['server/main.ts', 'demo']), start([bin('vite'), ...args])];
  const { stopping, release } = forwardSignals(children);
  const ends = children.map(ended);
  const code = await Promise.race(ends);
  if (!stopping()) for (const child of children) child.kill('SIGTERM');
  await Promise.all(ends);
  release();
  return code;
}
