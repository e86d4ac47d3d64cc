import { buildWhenMissing } from './build.mjs';
import { bin, ended, forwardSignals, serverArguments, start } from './child.mjs';

/** Runs the demo's server and Vite's, which proxies all but the SPA to it; if one ends, stops the other. */
export async function dev(args) {
  await buildWhenMissing();
  const children = [start(serverArguments('demo')), start([bin('vite'), ...args])];
  const { stopping, release } = forwardSignals(children);
  const ends = children.map(ended);
  const code = await Promise.race(ends);
  if (!stopping()) for (const child of children) child.kill('SIGTERM');
  await Promise.all(ends);
  release();
  return code;
}
