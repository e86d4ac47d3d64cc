import { inspect, parseArgs } from 'node:util';
import { ConfigError, databaseSettings } from '../config.ts';
import type { Environment } from '../config.ts';
import { openDatabase } from '../db/database.ts';
import { explainConnection } from '../db/explain.ts';
import { DatabaseUnfit } from '../db/unfit.ts';
import { OperatorRefusal } from '../domain/account/operator.ts';
import { createLog } from '../log.ts';
import { readyDatabase } from '../ready-database.ts';
import { COMMANDS, HELP } from './commands.ts';
import { findDatabase } from './database.ts';

/** The arguments are invalid; the help follows. */
class UsageError extends Error {}

type Options = { command: string; email: string; name: string | undefined; url: string | undefined };

/** Undefined: the help was requested. */
function read(args: string[]): Options | undefined {
  const { values, positionals } = parsed(args);
  const [command = '', email, ...more] = positionals;
  if (values.help === true || (command === '' && email === undefined)) return undefined;
  if (!Object.hasOwn(COMMANDS, command)) throw new UsageError(`There is no command "${command}".`);
  if (email === undefined) throw new UsageError(`${command} needs an e-mail address.`);
  if (more.length > 0) throw new UsageError(`${command} takes one e-mail address.`);
  return { command, email, name: values.name, url: values.url };
}

function parsed(args: string[]) {
  try {
    const options = {
      name: { type: 'string' },
      url: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    } as const;
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

/** The base of links: `--url`, else PUBLIC_URL. */
function publicUrl(input: string | undefined, env: Environment): string | undefined {
  const url = input ?? env['PUBLIC_URL']?.trim();
  if (url === undefined || url === '') return undefined;
  if (!/^https?:\/\//.test(url) || !URL.canParse(url)) {
    throw new ConfigError(
      `${input === undefined ? 'PUBLIC_URL' : '--url'} must be an address: https://balcao.example.com`,
    );
  }
  return url.replace(/\/+$/, '');
}

async function run(options: Options, env: Environment, say: (line: string) => void): Promise<void> {
  const command = COMMANDS[options.command];
  if (command === undefined) return;
  const url = publicUrl(options.url, env);
  if (command.makesLink && url === undefined) {
    throw new ConfigError('Set PUBLIC_URL, or add --url https://…: the link needs it.');
  }
  const log = createLog({ level: 'error' });
  const database = await findDatabase(env, log);
  try {
    await readyDatabase({ ...database, log });
    const db = openDatabase({ url: database.databaseUrl, log, size: 2 });
    try {
      await command.run({ db, now: () => new Date() }, { ...options, url: url ?? '' }, say);
    } finally {
      await db.close();
    }
  } finally {
    await database.release();
  }
}

function explain(error: unknown, env: Environment): string {
  const isKnown = error instanceof ConfigError || error instanceof DatabaseUnfit || error instanceof OperatorRefusal;
  if (isKnown) return error.message;
  const { databaseUrl } = databaseSettings(env);
  return (databaseUrl === undefined ? undefined : explainConnection(error, databaseUrl)) ?? inspect(error);
}

export type Terminal = { out: (line: string) => void; err: (line: string) => void };

/** `npm run admin`: returns the exit code: 0 on success, 1 on failure, 2 for invalid arguments. */
export async function operate(args: string[], env: Environment, terminal: Terminal): Promise<number> {
  try {
    const options = read(args);
    if (options === undefined) terminal.out(HELP);
    else await run(options, env, terminal.out);
    return 0;
  } catch (error) {
    if (error instanceof UsageError) {
      terminal.err(`${error.message}\n\n${HELP}`);
      return 2;
    }
    terminal.err(explain(error, env));
    return 1;
  }
}
