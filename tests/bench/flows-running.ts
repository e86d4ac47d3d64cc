import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { withTenant } from '../../server/db/database.ts';
import { ask, branch, end, flow, set } from '../flows/builders.ts';
import { cpuOfChildren } from './load-cpu.ts';
import type { Company } from './load-companies.ts';
import { processorTime, share } from './load-runs.ts';
import { openBench, SIZE } from './load-setup.ts';
import type { Bench } from './load-setup.ts';
import type { BenchRow } from './row.ts';

const RATE = 250;
const P99_MS = 150;
const WARM_UP_SECONDS = 6;
const SECONDS = 10;
/** A first message, and an answer to each question but the last. */
const MESSAGES_OF_EACH = 5;
/** So many begin between the messages of one: a second, and not of the same company. */
const BEGIN_BETWEEN = 51;
const WAITING = Number(process.env['BALCAO_BENCH_CUSTOMERS'] ?? 100_000);
/** As many a second as half an hour of silence has come to an end of, of so many. */
const DUE_RATE = 55;
const DUE_SECONDS = 10;
/** Before the first of them, for what is stored to be committed. */
const AHEAD_SECONDS = 5;
const LATE_MS = 2_000;

/**
 * Flows at a server of its own with 20 companies: customers write and are answered, each message by one; then 100,000 of
 * them wait, and the time of some is over.
 */
export async function benchFlowsRunning(): Promise<BenchRow[]> {
  const bench = await openBench({ ...SIZE, users: 10, busy: 0 });
  try {
    for (const company of bench.companies) await answering(bench, company);
    await write(bench, { from: 0, seconds: WARM_UP_SECONDS });
    const answered = await write(bench, { from: WARM_UP_SECONDS, seconds: SECONDS });
    return [...answered, ...(await timers(bench))];
  } finally {
    await bench.close();
  }
}

/** Questions, and between them a step that looks at the answer and one that counts. */
function questions() {
  const nodes = Array.from({ length: MESSAGES_OF_EACH }, (_, at) => {
    const next = `q${at + 1}`;
    return {
      [`q${at}`]: ask(
        `Pergunta ${at}, {{first_name}}: em que podemos ajudar?`,
        { answer: `b${at}` },
        { saves: 'relato' },
      ),
      [`b${at}`]: branch({ curto: 'relato.size() < 5' }, { curto: `s${at}`, else: `s${at}` }),
      [`s${at}`]: set('vezes', `${at}`, at === MESSAGES_OF_EACH - 1 ? 'bye' : next),
    };
  });
  const variables = { relato: { type: 'text' }, vezes: { type: 'number' } } as const;
  return flow(
    { ...Object.assign({}, ...nodes), bye: end('Quando precisar, é só escrever.') },
    { start: 'q0', variables },
  );
}

async function answering(bench: Bench, company: Company): Promise<void> {
  const text = JSON.stringify(questions());
  await asOwner(
    bench,
    company,
    sql`
      with added as (
        insert into flow (tenant_id, name, kind, draft, has_draft, published_number, is_active)
        values (${company.tenantId}, 'Perguntas', 'passive', ${text}::json, false, 1, true) returning tenant_id, id)
      insert into flow_version (tenant_id, flow_id, number, state, hash, flow, proof)
      select tenant_id, id, 1, 'published', 'bench', ${text}::json, '{}' from added`,
  );
}

/** Customers of all companies, of whom as many begin to write as end: a fifth of the messages are first ones. */
async function write(bench: Bench, { from, seconds }: { from: number; seconds: number }): Promise<BenchRow[]> {
  const { calls, companies } = bench;
  const messages = RATE * seconds;
  const delays: number[] = [];
  const failures: unknown[] = [];
  const posts: Promise<void>[] = [];
  const before = await counted(bench);
  const cpuBefore = cpuOfChildren();
  const began = performance.now();
  for (let index = 0; index < messages; index += 1) {
    const early = began + (index * 1000) / RATE - performance.now();
    if (early > 0) await pause(early);
    const number = from * RATE + index;
    const customer = Math.floor(number / MESSAGES_OF_EACH) - (number % MESSAGES_OF_EACH) * BEGIN_BETWEEN;
    // Who began before the warm-up.
    if (customer < 0) continue;
    const company = companies[customer % companies.length];
    if (company === undefined) throw new Error('There is no company');
    const phone = `551188${String(customer).padStart(7, '0')}`;
    const posted = performance.now();
    const call = calls.write(company, phone, bench.nextNumber());
    posts.push(
      call
        .then(() => void delays.push(performance.now() - posted))
        .catch((error: unknown) => void failures.push(error)),
    );
  }
  await Promise.all(posts);
  const after = await counted(bench);
  const cpu = processorTime(cpuBefore, cpuOfChildren(), messages);
  if (failures.length > 0) console.error(`${failures.length} calls failed; the first:`, failures[0]);
  const sorted = delays.toSorted((one, other) => one - other);
  const at = `${RATE} messages/s answered by flows`;
  const less = 'less' as const;
  return [
    { what: `${at}, post to outbox: median`, value: share(sorted, 0.5), unit: 'ms', budget: P99_MS, better: less },
    {
      what: `${at}, post to outbox: 99th percentile`,
      value: share(sorted, 0.99),
      unit: 'ms',
      budget: P99_MS,
      better: less,
    },
    {
      what: `${at}: refused, or not in the outbox when their post was answered`,
      value: failures.length + Math.abs(messages - failures.length - (after - before)),
      unit: '',
      budget: 0,
      better: less,
    },
    ...(cpu === undefined
      ? []
      : (['database', 'server'] as const).map((of) => ({
          what: `${at}, a message: the ${of}'s processor`,
          value: cpu[of],
          unit: 'ms',
          // Of the two cores that also bear the provider and the customers.
          budget: 1_000 / RATE,
          better: less,
        }))),
  ];
}

/** How many messages of flows are in the outbox, sent or not. */
async function counted(bench: Bench): Promise<number> {
  let sum = 0;
  for (const company of bench.companies) {
    const found = await asOwner(
      bench,
      company,
      sql<{ count: number }>`select count(*)::integer as count from outbox o
        join message m on m.tenant_id = o.tenant_id and m.id = o.message_id
        where o.tenant_id = ${company.tenantId} and m.is_bot_message`,
    );
    sum += found?.count ?? 0;
  }
  return sum;
}

/** Conversations that wait for an answer, of which the time of some is over one after the other. */
async function timers(bench: Bench): Promise<BenchRow[]> {
  const { companies, db } = bench;
  const each = Math.ceil(WAITING / companies.length);
  for (const company of companies) await addWaiting(bench, company, each);
  await sql`analyze`.execute(db.kysely);
  const due = Math.ceil((DUE_RATE * DUE_SECONDS) / companies.length);
  const begin = Date.now() + AHEAD_SECONDS * 1_000;
  for (const [place, company] of companies.entries()) {
    // A run forgets when its time was over; what it knows stays.
    await asOwner(
      bench,
      company,
      sql`
        with soon as (
          select id, ${begin}::float8 + ((row_number() over (order by id desc) - 1) * ${companies.length} + ${place}) * 1000.0 /
            ${DUE_RATE} as due
          from flow_run where tenant_id = ${company.tenantId} and status = 'running' order by id desc limit ${due})
        update flow_run r set due_at = to_timestamp(soon.due / 1000), vars = jsonb_build_object('due', soon.due)
        from soon where r.tenant_id = ${company.tenantId} and r.id = soon.id`,
    );
  }
  await pause(begin - Date.now() + DUE_SECONDS * 1_000 + 2 * LATE_MS);
  const late: number[] = [];
  for (const company of companies) {
    const found = await asOwner(
      bench,
      company,
      sql<{ late: number[] | null }>`
        select array_agg(extract(epoch from o.created_at) * 1000 - (r.vars->>'due')::float8)::float8[] as late
        from flow_run r join message m on m.tenant_id = r.tenant_id and m.ticket_id = r.ticket_id
        join outbox o on o.tenant_id = m.tenant_id and o.message_id = m.id
        where r.tenant_id = ${company.tenantId} and r.vars ? 'due' and r.status = 'ended'`,
    );
    late.push(...(found?.late ?? []));
  }
  const sorted = late.toSorted((one, other) => one - other);
  const at = `${DUE_RATE} timers of flows a second, ${each * companies.length} waiting`;
  const less = 'less' as const;
  return [
    { what: `${at}, due to outbox: median`, value: share(sorted, 0.5), unit: 'ms', budget: LATE_MS, better: less },
    {
      what: `${at}, due to outbox: the last`,
      value: sorted.at(-1) ?? Number.NaN,
      unit: 'ms',
      budget: LATE_MS,
      better: less,
    },
    {
      what: `${at}: not gone on with once`,
      value: Math.abs(due * companies.length - late.length),
      unit: '',
      budget: 0,
      better: less,
    },
  ];
}

/** So many customers were asked something, and have another half an hour at least. */
async function addWaiting({ db }: Bench, { tenantId, instanceId }: Company, count: number): Promise<void> {
  await withTenant(db, tenantId, async (tx) => {
    await sql`
      with customers as (
        insert into customer (tenant_id, name, phone_number)
        select ${tenantId}::bigint, 'Cliente ' || n, '55117' || lpad((${tenantId}::bigint * 100000 + n)::text, 8, '0')
        from generate_series(1, ${count}::int) n returning id),
      tickets as (
        insert into chat_ticket (tenant_id, protocol, customer_id, instance_id, last_received_at, last_message_at)
        select ${tenantId}::bigint, 'f-' || id, id, ${instanceId}::bigint, now(), now() from customers returning id)
      insert into flow_run (tenant_id, ticket_id, flow_id, number, node, seq, status, due_at, started_at, updated_at)
      select ${tenantId}::bigint, t.id, f.id, 1, 'q1', 0, 'running', now() + interval '30 minutes' + t.id % 1800 * interval '1 second',
        now(), now()
      from tickets t cross join flow f where f.tenant_id = ${tenantId}`.execute(tx);
    await sql`
      update chat_ticket t set flow_run_id = r.id from flow_run r
      where t.tenant_id = ${tenantId} and r.tenant_id = t.tenant_id and r.ticket_id = t.id and r.status = 'running'`.execute(
      tx,
    );
  });
}

function asOwner<Found>({ db }: Bench, { tenantId }: Company, query: RawBuilder<Found>): Promise<Found | undefined> {
  return withTenant(db, tenantId, async (tx) => (await query.execute(tx)).rows[0]);
}
