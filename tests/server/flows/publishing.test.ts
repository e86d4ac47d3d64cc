import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Flow } from '../../../contract/flows/flow.ts';
import { flowFunnel, publishFlow } from '../../../contract/graphql/flows.ts';
import { takeChatTicket } from '../../../contract/graphql/take-chat-ticket.ts';
import { menu } from '../../../flows/templates/menu.ts';
import { refusalOf } from '../../support/attendance.ts';
import { startFlows } from './flows-world.ts';
import type { FlowsWorld } from './flows-world.ts';

/* What becomes of conversations when another version is published, and what is counted of them. */

let world: FlowsWorld;
beforeAll(async () => {
  world = await startFlows();
});
afterAll(() => world.stop());

const end = (text: string): Flow['nodes'][string] => ({ kind: 'end', label: null, text, finishes: true, exits: {} });

/** A customer at the menu and one who was reminded; and the menu with another end, and no reminder any more. */
async function twoCustomers() {
  const first = await world.answering(menu());
  const [atMenu, reminded] = [world.aPhone(), world.aPhone()];
  await world.says(reminded, 'Oi');
  await world.pass(30);
  await world.says(atMenu, 'Oi');
  const { fim: _fim, ...rest }: Flow['nodes'] = menu().nodes;
  const nodes = { ...rest, suporte: end('Nova despedida.'), lembrete: end('Até logo.') };
  return { atMenu, reminded, draft: await world.save(first, { ...menu(), nodes }) };
}
const publish = async ({ id, version }: { id: string; version: string }, conversations: 'move' | 'hand_off') =>
  (await world.call(world.people.ana, publishFlow, { id, version, conversations })).publishFlow;

test('moved where the step is the same; elsewhere they stay, and the old menu still counts', async () => {
  const { atMenu, reminded, draft } = await twoCustomers();
  expect(await publish(draft, 'move')).toMatchObject({ is_published: true, moved: 1, running: 1, handed_off: 0 });
  expect(await world.runsOf(atMenu)).toMatchObject([{ number: 2, node: 'menu' }]);
  expect(await world.runsOf(reminded)).toMatchObject([{ number: 1, node: 'lembrete', status: 'running' }]);
  await world.taps(atMenu, 'Suporte');
  expect((await world.told(atMenu)).at(-1)).toBe('Nova despedida.');
});

test('handed to people where the step isn’t the same; a time that runs goes on to run', async () => {
  const { atMenu, reminded, draft } = await twoCustomers();
  expect(await publish(draft, 'hand_off')).toMatchObject({ is_published: true, moved: 1, running: 0, handed_off: 1 });
  expect(await world.runsOf(reminded)).toMatchObject([{ number: 1, status: 'handed_off' }]);
  expect(await world.ticketsOf(reminded)).toMatchObject([{ flow_run_id: null, waits: true, isOpen: true }]);
  await world.pass(30);
  expect((await world.told(atMenu)).at(-1)).toBe('Até logo.');
  const wrong = world.call(world.people.ana, publishFlow, { ...draft, conversations: JSON.parse('"drop"') });
  expect(await refusalOf(wrong)).toBe('INVALID error.invalid');
});

test('entered is who left, waits and was lost; wrong answers are no exits', async () => {
  const flow = await world.answering(menu());
  const phones = [world.aPhone(), world.aPhone(), world.aPhone(), world.aPhone()] as const;
  for (const phone of phones) await world.says(phone, 'Oi');
  await world.says(phones[0], 'asdf');
  await world.says(phones[0], 'suporte');
  await world.says(phones[1], 'asdf');
  const [ticket] = await world.ticketsOf(phones[2]);
  await world.call(world.people.bruno, takeChatTicket, { id: ticket?.id ?? '' });
  const version = flow.number ?? 0;
  const { flowFunnel: steps } = await world.call(world.people.ana, flowFunnel, { flow_id: flow.id, version });
  expect(steps).toEqual([
    { node: 'menu', entered: 4, left: 1, waiting: 2, dropped: 1, exits: [{ exit: 'suporte', count: 1 }] },
    { node: 'ola', entered: 4, left: 4, waiting: 0, dropped: 0, exits: [{ exit: 'next', count: 4 }] },
    { node: 'suporte', entered: 1, left: 1, waiting: 0, dropped: 0, exits: [] },
  ]);
});
