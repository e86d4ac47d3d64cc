import { afterAll, beforeAll, expect, test as it } from 'vitest';
import { newRule } from '../../../contract/graphql/rules.ts';
import { callGraphql, postWebhook, writtenBody } from '../../support/attendance.ts';
import { expectEventually } from '../../support/expect-eventually.ts';
import { startKillable } from '../../support/killable.ts';
import type { Killable } from '../../support/killable.ts';
import { act, all, on, rule } from './rules-world.ts';

let world: Killable;

beforeAll(async () => {
  world = await startKillable(2);
  await world.owner.query('update department set activated = false');
});
afterAll(() => world.stop());

const PHONES = ['5511963000001', '5511963000002', '5511963000003'];
const told = async () => {
  const { rows } = await world.owner.query<{ phone: string; body: string }>(
    `select c.phone_number as phone, m.body from message m join customer c on c.id = m.customer_id
     where m.type = 0 order by c.phone_number, m.id`,
  );
  return rows.map(({ phone, body }) => `${phone} ${body}`);
};

it('killed in the middle of acting, two nodes -> each acts once on each event, and none is lost', async () => {
  const [url] = world.urls();
  const definition = rule(on('message.received'), all(), [act('send', null, 'Já vamos.')]);
  const form = { name: 'Avisa', definition: JSON.stringify(definition), is_active: true };
  await callGraphql(url, await world.ana(), newRule, form);

  const write = (to: string, from: string, text: string) => postWebhook(to, writtenBody({ from, text }).body);
  // Between what the rule did and its execution. Once it acts, its company's webhooks wait, and are refused for now.
  const answers: number[] = [];
  await world.killAt('rule_execution', async () => {
    answers.push(...(await Promise.all(PHONES.map((from) => write(url, from, 'Oi')))));
  });
  expect(answers).toContain(200);
  expect(await told()).toEqual([]);

  await world.restart();
  const again = PHONES.filter((_, at) => answers[at] !== 200);
  for (const from of again) expect(await write(world.urls()[0], from, 'Oi')).toBe(200);
  await expectEventually(told).toEqual(PHONES.map((phone) => `${phone} Já vamos.`));
  const nodes = world.urls();
  for (const [at, from] of PHONES.entries()) expect(await write(nodes[at % 2] ?? '', from, 'De novo')).toBe(200);
  await expectEventually(told).toHaveLength(6);
  const { rows } = await world.owner.query<{ count: number }>(
    `select count(*)::integer as count from rule_cursor c join tenant t on t.id = c.tenant_id
     where c.position <= t.stream_position`,
  );
  expect(rows[0]?.count).toBe(1);
  expect(await told()).toEqual(PHONES.flatMap((phone) => [`${phone} Já vamos.`, `${phone} Já vamos.`]));
});
