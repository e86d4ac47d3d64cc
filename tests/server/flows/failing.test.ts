import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FLOW_STEPS_MAX } from '../../../contract/facts/flows.ts';
import type { Flow } from '../../../contract/flows/flow.ts';
import { blacklistCustomer } from '../../../contract/graphql/blacklist-customer.ts';
import { returnTicketToFlow, stopTicketFlow } from '../../../contract/graphql/ticket-flow.ts';
import { runner } from '../../../flows/run.ts';
import { menu as menuTemplate } from '../../../flows/templates/menu.ts';
import { planBegin, planInput } from '../../../server/domain/flows/plan.ts';
import type { Playable } from '../../../server/domain/flows/playable.ts';
import { markAbandoned } from '../../../server/domain/outbound/outbox-rows.ts';
import { refusalOf } from '../../support/attendance.ts';
import { expectEventually } from '../../support/expect-eventually.ts';
import { ask, branch, flow, menu, set } from '../../flows/builders.ts';
import { startFlows } from './flows-world.ts';
import type { FlowsWorld } from './flows-world.ts';

/* What goes wrong in a flow, and what comes of it for the customer. */

let world: FlowsWorld;
beforeAll(async () => {
  world = await startFlows();
});
afterAll(() => world.stop());

const taken = (phone: string) =>
  world.rows(
    `select m.body from message m join customer c on c.id = m.customer_id
     where c.phone_number = $1 and m.type = 1 order by m.id`,
    [phone],
  );
const NOBODYS = [{ flow_run_id: null, isOpen: true, waits: true, user_id: null }];

describe('a version that can’t be read any more', () => {
  test('answers a first message -> it is taken in as without flows', async () => {
    await world.spoil(await world.answering(menuTemplate()));
    const phone = world.aPhone();
    await world.says(phone, 'Oi');
    expect(await taken(phone)).toEqual([{ body: 'Oi' }]);
    expect(await world.ticketsOf(phone)).toMatchObject(NOBODYS);
    expect(await world.runsOf(phone)).toEqual([]);
  });

  test('has the ticket when the customer answers, or their time is over -> a person, with a notice', async () => {
    const flow = await world.answering(menuTemplate());
    const phones = [world.aPhone(), world.aPhone()] as const;
    for (const phone of phones) await world.says(phone, 'Oi');
    await world.spoil(flow);
    await world.says(phones[0], '1');
    await world.pass(31);
    expect(await taken(phones[0])).toEqual([{ body: 'Oi' }, { body: '1' }]);
    for (const phone of phones) {
      expect(await world.runsOf(phone)).toMatchObject([{ status: 'stuck' }]);
      const [ticket] = await world.ticketsOf(phone);
      expect(ticket).toMatchObject(NOBODYS[0] ?? {});
      const notices = await world.rows(
        "select from event where name = 'ChatNotification' and data -> 'chatTicket' ->> 'id' = $1 and data ->> 'text' = $2",
        [ticket?.id, flow.name],
      );
      expect(notices).toHaveLength(1);
    }
    expect(await world.rows("select from inbound_waiting where state = 'waiting'")).toEqual([]);
  });
});

describe('twenty answers to one question, ten seconds apart', () => {
  const PHOTO = { type: 'image', text: undefined, image: { id: 'f1', mime_type: 'image/jpeg' } };
  type Said = readonly [text: string, more?: Record<string, unknown>];

  /** Comes to the question for the twenty-first time. */
  async function answered(of: Flow, said: (count: number) => readonly Said[]): Promise<string> {
    await world.answering(of);
    const phone = world.aPhone();
    await world.says(phone, 'Oi');
    for (let count = 0; count < 20; count += 1) {
      for (const [text, more] of said(count)) {
        await world.travel(world.now() + 10_000);
        await world.says(phone, text, more);
      }
    }
    expect(await world.runsOf(phone)).toMatchObject([{ status: 'running', node: 'start' }]);
    await world.travel(world.now() + 10_000);
    return phone;
  }

  test('the same, whatever the flow counts, and once more -> a person', async () => {
    const phone = await answered(counting(), (count) => [[count % 2 === 0 ? '1' : ' 1 ']]);
    await world.says(phone, '1');
    expect(await world.runsOf(phone)).toMatchObject([{ status: 'stuck' }]);
    expect(await world.ticketsOf(phone)).toMatchObject(NOBODYS);
  });

  test('the same exit in other words, or by photos -> no bot’s', async () => {
    const one = await answered(more(), (count) => [[count % 2 === 0 ? '1' : 'opção sim']]);
    await world.says(one, '1');
    const other = await answered(photos(), () => [['', PHOTO], ['sim']]);
    await world.says(other, '', PHOTO);
    await world.says(other, 'sim');
    for (const phone of [one, other]) expect(await world.runsOf(phone)).toMatchObject([{ status: 'running' }]);
  });

  test('the same, and then another, or once more after people had it, or a day later -> no bot’s', async () => {
    const { bruno } = world.people;
    const same = () => answered(more(), () => [['1']]);
    const [other, back, later] = [await same(), await same(), await same()];
    await world.says(other, 'opção sim');
    const ticket_id = (await world.ticketsOf(back))[0]?.id ?? '';
    await world.call(bruno, stopTicketFlow, { ticket_id });
    await world.call(bruno, returnTicketToFlow, { ticket_id });
    await world.says(back, '1');
    await world.travel(world.now() + 24 * 60 * 60_000);
    await world.says(later, '1');
    for (const phone of [other, back, later]) expect(await world.runsOf(phone)).toMatchObject([{ status: 'running' }]);
  });
});

test('what no database stores, in an answer and in a label -> left out', async () => {
  await world.answering(named('Nome \0completo'));
  const phone = world.aPhone();
  await world.says(phone, 'Oi');
  await world.taps(phone, 'Nome completo');
  await world.says(phone, 'Ana\0 \ud800');
  expect(await world.told(phone)).toEqual(['O que muda?', 'Qual o seu nome?', 'Obrigado, Ana\ufffd \ufffd.']);
  expect(await world.runsOf(phone)).toMatchObject([{ status: 'ended' }]);
});

describe('a circle of flows', () => {
  /** Three flows, each of which leads to the next. */
  const circle = async (flowTo: (id: string) => Flow) => {
    const ids = ['1', '2', '3'];
    const all = ids.map((id, at): Playable => {
      const flow = flowTo(ids[(at + 1) % 3] ?? '');
      return { flowId: id, number: 1, hash: id, flowName: id, botName: null, flow, runner: runner(flow) };
    });
    let found = 0;
    const planning = {
      cause: 'customer' as const,
      outside: async () => ({ known: {}, isOpen: () => true, canSend: () => true }),
      find: async (id: string) => {
        found += 1;
        if (found > 1_000) throw new Error('It goes round for ever');
        return all.find(({ flowId }) => flowId === id);
      },
      endOf: () => new Date(0),
    };
    const [first] = all;
    if (first === undefined) throw new Error('No flow');
    return { ...(await planBegin(first, planning)), planning };
  };

  test('that begin with another -> ends as stuck, whatever was checked', async () => {
    expect((await circle(goingTo)).state.status).toBe('stuck');
  });

  test('between which another server is asked -> ends as stuck after 50 steps', async () => {
    const begun = await circle(askingBefore);
    let { state } = begun;
    let answers = 0;
    for (; state.status === 'running'; answers += 1) {
      const plan = await planInput(state, { of: 'done' }, { ...begun.planning, cause: 'server' });
      if (plan === undefined) throw new Error('It stands still');
      state = plan.state;
    }
    expect(state).toMatchObject({ status: 'stuck' });
    expect(answers).toBeLessThan(FLOW_STEPS_MAX + 2);
  });
});

describe('people', () => {
  test('stopped, and the customer is blocked -> not handed back', async () => {
    const { ana, bruno } = world.people;
    await world.answering(menuTemplate());
    const phone = world.aPhone();
    await world.says(phone, 'Oi');
    const ticket = await world.ticketOf(ana, phone);
    const id = ticket?.id ?? '';
    await world.call(bruno, stopTicketFlow, { ticket_id: id });
    await world.call(ana, blacklistCustomer, { id: ticket?.customer.id ?? '', blacklisted: true });
    const told = await world.told(phone);
    expect(await refusalOf(world.call(bruno, returnTicketToFlow, { ticket_id: id }))).toBe(
      'CONFLICT error.customer.blacklisted',
    );
    expect(await world.told(phone)).toEqual(told);
  });

  test('a ticket that an older server gave to somebody, or finished -> stays as it is when its flow is stopped; only who is unanswered waits', async () => {
    const { ana, bruno } = world.people;
    await world.answering(menuTemplate());
    const [owned, finished, unanswered] = [world.aPhone(), world.aPhone(), world.aPhone()];
    for (const phone of [owned, finished, unanswered]) await world.says(phone, 'Oi');
    const [[first], [second]] = [await world.ticketsOf(owned), await world.ticketsOf(finished)];
    const [third] = await world.ticketsOf(unanswered);
    await world.rows('update chat_ticket set user_id = $1, waiting_since = null where id = $2', [bruno.id, first?.id]);
    await world.rows('update chat_ticket set finished_at = now(), waiting_since = null where id = $1', [second?.id]);
    await world.rows(
      'update chat_ticket set user_id = $1, is_not_responded = true, waiting_since = null where id = $2',
      [bruno.id, third?.id],
    );
    for (const ticket of [first, second, third]) await world.call(ana, stopTicketFlow, { ticket_id: ticket?.id ?? '' });
    expect(await world.ticketsOf(owned)).toMatchObject([{ user_id: bruno.id, waits: false, flow_run_id: null }]);
    expect(await world.ticketsOf(finished)).toMatchObject([{ isOpen: false, waits: false, flow_run_id: null }]);
    expect(await world.ticketsOf(unanswered)).toMatchObject([{ user_id: bruno.id, waits: true, flow_run_id: null }]);
  });
});

test('what was under way when its flow was stopped, and is given up by its server -> is still not to be sent', async () => {
  const { bruno } = world.people;
  await world.answering(menuTemplate());
  await world.emulator.patchPolicy({ sends: { mode: 'refuse', code: 131_016 } });
  const phone = world.aPhone();
  await world.says(phone, 'Oi');
  const theirs = 'customer_id = (select id from customer where phone_number = $1)';
  // The first one is tried at once.
  await expectEventually(() =>
    world.rows(`select from outbox where ${theirs} and attempts > 0 and state <> 'sending'`, [phone]),
  ).toHaveLength(1);
  await world.rows(
    `update outbox set state = 'sending', locked_by = 'another', next_attempt_at = now() + interval '1 hour',
       locked_until = now() + interval '1 hour' where ${theirs}`,
    [phone],
  );
  const ticket = await world.ticketOf(bruno, phone);
  if (ticket === undefined) throw new Error('No ticket');
  await world.send(bruno, ticket, 'Aqui é o Bruno');
  const [found] = await world.rows<{ tenant: string }>(
    `update outbox set locked_until = now() - interval '1 second' where ${theirs} and state = 'sending'
     returning tenant_id as tenant`,
    [phone],
  );
  await markAbandoned(world.server.services.db, found?.tenant ?? '', 60_000);
  await world.emulator.patchPolicy({ sends: { mode: 'accept' } });
  expect(
    await world.rows(`select distinct state, last_error from outbox where ${theirs} and last_error is not null`, [
      phone,
    ]),
  ).toEqual([{ state: 'uncertain', last_error: 'error.flow.stopped' }]);
});

const end = (text: string): Flow['nodes'][string] => ({ kind: 'end', label: null, text, finishes: true, exits: {} });

function ended(): Flow {
  return { schema: 1, kind: 'passive', start: 'fim', variables: {}, nodes: { fim: end('Tchau!') } };
}

function goingTo(flow_id: string): Flow {
  return { ...ended(), start: 'vai', nodes: { vai: { kind: 'goto', label: null, flow_id, exits: {} } } };
}

function askingBefore(flow_id: string): Flow {
  const asked = { kind: 'request', label: null, method: 'GET', url: 'https://loja.example/' } as const;
  const exits = { ok: 'vai', failed: 'vai' };
  const { nodes } = goingTo(flow_id);
  return { ...ended(), start: 'pede', nodes: { ...nodes, pede: { ...asked, body: [], results: [], exits } } };
}

/** Asks what is to be changed, and for a name. */
function named(label: string): Flow {
  const question = { kind: 'ask', label: null, again: null, tries: 1, minutes: 5 } as const;
  const none = { other: 'fim', media: 'fim', timeout: 'fim' };
  return {
    ...ended(),
    start: 'muda',
    variables: { nome: { type: 'text' } },
    nodes: {
      muda: {
        ...question,
        text: 'O que muda?',
        expects: 'options',
        options: [{ id: 'nome', label }],
        saves: null,
        exits: { ...none, nome: 'nome' },
      },
      nome: {
        ...question,
        text: 'Qual o seu nome?',
        expects: 'text',
        options: [],
        saves: 'nome',
        exits: { ...none, answer: 'grato' },
      },
      grato: end('Obrigado, {{nome}}.'),
      fim: end('Tchau!'),
    },
  };
}

/** Asks on and on, and keeps nothing. */
const more = (): Flow => flow({ start: menu('Mais?', { sim: 'start', nao: 'bye' }) });

/** Asks for photos, and after each one whether there are more. */
const photos = (): Flow =>
  flow({
    start: ask('Qual foto?', { answer: 'more' }, { expects: 'media' }),
    more: menu(
      'Mais?',
      { sim: 'start', nao: 'bye' },
      {
        options: [
          { id: 'sim', label: 'Sim' },
          { id: 'nao', label: 'Não' },
        ],
      },
    ),
  });

/** Asks on and on, and counts how often. */
const counting = (): Flow =>
  flow(
    {
      start: ask('Quanto?', { answer: 'count' }, { expects: 'number', saves: 'valor' }),
      count: set('vezes', 'vezes + 1', 'which'),
      which: branch({ much: 'valor > 1000' }, { much: 'bye', else: 'start' }),
    },
    { variables: { valor: { type: 'number' }, vezes: { type: 'number', initial: 0 } } },
  );
