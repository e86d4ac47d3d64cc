import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Flow } from '../../../contract/flows/flow.ts';
import type { Finding } from '../../../flows/check.ts';
import type { Turn } from '../../../flows/conversation.ts';
import { PROPERTIES } from '../../../flows/faults.ts';
import type { Values } from '../../../flows/values.ts';
import { call, flow, menu } from '../../flows/builders.ts';
import { told } from '../../flows/told.ts';
import { wrong } from '../../flows/wrong-flows.ts';
import type { Wrong } from '../../flows/wrong-flows.ts';
import { wrongSteps } from '../../flows/wrong-steps.ts';
import { expectEventually } from '../../support/expect-eventually.ts';
import { EVERYBODY } from './flows-world.ts';
import { goesOn, knownOf, partsOf, simulated, startWalks, walked } from './walks.ts';
import type { WalkedWorld } from './walks.ts';

/* What would happen to customers if wrong flows weren't refused: what their counter-examples foretell. */

let world: WalkedWorld;
beforeAll(async () => {
  world = await startWalks();
});
afterAll(() => world.stop());
// Time goes on for all of them.
afterEach(() => world.rows("update flow_run set status = 'ended', due_at = null where status = 'running'"));

interface Row {
  readonly given: Wrong | undefined;
  /** What the customer's phone gets in the end. */
  readonly phone: readonly string[];
  /** What the counter-example has besides, and the phone never gets. */
  readonly lost?: readonly string[];
  /** What the provider refuses of it. */
  readonly refused?: readonly string[];
  /** The simulator's status after the counter-example, where it has to be told first what another flow does. */
  readonly beside?: 'waits';
  readonly run: 'stuck' | 'handed_off' | 'ended' | 'running';
  /** What happens after the counter-example: its round over and over until the flow is ended, or more. */
  readonly further?: 'round' | readonly Turn[];
}

const times = (many: number, ...texts: readonly string[]) => Array.from({ length: many }, () => texts).flat();

const rows: Readonly<Record<string, Row>> = {
  'names: a mistyped placeholder -> a hole in the text': {
    given: wrongSteps['a mistyped placeholder'],
    phone: ['Seu nome?', 'Oi, '],
    run: 'ended',
  },
  'expressions: half a date -> a day before it is taken as if it weren’t': {
    given: wrongSteps['half a date'],
    phone: ['Quando?'],
    run: 'handed_off',
  },
  'types: a number for a condition -> the case is never taken': {
    given: wrongSteps['a number that is a condition'],
    phone: [],
    run: 'handed_off',
  },
  'exits: a dead end -> no answer, and people are told': {
    given: wrong['an option that leads nowhere'],
    phone: ['Como podemos ajudar?'],
    run: 'stuck',
  },
  'targets: a flow that isn’t there -> no answer, and people are told': {
    given: {
      flow: flow({ start: menu('Posso ajudar?', { sim: 'other' }), other: call('999999', 'bye') }),
      property: 'targets',
      at: 'other',
      about: 'flow',
      shows: ['start', 'option sim', 'other'],
    },
    phone: ['Posso ajudar?'],
    beside: 'waits',
    run: 'stuck',
  },
  'limits: a label too long -> the provider refuses the question, which is waited for': {
    given: wrongSteps['a button with a label too long'],
    phone: [],
    lost: ['Escolha'],
    refused: ['Escolha'],
    run: 'running',
  },
  'automaticCycle: two steps that call each other -> the same over and over until a guard ends it': {
    given: wrong['two steps that call each other by themselves'],
    phone: times(25, 'Um', 'Dois'),
    run: 'stuck',
  },
  'automaticSteps: fifty-one steps -> no answer, a guard ends it': {
    given: wrong['fifty-one steps by themselves'],
    phone: [],
    run: 'stuck',
  },
  'silentCycle: nobody answers -> asked again until the window closes, where a guard ends it': {
    given: wrong['a question that nobody answers, asked again'],
    phone: times(48, 'Escolha'),
    run: 'stuck',
    further: 'round',
  },
  'nonsenseCycle: photos -> asked again until a guard takes the customer for a bot': {
    given: wrong['a menu that asks for ever whoever sends photos'],
    phone: [...times(10, 'Escolha', 'Escolha', 'Só leio texto'), 'Escolha', 'Escolha'],
    run: 'stuck',
    further: 'round',
  },
  'endInReach: whatever the customer does -> asked the same': {
    given: wrong['a question that goes round without an end'],
    phone: times(6, 'Mais alguma coisa?'),
    run: 'running',
    further: [
      { by: 'customer', of: 'option', option: 'sim' },
      { by: 'customer', of: 'option', option: 'nao' },
      { by: 'customer', of: 'nonsense' },
      { by: 'customer', of: 'media' },
      { by: 'time', minutes: 30 },
    ],
  },
  'window: a text after a day of silence -> not sent, the way of what fails': {
    given: wrong['a text after a day of silence'],
    phone: ['Já voltamos'],
    lost: ['E então?'],
    run: 'handed_off',
  },
  'variables: set on one way only -> a hole in the text': {
    given: wrong['a variable that is set on one way only'],
    phone: ['Já é cliente?', 'Obrigado, '],
    run: 'ended',
  },
  'row: nine messages -> all of them at once': {
    given: wrong['nine messages in a row'],
    phone: ['0', '1', '2', '3', '4', '5', '6', '7', '8'],
    run: 'ended',
  },
};

test.each(Object.entries(rows))(
  '%s',
  async (_name, { given, phone, lost = [], refused = [], beside, run, further }) => {
    const { flow, conversation, name } = await forced(given);
    const who = await walked(world, flow, conversation);
    const known = await knownOf(world, who);
    // The counter-example alone, as the editor's phone has it.
    const [after] = await world.runsOf(who);
    const status = after?.status === 'running' ? 'waits' : after?.status.replace('handed_off', 'handedOff');
    expect(simulated(flow, conversation, known)).toEqual({ texts: await world.told(who), status: beside ?? status });
    const foretold = conversation.flatMap((turn) =>
      turn.by === 'flow' ? turn.texts.map((text) => filled(text, known)) : [],
    );
    expect([...phone, ...lost].slice(0, foretold.length)).toEqual(foretold);

    if (further === 'round') await goRound(flow, who, conversation);
    else if (further !== undefined) await goesOn(world, flow, who, partsOf(flow, further).slice(1));
    await expectEventually(() => failedOf(who)).toEqual(refused);
    await expectEventually(() => onPhone(who)).toEqual(phone);
    expect(await world.told(who)).toEqual([...phone, ...refused]);
    expect(await world.runsOf(who)).toMatchObject([{ status: run }]);
    const [ticket] = await world.ticketsOf(who);
    const isPeoples = run === 'stuck' || run === 'handed_off';
    expect(ticket).toMatchObject({ user_id: null, isOpen: run !== 'ended', waits: isPeoples });
    const notices = await world.rows(
      "select from event where name = 'ChatNotification' and data -> 'chatTicket' ->> 'id' = $1 and data ->> 'text' = $2",
      [ticket?.id, name],
    );
    expect(notices).toHaveLength(run === 'stuck' ? 1 : 0);
  },
);

test('reached: a case that never holds -> nobody of any age comes there, in the simulator or on the phone', async () => {
  const { flow, conversation } = await forced(wrong['a case that never holds']);
  expect(conversation).toEqual([]);
  const answered = (value: number): Turn[] => [{ by: 'customer', of: 'answer', value }];
  for (let age = 0; age <= 120; age += 1) {
    const status = age < 18 ? 'handedOff' : 'ended';
    expect(simulated(flow, answered(age), {})).toEqual({ texts: ['Quantos anos?'], status });
  }
  const who = await walked(world, flow, answered(70));
  expect(await world.runsOf(who)).toMatchObject([{ node: 'bye', status: 'ended' }]);
  expect(await world.told(who)).toEqual(['Quantos anos?']);
  await expectEventually(() => onPhone(who)).toEqual(['Quantos anos?']);
});

test('every property -> a customer’s phone', () => {
  const played = new Set(Object.values(rows).map(({ given }) => given?.property));
  expect(PROPERTIES.filter((property) => !played.has(property))).toEqual(['reached']);
});

/** It is refused, with the counter-example, and answers customers all the same, as if it hadn't been checked. */
async function forced(given: Wrong | undefined) {
  if (given === undefined) throw new Error('No such flow');
  const { property, at, about, shows } = given;
  const text = JSON.stringify(given.flow).replaceAll('"department_id":"1"', `"department_id":"${world.departmentId}"`);
  const flow: Flow = JSON.parse(text);
  const { id, name, version } = await world.draft(flow);
  const published = await world.publish({ id, version });
  expect(published.is_published).toBe(false);
  const findings: Finding[] = JSON.parse(published.findings);
  const found = findings.find((each) => each.property === property && each.node === at);
  expect(found).toMatchObject({ severity: 'error', ...(about !== undefined && { about }) });
  const conversation = found?.conversation ?? [];
  expect(told(conversation)).toEqual(shows);

  await world.rows('update flow set is_active = false');
  await world.rows(
    `insert into flow_version (tenant_id, flow_id, number, state, hash, flow, proof)
     select tenant_id, id, 1, 'published', 'unchecked ' || id, $2::json, '{}' from flow where id = $1`,
    [id, text],
  );
  await world.rows('update flow set published_number = 1, is_active = true, starts = $2 where id = $1', [
    id,
    EVERYBODY.starts,
  ]);
  return { flow, conversation, name };
}

async function onPhone(who: string): Promise<(string | null)[]> {
  return (await world.emulator.received(who)).map(({ text }) => text);
}

/** What a customer didn't get, for the provider refused it. */
async function failedOf(who: string): Promise<string[]> {
  const failed = await world.rows<{ body: string }>(
    `select m.body from message m join customer c on c.id = m.customer_id
     where c.phone_number = $1 and m.error_key is not null order by m.id`,
    [who],
  );
  return failed.map(({ body }) => body);
}

/** What brings a conversation back to its first step happens again and again, a second after the other, until the flow is over. */
async function goRound(flow: Flow, who: string, conversation: readonly Turn[]): Promise<void> {
  const round = partsOf(flow, conversation).slice(1);
  for (let at = 0; at < 100; at += 1) {
    for (const part of round) {
      await world.travel(world.now() + 1_000);
      await goesOn(world, flow, who, [part]);
      const [run] = await world.runsOf(who);
      if (run?.status !== 'running') return;
    }
  }
  throw new Error('It goes round for ever');
}

/** A text as the flow would send it: what isn't known is a hole. */
function filled(text: string, known: Values): string {
  return text.replaceAll(/\{\{(\w+)\}\}/gu, (_all, name: string) => String(known[name] ?? ''));
}
