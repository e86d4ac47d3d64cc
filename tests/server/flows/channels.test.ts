import { afterAll, beforeAll, test } from 'vitest';
import { menu } from '../../../flows/templates/menu.ts';
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
  '%s -> options as it has them, texts with the bot’s name; a number is an answer',
  async (_name, number, name, asked) => {
    const phone = world.aPhone();
    await world.emulator.saveCustomer(phone, 'Luciana');
    await world.emulator.write(number, phone, 'Oi');
    const shown = async () => (await world.emulator.received(phone)).map(({ text }) => text);
    const signed = asked === QUESTION ? '' : name;
    // SMS tells of no name.
    const greeted = number === SMS_SENDERS.twilio.sender ? phone : 'Luciana';
    await expectEventually(shown).toEqual([`${name}Olá, ${greeted}! 👋`, `${signed}${asked}`]);
    await world.emulator.write(number, phone, '2');
    await expectEventually(async () => (await shown()).at(-1)).toBe(
      `${name}Um instante: já chamamos alguém do suporte.`,
    );
  },
);
