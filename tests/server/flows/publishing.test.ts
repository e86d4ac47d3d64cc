import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Flow } from '../../../contract/flows/flow.ts';
import { flowDetails, flowFunnel, publishFlow } from '../../../contract/graphql/flows.ts';
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

const say = (text: string, next: string): Flow['nodes'][string] => ({
  kind: 'say',
  label: null,
  content: { of: 'text', text },
  exits: { next, failed: 'fim' },
});
const to = (flow_id: string): Flow['nodes'][string] => ({ kind: 'goto', label: null, flow_id, exits: {} });
const { menu: question } = menu().nodes;
if (question?.kind !== 'ask') throw new Error('No question');
const [onward, out] = question.options;
const ask = {
  ...question,
  saves: null,
  options: question.options.slice(0, 2),
  exits: { other: 'fim', media: 'fim', timeout: 'fim', [out?.id ?? '']: 'fim' },
};
const asks = (next: string) => ({ ...ask, exits: { ...ask.exits, [onward?.id ?? '']: next } });
const ends = { fim: end('Até logo.') };
const of = (start: string, nodes: Flow['nodes']): Flow => ({ ...menu(), start, variables: {}, nodes });

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
const detailsOf = async ({ id }: { id: string }) =>
  (await world.call(world.people.ana, flowDetails, { id })).flowDetails;
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

test('flows that come to each other -> refused where they go on without a word, or too long, by what both do now', async () => {
  const first = await world.draft(of('pergunta', { pergunta: asks('fim'), ...ends }), 'Pergunta');
  await world.publish(first);
  const three = { b1: say('1', 'b2'), b2: say('2', 'b3'), b3: say('3', 'volta'), volta: to(first.id) };
  const second = await world.draft(of('b1', { ...three, ...ends }), 'Volta');
  expect(await world.publish(second)).toMatchObject({ findings: '[]', is_published: true });
  const versionOf = async () =>
    (await world.rows<{ version: string }>('select version::text as version from flow where id = $1', [first.id]))[0]
      ?.version ?? '';
  const saved = async (flow: Flow) => world.save({ ...first, version: await versionOf() }, flow);
  const propertiesOf = async (draft: { id: string; version: string }) => {
    const { is_published, findings } = await world.publish(draft);
    const found: { property: string; about: string | null }[] = JSON.parse(findings);
    return [is_published, ...found.map(({ property }) => property)];
  };

  const silent = await saved(of('a1', { a1: say('Oi', 'segue'), segue: to(second.id), ...ends }));
  expect(await propertiesOf(silent)).toEqual([false, 'targets']);
  // Three, the question, and after the answer two: with the other's three and those once more it is nine.
  const long = await saved(
    of('a1', {
      ...{ a1: say('1', 'a2'), a2: say('2', 'a3'), a3: say('3', 'pergunta'), pergunta: asks('a5') },
      ...{ a5: say('5', 'a6'), a6: say('6', 'segue'), segue: to(second.id), ...ends },
    }),
  );
  expect(await propertiesOf(long)).toEqual([false, 'row']);
  const fine = await saved(
    of('a1', { a1: say('1', 'pergunta'), pergunta: asks('segue'), segue: to(second.id), ...ends }),
  );
  expect(await propertiesOf(fine)).toEqual([true]);
});

test('sent on to another flow, which comes back, while another version is published -> its first words are the new ones', async () => {
  const first = await world.answering(of('pergunta', { pergunta: asks('fim'), ...ends }));
  const second = await world.draft(
    of('b1', { b1: say('Um momento.', 'volta'), volta: to(first.id), ...ends }),
    'Ida e volta',
  );
  await world.publish(second);
  const there = { pergunta: asks('segue'), segue: to(second.id), ...ends };
  const before = await world.save(first, of('pergunta', there));
  await world.publish(before);
  const phone = world.aPhone();
  await world.says(phone, 'Oi');
  const { pergunta, ...rest } = there;
  const now = of('b0', { b0: say('Temos novidades.', 'outra'), outra: pergunta, ...rest });
  const after = await world.save(await detailsOf(first), now);
  expect(await publish(after, 'move')).toMatchObject({ is_published: true, moved: 0, running: 1 });
  await world.taps(phone, onward?.label ?? '');
  expect((await world.told(phone)).slice(-3, -1)).toEqual(['Um momento.', 'Temos novidades.']);
  expect(await world.runsOf(phone)).toMatchObject([{ number: 3, node: 'outra', status: 'running' }]);
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
