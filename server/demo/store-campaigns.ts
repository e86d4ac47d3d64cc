import { sql } from 'kysely';
import { withPlatform, withTenant } from '../db/database.ts';
import type { Database, Tx } from '../db/database.ts';
import type { Id } from '../db/tables.ts';
import type { FrozenContent } from '../domain/campaigns/content.ts';
import { contentOf } from '../domain/templates/components.ts';
import { createRandom } from './random.ts';
import type { Random } from './random.ts';

/** A template of a company's account, as the provider lists it. */
export type DemoTemplate = {
  tenant: string;
  accountId: string;
  id: string;
  name: string;
  language: string;
  category: string;
  components: unknown;
};

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** Results of the finished campaign, as shares of its recipients. */
const FAILED = 0.04;
const READ = 0.64;
const ANSWERED = 0.14;

/**
 * Gives each of the companies two campaigns: one that finished some days ago, and one that is being sent, slowly, and
 * goes on from here.
 */
export async function seedCampaigns(
  db: Database,
  now: Date,
  slugs: readonly string[],
  templates: readonly DemoTemplate[],
): Promise<void> {
  const tenants = await withPlatform(db, (tx) =>
    tx
      .selectFrom('tenant')
      .select(['id', 'slug'])
      .where('slug', 'in', [...slugs, ''])
      .orderBy('id')
      .execute(),
  );
  for (const { id, slug } of tenants) {
    const template = templates.find(({ tenant }) => tenant === slug);
    if (template !== undefined) await withTenant(db, id, (tx) => storeCampaigns(tx, id, now, template));
  }
}

async function storeCampaigns(tx: Tx, tenantId: Id, now: Date, template: DemoTemplate): Promise<void> {
  const random = createRandom(Number(tenantId) + 11);
  const { rows: instances } = await sql<{ id: Id }>`select id from instance where tenant_id = ${tenantId}
    and claimed_number is not null order by id limit 1`.execute(tx);
  const [instance] = instances;
  const content = contentOf(template.components);
  if (instance === undefined || content === undefined) return;
  const { rows: stored } = await sql<{ id: Id }>`
    insert into message_template (tenant_id, waba_id, provider_id, name, language, category, status, components)
    values (${tenantId}, ${template.accountId}, ${template.id}, ${template.name}, ${template.language},
      ${template.category}, 'APPROVED', ${JSON.stringify(template.components)})
    on conflict (tenant_id, waba_id, provider_id) do update set status = 'APPROVED' returning id`.execute(tx);
  const templateId = stored[0]?.id ?? '';
  const { name, language, category } = template;
  const frozen: FrozenContent = {
    kind: 'template',
    template: { id: templateId, name, language, category, isNamed: false, isApproved: true, content },
  };
  await sql`insert into number_pace (tenant_id, instance_id) values (${tenantId}, ${instance.id})
    on conflict do nothing`.execute(tx);
  const { rows: customers } = await sql<{ id: Id }>`select id from customer where tenant_id = ${tenantId}
    order by id`.execute(tx);
  const half = Math.floor(customers.length / 2);
  const over = new Date(now.getTime() - 3 * DAY_MS);
  const begun = new Date(now.getTime() - 8 * MINUTE_MS);
  const common = { tenantId, instanceId: instance.id, templateId, content: JSON.stringify(frozen) };
  const finished = await insertCampaign(tx, {
    ...common,
    name: 'Volta por 10%',
    status: 'finished',
    startedAt: over,
    finishedAt: new Date(over.getTime() + 20 * MINUTE_MS),
    perMinute: null,
  });
  await insertRecipients(tx, common, finished, wasSent(customers.slice(0, half), over, random));
  const running = await insertCampaign(tx, {
    ...common,
    name: 'Ofertas da semana',
    status: 'running',
    startedAt: begun,
    finishedAt: null,
    perMinute: 6,
  });
  await insertRecipients(tx, common, running, isBeingSent(customers.slice(half), begun));
}

type Common = { tenantId: Id; instanceId: Id; templateId: Id; content: string };

async function insertCampaign(
  tx: Tx,
  given: Common & {
    name: string;
    status: 'finished' | 'running';
    startedAt: Date;
    finishedAt: Date | null;
    perMinute: number | null;
  },
): Promise<Id> {
  const { tenantId, instanceId, templateId, content, name, status, startedAt, finishedAt, perMinute } = given;
  const variables = [
    { key: 'body.1', source: 'first_name', text: null, field_id: null, fallback: 'Cliente' },
    { key: 'body.2', source: 'text', text: '10%', field_id: null, fallback: null },
  ];
  const { rows } = await sql<{ id: Id }>`
    insert into campaign (tenant_id, name, status, instance_ids, template_id, content, variables, window_from, window_to,
      per_minute, starts_at, started_at, finished_at, created_at)
    values (${tenantId}, ${name}, ${status}, array[${instanceId}::bigint], ${templateId}, ${content}::jsonb,
      ${JSON.stringify(variables)}::jsonb, 0, 24, ${perMinute}, ${startedAt}, ${startedAt}, ${finishedAt}, ${startedAt})
    returning id`.execute(tx);
  return rows[0]?.id ?? '';
}

type Recipient = {
  customer: Id;
  state: 'pending' | 'delivered' | 'read' | 'failed' | 'skipped';
  skip: 'opted_out' | null;
  code: string | null;
  sent: Date | null;
  answered: Date | null;
};

function wasSent(customers: readonly { id: Id }[], from: Date, random: Random): Recipient[] {
  return customers.map(({ id: customer }, index) => {
    const nothing = { customer, skip: null, code: null, sent: null, answered: null };
    if (index % 16 === 5) return { ...nothing, state: 'skipped', skip: 'opted_out' };
    if (random.chance(FAILED)) return { ...nothing, state: 'failed', code: '131026' };
    const sent = new Date(from.getTime() + index * 2_000);
    if (!random.chance(READ)) return { ...nothing, state: 'delivered', sent };
    const answered = random.chance(ANSWERED) ? new Date(sent.getTime() + random.between(1, 90) * MINUTE_MS) : null;
    return { ...nothing, state: 'read', sent, answered };
  });
}

/** A third has been sent; the rest is due. */
function isBeingSent(customers: readonly { id: Id }[], from: Date): Recipient[] {
  return customers.map(({ id: customer }, index) => {
    const isThrough = index % 3 === 0;
    const sent = isThrough ? new Date(from.getTime() + index * 3_000) : null;
    const state = isThrough ? (index % 2 === 0 ? 'read' : 'delivered') : 'pending';
    return { customer, state, skip: null, code: null, sent, answered: null };
  });
}

async function insertRecipients(
  tx: Tx,
  { tenantId, instanceId }: Common,
  campaignId: Id,
  recipients: readonly Recipient[],
): Promise<void> {
  const rows = JSON.stringify(recipients);
  await sql`
    insert into campaign_recipient (tenant_id, campaign_id, customer_id, address, instance_id, params, zone, state,
      skip_reason, error_code, error_key, attempts, next_attempt_at, sent_at, updated_at,
      price_category, is_billable)
    select ${tenantId}::bigint, ${campaignId}::bigint, c.id, c.phone_number, ${instanceId}::bigint,
      jsonb_build_object('body.1', split_part(c.name, ' ', 1), 'body.2', '10%'), 'America/Sao_Paulo', r.state, r.skip,
      r.code, case when r.code is not null then 'channel.error.undeliverable' end,
      case when r.state in ('pending', 'skipped') then 0 else 1 end, now(), r.sent, coalesce(r.sent, now()),
      case when r.sent is not null then (select lower(t.category) from campaign m
        join message_template t on t.tenant_id = m.tenant_id and t.id = m.template_id
        where m.tenant_id = ${tenantId} and m.id = ${campaignId}) end, case when r.sent is not null then true end
    from jsonb_to_recordset(${rows}::jsonb) as r (customer bigint, state text, skip text, code text, sent timestamptz)
    join customer c on c.tenant_id = ${tenantId} and c.id = r.customer`.execute(tx);
  // Counted by its trigger on changes.
  await sql`
    update campaign_recipient t set answered_at = r.answered
    from jsonb_to_recordset(${rows}::jsonb) as r (customer bigint, answered timestamptz)
    where t.tenant_id = ${tenantId} and t.campaign_id = ${campaignId} and t.customer_id = r.customer
      and r.answered is not null`.execute(tx);
}
