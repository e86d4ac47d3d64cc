import { build, buildWhenStale } from './build.mjs';
import { check } from './check.mjs';
import { run, serverArguments } from './child.mjs';
import { dev } from './dev.mjs';
import { ensureInstalled } from './install.mjs';
import { Refusal } from './refusal.mjs';
import { paths, test } from './test.mjs';

const commands = {
  demo: (args) => serve('demo', args),
  serve: (args) => serve('serve', args),
  migrate: (args) => run(['server/admin/migrate.ts', ...args]),
  admin: (args) => run(['server/admin/main.ts', ...args]),
  dev,
  build: async (args) => {
    await build(args);
    return 0;
  },
  check: async () => ((await check()).length > 0 ? 1 : 0),
  test,
  paths,
  bench: async (args) => {
    await buildWhenStale();
    return run(['tests/bench/main.ts', ...args]);
  },
  'try-production': (args) => run(['tests/production/main.ts', ...args]),
  simulate: (args) => run(['tests/support/simulate.ts', ...args]),
  replay: (args) => run(['tests/support/replay-log.ts', ...args]),
  mutate: (args) => run(['tests/mutate/main.ts', ...args]),
  planted: (args) => run(['tests/planted/main.ts', ...args]),
};

async function serve(mode, args) {
  await buildWhenStale();
  return run([...serverArguments(mode), ...args]);
}

/** Runs one command; returns the exit code. */
export async function main([name = '', ...args]) {
  try {
    if (!Object.hasOwn(commands, name)) throw new Refusal(`Commands: ${Object.keys(commands).join(', ')}.`);
    ensureInstalled();
    return await commands[name](args);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    console.error(error.message);
    return 1;
  }
}
