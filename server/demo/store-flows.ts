import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Flow } from '../../contract/flows/flow.ts';
import { check } from '../../flows/check.ts';
import { menu } from '../../flows/templates/menu.ts';
import { survey } from '../../flows/templates/survey.ts';
import type { InboundMessage } from '../channels/channel.ts';
import { changeTenant } from '../db/change.ts';
import type { Change } from '../db/change.ts';
import { withPlatform, withTenant } from '../db/database.ts';
import type { Tx } from '../db/database.ts';
import type { Id } from '../db/tables.ts';
import type { Services } from '../domain/context.ts';
import { runInput } from '../domain/flows/run-flow.ts';
import { findTurn } from '../domain/flows/run-rows.ts';
import { receiveMessage } from '../domain/inbound/receive-message.ts';
import { inventPeople, nobodysMobile } from './names.ts';
import { createRandom } from './random.ts';

/** Of the company with flows, and its number that they answer. */
const SLUG = 'aurora';
const NUMBER = '100000000000001';
const SEED = 31;
const MINUTE = 60_000;

type DemoFlow = {
  name: string;
  flow: Flow;
  keyword: string;
  /** What customers write after the keyword; null: nothing, and their time is over. */
  talks: readonly (readonly (string | null)[])[];
};

/** By keyword: who tries the demo out on the phone meets people, as everywhere else, unless they ask for one of these. */
export const DEMO_FLOWS: readonly DemoFlow[] = [
  {
    name: 'Menu principal',
    flow: menu(),
    keyword: 'menu',
    talks: [
      ['Vendas'],
      ['2'],
      [null, 'Não preciso mais'],
      ['oi?', 'Suporte'],
      [null, null],
      ['1'],
      ['quanto custa o frete?', 'quero falar com alguém'],
      ['Financeiro'],
      [null, 'Quero um atendente'],
      ['Vendas'],
      [null],
      [],
      [],
    ],
  },
  {
    name: 'Pesquisa de satisfação',
    flow: survey(),
    keyword: 'pesquisa',
    talks: [
      ['10'],
      ['9'],
      ['7'],
      ['4', 'A entrega demorou uma semana a mais.'],
      ['boa', '8'],
      [null],
      ['10'],
      ['3', null],
      ['9'],
      ['6', 'O site não mostrava o prazo.'],
      ['5'],
      [],
    ],
  },
];
/** The last conversations are under way; the others are older, by so much each. */
const UNDER_WAY = 3;
const APART_MS = 95 * MINUTE;

/** Two flows that are published, and what customers wrote to them, for one of these companies. */
export async function seedFlows(services: Services, slugs: readonly string[]): Promise<void> {
  if (!slugs.includes(SLUG)) return;
  const tenantId = await withPlatform(services.db, async (tx) => {
    const { id } = await tx.selectFrom('tenant').select('id').where('slug', '=', SLUG).executeTakeFirstOrThrow();
    return id;
  });
  const instanceId = await withTenant(services.db, tenantId, async (tx) => {
    for (const [position, flow] of DEMO_FLOWS.entries()) await addFlow(tx, tenantId, flow, position);
    const found = await tx
      .selectFrom('instance')
      .select('id')
      .where('tenant_id', '=', tenantId)
      .where('phone_number_id', '=', NUMBER)
      .executeTakeFirstOrThrow();
    return found.id;
  });
  const people = inventPeople(
    DEMO_FLOWS.reduce((sum, { talks }) => sum + talks.length, 0),
    createRandom(SEED),
    nobodysMobile,
  );
  const started = services.now().getTime();
  let place = 0;
  for (const { keyword, talks } of DEMO_FLOWS) {
    for (const [at, talk] of talks.entries()) {
      const person = people[(place += 1) - 1];
      const left = talks.length - at;
      const age = left <= UNDER_WAY ? left * 3 * MINUTE : (left + 1) * APART_MS;
      if (person === undefined) throw new Error('Fewer people than conversations');
      await tell(services, { tenantId, instanceId }, { ...person, begins: started - age, says: [keyword, ...talk] });
    }
  }
  await withTenant(services.db, tenantId, (tx) =>
    settle(
      tx,
      tenantId,
      people.map(({ phone }) => phone),
    ),
  );
}

async function addFlow(tx: Tx, tenantId: Id, { name, flow, keyword }: DemoFlow, position: number): Promise<void> {
  const text = JSON.stringify(flow);
  const { findings, summary, moments, widened } = check(flow);
  await sql`
    with added as (
      insert into flow (tenant_id, name, kind, draft, has_draft, published_number, is_active, position, bot_name, starts,
        keywords)
      values (${tenantId}, ${name}, ${flow.kind}, ${text}::json, false, 1, true, ${position}, 'Lia', 'keyword',
        ${[keyword]}::text[])
      returning id)
    insert into flow_version (tenant_id, flow_id, number, state, hash, flow, proof, published_by)
    select ${tenantId}::bigint, added.id, 1, 'published', ${createHash('sha256').update(text).digest('hex')}, ${text}::json,
      ${JSON.stringify({ findings, summary, moments, widened })}::json,
      (select min(id) from app_user where tenant_id = ${tenantId})
    from added`.execute(tx);
}

type Told = { name: string; phone: string; begins: number; says: readonly (string | null)[] };

/** A conversation as it would have been, a minute between its messages. */
async function tell(
  services: Services,
  place: { tenantId: Id; instanceId: Id },
  { name, phone, begins, says }: Told,
): Promise<void> {
  let at = begins;
  for (const [order, text] of says.entries()) {
    const then: Services = { ...services, now: () => new Date(at) };
    await changeTenant(services.db, place.tenantId, async (change) => {
      if (text === null) await passTime(change, phone, then.now());
      else await receiveMessage(then, change, place, written({ name, phone, text, at, order }), {});
      // Nothing of it is sent: it has been.
      await sql`update outbox set state = 'sent' where tenant_id = ${place.tenantId}
        and customer_id = (select id from customer where tenant_id = ${place.tenantId} and phone_number = ${phone})`.execute(
        change.tx,
      );
    });
    at += MINUTE;
  }
}

/** The time is over that a flow gave somebody to answer. */
async function passTime(change: Change, phone: string, now: Date): Promise<void> {
  const { tx, tenantId } = change;
  const { rows } = await sql<{ id: Id }>`
    select t.flow_run_id as id from chat_ticket t join customer c on c.tenant_id = t.tenant_id and c.id = t.customer_id
    where t.tenant_id = ${tenantId} and c.phone_number = ${phone} and t.flow_run_id is not null`.execute(tx);
  const turn = rows[0] && (await findTurn(tx, tenantId, rows[0].id, now));
  if (turn !== undefined) await runInput(change, turn, { input: { of: 'silence' }, cause: 'time' }, now);
}

function written(of: { name: string; phone: string; text: string; at: number; order: number }): InboundMessage {
  return {
    kind: 'text',
    providerMessageId: `wamid.flow-${of.phone}-${of.order}`,
    phoneNumberId: NUMBER,
    from: of.phone,
    fromUserId: undefined,
    profileName: of.name,
    timestamp: new Date(of.at),
    replyToProviderId: undefined,
    forwarded: false,
    text: of.text,
    tagType: 'text',
    referral: undefined,
  };
}

/** What the flows said was read, and the tickets that people got are finished, but for the latest. */
async function settle(tx: Tx, tenantId: Id, phones: readonly string[]): Promise<void> {
  const theirs = sql`(select c.id from customer c where c.tenant_id = ${tenantId}
    and c.phone_number = any(${[...phones]}::text[]))`;
  await sql`
    update message set ack = 3, whatsapp_message_id = 'wamid.flow-' || id
    where tenant_id = ${tenantId} and customer_id in ${theirs} and type = 0`.execute(tx);
  await sql`
    update chat_ticket t set finished_at = t.last_message_at + interval '10 minutes', is_not_responded = false,
      waiting_since = null, unseen_count = 0
    where t.tenant_id = ${tenantId} and t.customer_id in ${theirs} and t.finished_at is null and t.flow_run_id is null
      and t.id <> (select max(id) from chat_ticket n where n.tenant_id = ${tenantId} and n.customer_id in ${theirs}
        and n.finished_at is null and n.flow_run_id is null)`.execute(tx);
  await sql`
    update message m set unseen = false from chat_ticket t
    where m.tenant_id = ${tenantId} and m.customer_id in ${theirs} and t.tenant_id = m.tenant_id and t.id = m.ticket_id
      and t.unseen_count = 0`.execute(tx);
}
