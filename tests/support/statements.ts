import pg from 'pg';
import { COMPANY_TABLES } from './database.ts';
import { boundsOf } from './company-bound.ts';
import type { Bounds } from './company-bound.ts';
import { isOfAll } from './statements-across.ts';
import { isBeside, isNew, keepStatement } from './statements-elsewhere.ts';

/*
 * Looks at each statement that a server under test runs in a company's name. Row-level security would hide
 * a condition that is missing, so the statement's text is what counts.
 */

const tables = new Set((process.env[COMPANY_TABLES] ?? '').split(' '));
const known = { ofOne: new Map<string, Bounds>(), ofAll: new Map<string, Bounds>() };
/** Rows that are locked are not changed yet. */
const CHANGE = /\b(?:insert into|delete from|merge into)\b|(?<!for |key )\bupdate\b/i;
/** Of the test file that runs: a statement, and what is wrong with it. */
const found = new Map<string, string>();
/** The company in whose name a connection's transaction runs. */
const companies = new WeakMap<object, string>();

const query: (this: pg.Client, ...given: unknown[]) => unknown = Reflect.get(pg.Client.prototype, 'query');
Reflect.set(pg.Client.prototype, 'query', function (this: pg.Client, ...given: unknown[]) {
  const { text, values } = statementOf(given);
  const parameters = Reflect.get(this, 'connectionParameters');
  // Only the server's pool has a name.
  if (Reflect.get(parameters, 'application_name') === 'balcao')
    look(this, Reflect.get(parameters, 'database'), text, values);
  return query.apply(this, given);
});

function statementOf([first, second]: unknown[]): { text: string; values: readonly unknown[] } {
  if (typeof first === 'string') return { text: first, values: Array.isArray(second) ? second : [] };
  if (typeof first !== 'object' || first === null || !('text' in first)) return { text: '', values: [] };
  return {
    text: String(first.text),
    values: 'values' in first && Array.isArray(first.values) ? first.values : [],
  };
}

function look(client: object, database: string, text: string, values: readonly unknown[]): void {
  const opened = /^begin.*; set local role (\w+)(?:; set local app\.tenant_id = '(\d+)')?/.exec(text);
  if (opened !== null || /^(?:commit|rollback)$/.test(text)) return become(client, opened?.[2]);
  if (text.startsWith("select set_config('role', 'balcao_app'")) return become(client, String(values[0]));
  if (text.startsWith("select set_config('app.tenant_id', ''")) return become(client, undefined);
  if (isBeside(text)) return undefined;
  const company = companies.get(client);
  if (isNew(text) && !isOfTest()) keepStatement(database, { text, values, company });
  const bounds = known[company === undefined ? 'ofAll' : 'ofOne'].get(text) ?? learn(text, company === undefined);
  const wrong = company === undefined ? [] : bounds.params.filter((number) => String(values[number - 1]) !== company);
  if (bounds.loose.length > 0) found.set(text, `names no company for ${bounds.loose.join(', ')}`);
  else if (wrong.length > 0 && !isOfTest()) found.set(text, `names another company by $${wrong.join(', $')}`);
  return undefined;
}

/** The file that runs a statement: kysely calls without a break from whoever asks. */
function askingFile(): string {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 60;
  const frames = new Error().stack?.split('\n').slice(1) ?? [];
  Error.stackTraceLimit = stackTraceLimit;
  const between = /node_modules|tests\/support\/statements\.ts|server\/db\/(?:bound-queries|prepared)\.ts|node:/;
  const asking = frames.find((frame) => /\.ts/.test(frame) && !between.test(frame));
  // Of rows only tests ask by the pool itself, which has left the asker's stack by then.
  if (asking === undefined && frames.some((frame) => frame.includes('/pg-pool/'))) return 'tests/';
  return /(?:server|tests)\/[^:?]*\.ts/.exec(asking ?? '')?.[0] ?? '';
}
const isOfTest = (): boolean => askingFile().startsWith('tests/');

function become(client: object, company: string | undefined): void {
  if (company === undefined) companies.delete(client);
  else companies.set(client, company);
}

/** `isPlatforms`: in no company's name, so that a read may be one over all of them. */
function learn(text: string, isPlatforms: boolean): Bounds {
  const bounds = boundsOf(text, tables, isPlatforms && !CHANGE.test(text));
  // What a test asks by itself may look beyond; the server may ask the same.
  if (bounds.loose.length > 0 && ((isPlatforms && isOfAll(text)) || isOfTest())) return { loose: [], params: [] };
  known[isPlatforms ? 'ofAll' : 'ofOne'].set(text, bounds);
  return bounds;
}

/** Throws if the server ran a statement that its own conditions don't keep within one company. */
export function checkStatements(): void {
  const wrong = [...found].map(([text, what]) => `${what}:\n${text.trim()}`);
  found.clear();
  if (wrong.length === 0) return;
  throw new Error(
    `Each table in a statement of a company needs \`tenant_id = \${tenantId}\` (tests/support/company-bound.ts). This one ${wrong.join('\n\nAnd this one ')}`,
  );
}
