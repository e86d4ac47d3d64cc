import { afterAll, beforeAll, expect, test } from 'vitest';
import { newFlow, publishFlow, setFlowAnswers } from '../../../contract/graphql/flows.ts';
import { menu } from '../../../flows/templates/menu.ts';
import { callGraphql, postWebhook, writtenBody } from '../../support/attendance.ts';
import { expectEventually } from '../../support/expect-eventually.ts';
import { startKillable } from '../../support/killable.ts';
import type { Killable } from '../../support/killable.ts';
import { EVERYBODY } from './flows-world.ts';

let world: Killable;

beforeAll(async () => {
  world = await startKillable(1);
  await world.owner.query('update department set activated = false');
});
afterAll(() => world.stop());

const PHONE = '5511962000000';
const told = async () => {
  const { rows } = await world.owner.query<{ body: string }>(
    `select m.body from message m join customer c on c.id = m.customer_id
     where c.phone_number = $1 and m.type = 0 order by m.id`,
    [PHONE],
  );
  return rows.map(({ body }) => body);
};

test('killed in the middle of a step, the webhook repeated -> one answer', async () => {
  const [url] = world.urls();
  const who = await world.ana();
  const form = { name: 'Menu', kind: 'passive' as const, flow: JSON.stringify(menu()), places: '{}' };
  const { id } = (await callGraphql(url, who, newFlow, form)).newFlow;
  const { publishFlow: published } = await callGraphql(url, who, publishFlow, { id });
  expect(published).toMatchObject({ is_published: true });
  await callGraphql(url, who, setFlowAnswers, { id, ...EVERYBODY });
  await world.emulator.saveCustomer(PHONE, 'Luciana');
  const first = writtenBody({ from: PHONE, text: 'Oi' });
  expect(await postWebhook(url, first.body)).toBe(200);
  await expectEventually(async () => (await world.emulator.received(PHONE)).length).toBe(2);

  // Between the answer's message and its steps.
  const answer = writtenBody({ from: PHONE, text: '2' });
  let posted: Promise<number> | undefined;
  await world.killAt('flow_step', async () => {
    posted = postWebhook(url, answer.body).catch(() => 0);
  });
  await posted;
  expect(await told()).toHaveLength(2);

  await world.restart();
  const [again] = world.urls();
  expect(await postWebhook(again, answer.body)).toBe(200);
  expect(await postWebhook(again, answer.body)).toBe(200);
  await expectEventually(async () => (await world.emulator.received(PHONE)).length).toBe(3);
  expect((await told()).slice(2)).toEqual(['Um instante: já chamamos alguém do suporte.']);
});

test('killed with an answer at the provider that is not noted as sent yet -> not sent again', async () => {
  const phone = '5511962000001';
  await world.emulator.saveCustomer(phone, 'Rita');
  const says = async (text: string) =>
    expect(await postWebhook(world.urls()[0], writtenBody({ from: phone, text }).body)).toBe(200);
  const received = async () => (await world.emulator.received(phone)).length;
  const ofPhone = 'customer_id = (select id from customer where phone_number = $1)';
  const states = async () => {
    const { rows } = await world.owner.query<{ state: string }>(
      `select state from outbox where ${ofPhone} order by message_id`,
      [phone],
    );
    return rows.map(({ state }) => state);
  };
  await says('Oi');
  await expectEventually(states).toEqual(['sent', 'sent']);
  // Its webhook doesn't touch that table, and noting it does.
  await world.killAt('parked_status', () => says('2'));
  expect(await received()).toBe(3);
  expect(await states()).toEqual(['sent', 'sent', 'sending']);
  await world.owner.query(`update outbox set locked_until = now() where ${ofPhone} and state = 'sending'`, [phone]);
  await world.restart();
  await expectEventually(async () => (await states()).at(-1)).toMatch(/^(uncertain|sent)$/);
  expect(await received()).toBe(3);
});
