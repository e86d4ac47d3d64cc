import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { forgotPassword } from '../../contract/rest/account-links.ts';
import { login } from '../../contract/rest/login.ts';
import { logIn } from '../../contract/graphql/log-in.ts';
import { openDatabase } from '../../server/db/database.ts';
import { startDatabase } from '../../server/db/embedded.ts';
import { migrateDatabase } from '../../server/ready-database.ts';
import { seedPeople } from '../../server/demo/people.ts';
import { createLog } from '../../server/log.ts';
import { startSink } from '../../server/mail/sink.ts';
import { spawnServer, TEST_PASSWORD } from '../support/server.ts';
import { createRandom } from '../support/simulation-random.ts';
import type { Random } from '../support/simulation-random.ts';
import type { BenchRow } from './row.ts';

/** Of each kind. Each has an e-mail and an address of its own, so that no limit is met. */
const TRIES = 500;
const WARM_UP = 100;
/** 0.5: the time tells nothing. Chance alone stays below it 99 times in 100. */
const AUC_MAX = 0.55;
const COMPANY = 'aurora';
const OTHER_COMPANY = 'brisa';

const known = (index: number) => `pessoa.${String(index).padStart(4, '0')}@aurora.example`;
const unknown = (index: number) => `alguem.${String(index).padStart(4, '0')}@aurora.example`;

/** How well the answers' times tell e-mails that somebody has from those that nobody has, as the area under the ROC curve. */
export async function benchLogin(): Promise<BenchRow[]> {
  const seed = Number(process.env['BALCAO_BENCH_SEED'] ?? Date.now() % 1_000_000);
  console.log(`login: seed ${seed} (BALCAO_BENCH_SEED)`);
  const random = createRandom(seed);
  const folder = await mkdtemp(join(tmpdir(), 'balcao-bench-'));
  // So that, run as root, PostgreSQL's own user gets in.
  await chmod(folder, 0o711);
  const log = createLog({ level: 'warn' });
  // Durable: a write that only one of them makes shows most where it is waited for.
  const cluster = await startDatabase({ dataDir: folder, log });
  const sink = await startSink();
  try {
    await migrateDatabase(cluster.ownerUrl, log);
    await addPeople(cluster.ownerUrl);
    const rows: BenchRow[] = [];
    for (const isCheap of [false, true]) {
      const server = await spawnServer({
        env: {
          DATABASE_URL: cluster.url,
          DATA_DIR: folder,
          TRUST_PROXY: 'loopback',
          SMTP_URL: sink.url,
          MAIL_FROM: 'Balcão <nao-responda@balcao.example>',
          PUBLIC_URL: 'https://balcao.example',
          ...(isCheap ? { NODE_OPTIONS: `--import ${new URL('./cheap-hash.ts', import.meta.url).href}` } : {}),
        },
      });
      try {
        rows.push(...(await measure(server.url, random, isCheap)));
      } finally {
        await server.end();
      }
    }
    return rows;
  } finally {
    await sink.stop();
    await cluster.stop();
    await rm(cluster.folder, { recursive: true, force: true });
    await rm(folder, { recursive: true, force: true });
  }
}

async function addPeople(url: string): Promise<void> {
  const db = openDatabase({ url, log: createLog({ level: 'warn' }) });
  try {
    await seedPeople(db, TEST_PASSWORD);
    await db.pool.query(
      `insert into app_user (tenant_id, name, username, email, role_id, password_hash)
      select u.tenant_id, 'Pessoa ' || n, 'pessoa.' || n, 'pessoa.' || lpad(n::text, 4, '0') || '@aurora.example', u.role_id,
        u.password_hash
      from app_user u, generate_series(0, $1) n where u.email = 'bruno@aurora.example'`,
      [TRIES + WARM_UP - 1],
    );
    await db.pool.query('vacuum analyze');
  } finally {
    await db.close();
  }
}

async function measure(url: string, random: Random, isCheap: boolean): Promise<BenchRow[]> {
  const hash = isCheap ? ', hash at the least cost' : '';
  const graphql = (tenant: string) => async (email: string) =>
    timed(`${url}/${tenant}/graphql`, { query: logIn.document, variables: { email, password: 'errada' } }, random);
  const kinds: [string, (email: string) => Promise<number>][] = [
    ['back-office', (email) => timed(`${url}${login.path}`, { email, password: 'errada' }, random)],
    ['company', graphql(COMPANY)],
    ['another company', graphql(OTHER_COMPANY)],
  ];
  // The mail's hash has nothing to do with it.
  if (!isCheap)
    kinds.push([
      'password reset',
      (email) => timed(`${url}${forgotPassword.path}`, { email, locale: 'pt_BR' }, random),
    ]);
  const rows: BenchRow[] = [];
  for (const [name, ask] of kinds) {
    const value = await separation(random, ask);
    const what = `area under the curve by the time, known e-mail or not: ${name}${hash}`;
    rows.push({ what, value, unit: '', budget: AUC_MAX, better: 'less' });
  }
  return rows;
}

/** Asks in random order, one after the other. The area under the curve, or what is missing to 1, whichever is more. */
async function separation(random: Random, ask: (email: string) => Promise<number>): Promise<number> {
  for (let index = 0; index < WARM_UP; index += 1) await ask((index % 2 === 0 ? known : unknown)(TRIES + index));
  const order = [...Array.from({ length: TRIES }, (_, index) => index)].flatMap((index) => [
    { isKnown: true, email: known(index) },
    { isKnown: false, email: unknown(index) },
  ]);
  shuffle(order, random);
  const tries: { isKnown: boolean; ms: number }[] = [];
  for (const { isKnown, email } of order) tries.push({ isKnown, ms: await ask(email) });
  const area = areaUnder(tries);
  return Math.max(area, 1 - area);
}

/** How often a known e-mail's time is longer than an unknown one's. */
function areaUnder(tries: readonly { isKnown: boolean; ms: number }[]): number {
  const times = (isKnown: boolean) => tries.filter((each) => each.isKnown === isKnown).map(({ ms }) => ms);
  const [ofKnown, ofUnknown] = [times(true), times(false)];
  let longer = 0;
  for (const one of ofKnown) for (const other of ofUnknown) longer += one > other ? 1 : one === other ? 0.5 : 0;
  return longer / (ofKnown.length * ofUnknown.length);
}

function shuffle(items: unknown[], random: Random): void {
  for (let last = items.length - 1; last > 0; last -= 1) {
    const other = random.int(last + 1);
    [items[last], items[other]] = [items[other], items[last]];
  }
}

/** How long a call takes until its answer is read, from an address that nobody else has. Refuses one that a limit has met. */
async function timed(url: string, body: unknown, random: Random): Promise<number> {
  const address = [10, ...Array.from({ length: 3 }, () => random.int(256))].join('.');
  const request = {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
    body: JSON.stringify(body),
  };
  const start = performance.now();
  const response = await fetch(url, request);
  const text = await response.text();
  const ms = performance.now() - start;
  if (/TOO_MANY|INVALID|UNAVAILABLE|INTERNAL/.test(text)) throw new Error(`${url}: ${text}`);
  return ms;
}
