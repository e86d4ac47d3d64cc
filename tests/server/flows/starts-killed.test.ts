import { afterAll, beforeAll, expect, test } from 'vitest';
import { newFlowLaunch, setFlowStarts } from '../../../contract/graphql/flow-starts.ts';
import { newFlow, publishFlow } from '../../../contract/graphql/flows.ts';
import { callGraphql, NUMBERS } from '../../support/attendance.ts';
import { expectEventually } from '../../support/expect-eventually.ts';
import { startKillable } from '../../support/killable.ts';
import type { Killable } from '../../support/killable.ts';
import { ANYTIME, outreach } from './starts-world.ts';

let world: Killable;

beforeAll(async () => {
  world = await startKillable(1);
  const template = (await world.emulator.templates()).find(({ name }) => name === 'retomar_atendimento');
  if (template === undefined) throw new Error('no template');
  const { accountId, id, name, language, category, components } = template;
  await world.owner.query('update instance set waba_id = $1 where phone_number_id = $2', [accountId, NUMBERS.vendas]);
  await world.owner.query(
    `insert into message_template (tenant_id, waba_id, provider_id, name, language, category, status, components)
     select tenant_id, $1, $2, $3, $4, $5, 'APPROVED', $6 from instance where phone_number_id = $7`,
    [accountId, id, name, language, category, JSON.stringify(components), NUMBERS.vendas],
  );
});
afterAll(() => world.stop());

const PHONES = ['5511963000001', '5511963000002', '5511963000003'];

test('killed in the middle of a start -> each customer gets the template once', async () => {
  const one = async <Row extends object>(text: string, values: unknown[] = []): Promise<Row | undefined> =>
    (await world.owner.query<Row>(text, values)).rows[0];
  const template = await one<{ id: string }>("select id from message_template where name = 'retomar_atendimento'");
  const [url] = world.urls();
  const who = await world.ana();
  const form = {
    name: 'Convite',
    kind: 'active' as const,
    flow: JSON.stringify(outreach(template?.id ?? '')),
    places: '{}',
  };
  const { id } = (await callGraphql(url, who, newFlow, form)).newFlow;
  const { publishFlow: published } = await callGraphql(url, who, publishFlow, { id });
  expect(published).toMatchObject({ is_published: true });
  await callGraphql(url, who, setFlowStarts, { id, ...ANYTIME });
  const group = await one<{ id: string }>(
    `with made as (insert into customer (tenant_id, name, phone_number)
       select t.id, 'Rui', phone from tenant t, unnest($1::text[]) as phone where t.slug = 'aurora' returning tenant_id, id),
     chosen as (insert into customer_group (tenant_id, name) select id, 'Todos' from tenant where slug = 'aurora' returning id),
     held as (insert into customer_group_member (tenant_id, group_id, customer_id)
       select made.tenant_id, chosen.id, made.id from made, chosen)
     select id from chosen`,
    [PHONES],
  );

  // Between the first start's message and its steps.
  const launch = { flow_id: id, group_id: group?.id ?? '', repeats: 'once' as const };
  await world.killAt('flow_step', () => callGraphql(url, who, newFlowLaunch, launch));
  await world.restart();
  await expectEventually(
    async () => (await one<{ n: string }>("select count(*) as n from flow_start where status = 'started'"))?.n,
  ).toBe('3');
  for (const phone of PHONES) await expectEventually(async () => (await world.emulator.received(phone)).length).toBe(1);
  expect(await one('select count(*)::integer as n from message where is_bot_message')).toEqual({ n: 3 });
});
