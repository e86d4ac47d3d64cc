import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { AudienceNode } from '../../contract/entities/audience-tree.ts';
import { newAudience } from '../../contract/graphql/audiences.ts';
import { campaignDryRun, newCampaign, startCampaign } from '../../contract/graphql/campaigns.ts';
import { withTenant } from '../../server/db/database.ts';
import { signAccessToken } from '../../server/domain/auth/access-token.ts';
import { deriveKeys } from '../../server/domain/auth/keys.ts';
import { createLog } from '../../server/log.ts';
import { callGraphql } from '../support/attendance.ts';
import { TEST_SECRET } from '../support/server.ts';
import { timeOf } from './filled.ts';
import type { Company } from './load-companies.ts';
import { cpuOfChildren } from './load-cpu.ts';
import { Load, processorTime } from './load-runs.ts';
import { openBench } from './load-setup.ts';
import type { Bench } from './load-setup.ts';
import { MARK, Sockets } from './load-sockets.ts';
import type { BenchRow } from './row.ts';

/** Of the company whose campaign is sent; a fifth of them get it. */
const CUSTOMERS = Number(process.env['BALCAO_BENCH_CUSTOMERS'] ?? 100_000);
const RECIPIENTS = CUSTOMERS / 5;
const KILLED = CUSTOMERS / 20;
const LIMITED = 1_000;
/** Of the goal for a million, 60 s. */
const PREPARE_MS = (60_000 * CUSTOMERS) / 1_000_000;
/** A campaign's states are looked after once a second: of few customers that is what takes long. */
const STATES_MS = 3_000;
const TARGET_RATE = 1_000;
/** Half a core each, of the two that also bear the provider and the customers. */
const PROCESSOR_MS = 0.5;
/** So many messages a second customers write meanwhile. */
const WRITTEN_RATE = 50;
const PRESENT = 10;
const ROUTES = ['target-audience', 'campaigns'];

type Who = { tenant: string; token: string };

/**
 * A base of 100,000 customers at a server of its own, under its role: whom a campaign would reach, how fast it is sent,
 * and how long attendants wait for their customers' messages meanwhile. Then nodes are killed, and days pass.
 */
export async function benchCampaign(): Promise<BenchRow[]> {
  const bench = await openBench();
  try {
    const [company] = bench.companies;
    if (company === undefined) throw new Error('There is no company');
    const tag = await fillBase(bench, company);
    const who = await logIn(bench, company);
    const id = await draft(bench, company, who, { all: [{ field: 'tag', op: 'in', value: [tag] }] });
    const dryRun = () => callGraphql(bench.url, who, campaignDryRun, { id });
    return [
      await slowest('dry run', PREPARE_MS, dryRun),
      ...(await sending(bench, company, who, id)),
      tested(`${KILLED} recipients, two nodes, the sending one killed three times`, 'killed', {
        BALCAO_CAMPAIGN_RECIPIENTS: String(KILLED),
      }),
      tested(`${LIMITED} recipients, a limit of ${LIMITED / 4} a day`, 'limits', {
        BALCAO_CAMPAIGN_LIMITED: String(LIMITED),
      }),
    ];
  } finally {
    await bench.close();
  }
}

/** The slower of three runs, after one that doesn't count. */
async function slowest(what: string, budget: number, run: () => Promise<unknown>): Promise<BenchRow> {
  await run();
  const times = [await timeOf(run), await timeOf(run), await timeOf(run)];
  return { what: `${CUSTOMERS} customers: ${what}`, value: Math.max(...times), unit: 'ms', budget, better: 'less' };
}

/** Each customer's name is what the provider knows their message by. Answers the tag that a fifth of them have. */
async function fillBase({ db }: Bench, { tenantId, instanceId }: Company): Promise<string> {
  const tag = await withTenant(db, tenantId, async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx);
    const { id } = await tx
      .insertInto('tag')
      .values({ tenant_id: tenantId, name: 'Campanha', color: 'blue' })
      .returning('id')
      .executeTakeFirstOrThrow();
    await sql`
      with added as (
        insert into customer (tenant_id, name, phone_number, whatsapp_consent, created_at)
        select ${tenantId}::bigint, ${MARK} || (900000000 + n) || '.', '55' || (array['11', '21', '31', '41', '51'])[1 + n % 5]
          || '9' || (70000000 + n), case n % 3 when 0 then 'granted' when 1 then 'revoked' end,
          now() - make_interval(days => n % 700)
        from generate_series(1, ${CUSTOMERS}::int) n returning id, tenant_id)
      insert into customer_tag (tenant_id, customer_id, tag_id)
      select tenant_id, id, ${id}::bigint from added where id % 5 = 0`.execute(tx);
    await sql`update customer set whatsapp_consent = null where tenant_id = ${tenantId}
      and id in (select customer_id from customer_tag where tenant_id = ${tenantId})`.execute(tx);
    await sql`update instance set waba_id = '1' where tenant_id = ${tenantId} and id = ${instanceId}`.execute(tx);
    await sql`insert into number_pace (tenant_id, instance_id, per_second)
      values (${tenantId}, ${instanceId}, ${TARGET_RATE * 1.5})`.execute(tx);
    await sql`insert into role_permission (tenant_id, role_id, route_name)
      select r.tenant_id, r.id, route from role r cross join unnest(${ROUTES}::text[]) route
      where r.tenant_id = ${tenantId} and r.name = 'administrador' on conflict do nothing`.execute(tx);
    const components = JSON.stringify([{ type: 'BODY', text: 'Bom dia, {{1}}' }]);
    await sql`insert into message_template (tenant_id, waba_id, provider_id, name, language, category, status, components)
      values (${tenantId}, '1', '1', 'bom_dia', 'pt_BR', 'MARKETING', 'APPROVED', ${components})`.execute(tx);
    return id;
  });
  await sql`analyze`.execute(db.kysely);
  return tag;
}

async function logIn({ db }: Bench, { tenantId, slug, people }: Company): Promise<Who> {
  const [person] = people;
  if (person === undefined) throw new Error('Nobody is there');
  const log = createLog({ level: 'silent' });
  const services = { db, log, now: () => new Date(), keys: deriveKeys(TEST_SECRET), isDemo: false };
  const { userId, sessionId } = person;
  const token = await signAccessToken(services, { tenantId, tenantName: slug, userId, sessionId });
  return { tenant: slug, token };
}

/** A campaign to those of the tree, at any hour. */
async function draft(bench: Bench, company: Company, who: Who, tree: AudienceNode): Promise<string> {
  const made = { name: 'Campanha', tree: JSON.stringify(tree) };
  const { id: audienceId } = (await callGraphql(bench.url, who, newAudience, made)).newAudience;
  const { rows } = await sql<{ id: string }>`select id from message_template
    where tenant_id = ${company.tenantId}`.execute(bench.db.kysely);
  const form = {
    name: 'Campanha',
    audience_id: audienceId,
    instance_ids: [company.instanceId],
    template_id: rows[0]?.id ?? null,
    variables: [{ key: 'body.1', source: 'name' as const, fallback: 'cliente' }],
    window_from: 0,
    window_to: 24,
  };
  return (await callGraphql(bench.url, who, newCampaign, form)).newCampaign.id;
}

async function sending(bench: Bench, company: Company, who: Who, id: string): Promise<BenchRow[]> {
  const { db, companies, url, provider } = bench;
  const few = companies.flatMap(({ people }) => people.slice(0, PRESENT));
  const sockets = await Sockets.open(url, db, companies, few);
  const load = new Load(bench, sockets, PRESENT);
  await load.customersWrite(WRITTEN_RATE, 4);
  const asOwner = <Found>(query: ReturnType<typeof sql<Found>>) =>
    withTenant(db, company.tenantId, async (tx) => (await query.execute(tx)).rows[0]);
  const until = async (...statuses: string[]): Promise<void> => {
    for (;;) {
      const found = await asOwner(sql<{ status: string }>`select status from campaign where id = ${id}`);
      if (statuses.includes(found?.status ?? '')) return;
      await pause(50);
    }
  };
  provider.reset();
  const prepared = await timeOf(async () => {
    await callGraphql(url, who, startCampaign, { id });
    await until('probing');
  });
  // No status comes from this provider: the probe would be waited for.
  for (let sent = 0; sent === 0; await pause(50)) {
    const found = await asOwner(sql<{ sent: number }>`
      with aged as (update campaign_recipient set sent_at = sent_at - interval '1 hour'
        where campaign_id = ${id} and state = 'sent' returning 1)
      select count(*)::integer as sent from aged`);
    sent = found?.sent ?? 0;
  }
  await until('running', 'finished');
  const cpuBefore = cpuOfChildren();
  const written = await load.customersWrite(WRITTEN_RATE, Math.max(2, RECIPIENTS / TARGET_RATE / 2));
  await until('finished');
  const cpu = processorTime(cpuBefore, cpuOfChildren(), RECIPIENTS);
  sockets.close();
  const run = await asOwner(sql<{ rate: number; sent: number }>`
    select count(*)::integer as sent, (count(*) / extract(epoch from max(sent_at) - min(sent_at)))::float8 as rate
    from campaign_recipient where campaign_id = ${id} and state = 'sent' and sent_at > now() - interval '50 minutes'`);
  const at = `${run?.sent ?? 0} messages of a campaign`;
  const less = 'less' as const;
  const used = (['database', 'server'] as const).flatMap((of) =>
    cpu === undefined
      ? []
      : [
          {
            what: `${at}: the ${of}'s processor of each, with what customers wrote meanwhile`,
            value: cpu[of],
            unit: 'ms',
            budget: PROCESSOR_MS,
            better: less,
          },
        ],
  );
  return [
    ...used,
    { what: `${at}: prepared`, value: prepared, unit: 'ms', budget: Math.max(PREPARE_MS, STATES_MS), better: less },
    { what: `${at}: a second`, value: run?.rate ?? 0, unit: '', budget: TARGET_RATE, better: 'more' },
    { what: `${at}: at the provider twice`, value: provider.doubled, unit: '', budget: 0, better: less },
    {
      what: `meanwhile ${WRITTEN_RATE} messages/s of customers, post to frame: 99th percentile`,
      value: written.p99,
      unit: 'ms',
      budget: 100,
      better: less,
    },
    {
      what: 'meanwhile: frames missing, doubled or at the wrong person',
      value: written.missing + written.doubled + written.strayed + written.failed,
      unit: '',
      budget: 0,
      better: less,
    },
  ];
}

/** A test of campaigns with as many recipients as they must stand. */
function tested(what: string, file: string, sizes: Readonly<Record<string, string>>): BenchRow {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const { status } = spawnSync('npx', ['vitest', 'run', `tests/server/campaigns/${file}.test.ts`], {
    cwd: root,
    env: { ...process.env, ...sizes },
    stdio: 'inherit',
  });
  return { what: `${what}: tests that failed`, value: status === 0 ? 0 : 1, unit: '', budget: 0, better: 'less' };
}
