import { afterAll, beforeAll, expect, test } from 'vitest';
import { SMS_MAX_LENGTH } from '../../../contract/facts/channels.ts';
import { FLOW_QUESTION_MAX } from '../../../contract/facts/flows.ts';
import type { Flow } from '../../../contract/flows/flow.ts';
import { menu } from '../../../flows/templates/menu.ts';
import { end, flow, menu as asked } from '../../flows/builders.ts';
import { expectEventually } from '../../support/expect-eventually.ts';
import { addGatewayInstance, GATEWAY_PHONE, NUMBERS_WITH_GATEWAY } from '../../support/gateway.ts';
import { addSmsInstance, NUMBERS_WITH_SMS, SMS_SENDERS } from '../../support/sms.ts';
import { NUMBERS } from '../../support/attendance.ts';
import { startFlows } from './flows-world.ts';
import type { FlowsWorld } from './flows-world.ts';

/* The same flow over each channel, as the customer's phone shows it. */

let world: FlowsWorld;
beforeAll(async () => {
  world = await startFlows({
    now: () => new Date(),
    emulator: { numbers: [...NUMBERS_WITH_SMS, ...NUMBERS_WITH_GATEWAY.slice(-1)] },
  });
  await addSmsInstance(world, 'twilio');
  await addGatewayInstance(world);
  await world.emulator.scan(GATEWAY_PHONE);
  await world.answering(menu(), { bot_name: 'Bia' });
});
afterAll(() => world.stop());

const QUESTION = 'Com que assunto podemos ajudar?';
const NUMBERED = `${QUESTION}\n1. Vendas\n2. Suporte\n3. Financeiro`;

test.each([
  ['SMS', SMS_SENDERS.twilio.sender, 'Bia: ', NUMBERED],
  ['a gateway', GATEWAY_PHONE, '*Bia:*\n', NUMBERED],
  ['WhatsApp', NUMBERS.vendas, '*Bia:*\n', QUESTION],
])(
  '%s -> options as it has them, all with the bot’s name; a number is an answer',
  async (_name, number, name, asked) => {
    const phone = world.aPhone();
    await world.emulator.saveCustomer(phone, 'Luciana');
    await world.emulator.write(number, phone, 'Oi');
    const shown = async () => (await world.emulator.received(phone)).map(({ text }) => text);
    // SMS tells of no name.
    const greeted = number === SMS_SENDERS.twilio.sender ? phone : 'Luciana';
    await expectEventually(shown).toEqual([`${name}Olá, ${greeted}! 👋`, `${name}${asked}`]);
    await world.emulator.write(number, phone, '2');
    await expectEventually(async () => (await shown()).at(-1)).toBe(
      `${name}Um instante: já chamamos alguém do suporte.`,
    );
  },
);

test('WhatsApp: a list has the bot’s name; a question that leaves it no room goes without it', async () => {
  const full = 'y'.repeat(FLOW_QUESTION_MAX);
  const nothing = { other: 'bye', media: 'bye' };
  await world.answering(
    flow({
      start: asked('Qual loja?', { ...nothing, a: 'long', b: 'long', c: 'long', d: 'long' }),
      long: asked(full, { ...nothing, yes: 'bye' }),
      bye: end(null, false),
    }),
    { bot_name: 'Bia' },
  );
  const phone = world.aPhone();
  await world.emulator.saveCustomer(phone, 'Luciana');
  await world.emulator.write(NUMBERS.vendas, phone, 'Oi');
  await expectEventually(() => world.told(phone)).toEqual(['Qual loja?']);
  await world.emulator.write(NUMBERS.vendas, phone, '1');
  const shown = async () => (await world.emulator.received(phone)).map(({ text }) => text);
  await expectEventually(shown).toEqual(['*Bia:*\nQual loja?', full]);
  expect(await world.told(phone)).toEqual(['Qual loja?', full]);
});

test('SMS: a long question keeps its numbers, and a long text its address', async () => {
  const { sender } = SMS_SENDERS.twilio;
  await world.answering(long(), { bot_name: null });
  const phone = world.aPhone();
  await world.emulator.saveCustomer(phone, 'Luciana');
  await world.emulator.write(sender, phone, 'Oi');
  await expectEventually(async () => (await world.told(phone)).length).toBe(2);
  const [link = '', question = ''] = await world.told(phone);
  expect([link.length, question.length].filter((length) => length > SMS_MAX_LENGTH)).toEqual([]);
  expect(link.endsWith(`\n\nMapa: ${MAP}`)).toBe(true);
  const lines = question.split('\n').slice(1);
  expect(lines).toHaveLength(30);
  expect(lines.at(-1)).toMatch(/^30\. Loja 30 x{10,}$/u);
  expect(question.startsWith('y'.repeat(300))).toBe(true);
});

const MAP = `https://loja.example/${'m'.repeat(700)}`;

/** The most that a link and a question can say. */
function long(): Flow {
  const options = Array.from({ length: 30 }, (_, at) => ({
    id: `loja_${at + 1}`,
    label: `Loja ${at + 1} `.padEnd(60, 'x'),
  }));
  return {
    schema: 1,
    kind: 'passive',
    start: 'mapa',
    variables: {},
    nodes: {
      mapa: {
        kind: 'say',
        label: null,
        content: { of: 'link', text: 'z'.repeat(1_020), label: 'Mapa', url: MAP },
        exits: { next: 'loja', failed: 'loja' },
      },
      loja: {
        kind: 'ask',
        label: null,
        text: 'y'.repeat(2_000),
        again: null,
        expects: 'options',
        options,
        saves: null,
        tries: 1,
        minutes: 5,
        exits: {
          other: 'fim',
          media: 'fim',
          timeout: 'fim',
          ...Object.fromEntries(options.map(({ id }) => [id, 'fim'])),
        },
      },
      fim: { kind: 'end', label: null, text: null, finishes: true, exits: {} },
    },
  };
}
