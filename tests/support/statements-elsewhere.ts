import pg from 'pg';
import { isCommon } from './statements-across.ts';

/*
 * What a server ran is run once more as the role of companies' transactions, with no company set and with another
 * one: it finds what it would find if no company had any rows, and changes none.
 */

/** A statement with the values of a run; `company`: in whose name; undefined: in no one company's. */
type Ran = { text: string; values: readonly unknown[]; company: string | undefined };
type Tried = Ran & { as: string; found: string };

const ran = new Map<string, Ran[]>();
const known = new Set<string>();

/** Statements of transactions, and on tables of which no company's role has any right. */
const BESIDE = /^\s*(?:begin|commit|rollback|savepoint|release|set|reset|fetch|listen|unlisten)\b|\bpgboss\./i;
const CURSOR = /^\s*declare \w+ no scroll cursor for/;

export const isBeside = (text: string): boolean => BESIDE.test(text);
export const isNew = (text: string): boolean => !known.has(text);

/** Has a statement tried as its database is given up. */
export function keepStatement(database: string, { text, values, company }: Ran): void {
  known.add(text);
  const others = ran.get(database) ?? [];
  ran.set(database, [...others, { text: text.replace(CURSOR, ''), values: [...values], company }]);
}

/** Tries what was kept of a database that is given up; throws if something was found or changed. */
export async function tryElsewhere(ownerUrl: string): Promise<void> {
  const name = new URL(ownerUrl).pathname.slice(1);
  const statements = ran.get(name)?.filter(({ text }) => !isCommon(text)) ?? [];
  ran.delete(name);
  if (statements.length === 0) return;
  const client = new pg.Client({ connectionString: ownerUrl, lock_timeout: 2_000, statement_timeout: 5_000 });
  await client.connect();
  try {
    // As dropping it would end them.
    await client.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    );
    const wrong = await new Elsewhere(client).try(statements);
    if (wrong.length > 0) throw new Error(`Tried in no company’s name and in another’s, ${wrong.join('\n\n')}`);
  } finally {
    await client.end();
  }
}

class Elsewhere {
  readonly #client: pg.Client;

  constructor(client: pg.Client) {
    this.#client = client;
  }

  async try(statements: readonly Ran[]): Promise<string[]> {
    const { rows } = await this.#client.query<{ id: string }>('select id from tenant order by id');
    const wrong: string[] = [];
    const tried: Tried[] = [];
    await this.#client.query('begin');
    for (const statement of statements) {
      const other = rows.find(({ id }) => id !== statement.company)?.id;
      for (const as of ['', ...(statement.company === undefined || other === undefined ? [] : [other])]) {
        const outcome = await this.#run(statement, as);
        const whose = as === '' ? 'no company' : 'another company';
        if (outcome.changed > 0) wrong.push(`this one changes ${outcome.changed} rows of ${whose}:\n${statement.text}`);
        if (outcome.found !== '[]') tried.push({ ...statement, as, found: outcome.found });
      }
    }
    if (tried.length > 0) await this.#empty();
    for (const each of tried) {
      const { found } = await this.#run(each, each.as);
      if (found !== each.found)
        wrong.push(`this one finds ${each.found.slice(0, 300)} instead of ${found.slice(0, 300)}:\n${each.text}`);
    }
    await this.#client.query('rollback');
    return wrong;
  }

  /** What a statement finds, as JSON, and how many rows it changes; nothing if it is refused. */
  async #run({ text, values }: Ran, as: string): Promise<{ found: string; changed: number }> {
    const before = await this.#changes(text);
    await this.#client.query(`savepoint one; set local role balcao_app; set local app.tenant_id = '${as}'`);
    const found = await this.#client.query(text, [...values]).then(
      ({ rows }) => JSON.stringify(rows),
      () => '[]',
    );
    await this.#client.query('rollback to savepoint one');
    return { found, changed: (await this.#changes(text)) - before };
  }

  /** The rows changed so far in this transaction, whatever was undone. */
  async #changes(text: string): Promise<number> {
    if (!/\b(?:insert|update|delete|merge)\b/i.test(text)) return 0;
    const { rows } = await this.#client.query<{ n: string }>(
      'select sum(n_tup_ins + n_tup_upd + n_tup_del) as n from pg_stat_xact_user_tables',
    );
    return Number(rows[0]?.n);
  }

  /** Takes all rows of companies away. */
  async #empty(): Promise<void> {
    const { rows } = await this.#client.query<{ names: string }>(
      `select string_agg(c.oid::regclass::text, ', ') as names from pg_class c
       where c.relrowsecurity and c.relnamespace = 'public'::regnamespace`,
    );
    await this.#client.query(`set local session_replication_role = replica; truncate ${rows[0]?.names} cascade`);
  }
}
