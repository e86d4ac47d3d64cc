import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Flow } from '../../../contract/flows/flow.ts';
import { blacklistCustomer } from '../../../contract/graphql/blacklist-customer.ts';
import { takeChatTicket } from '../../../contract/graphql/take-chat-ticket.ts';
import { returnTicketToFlow, stopTicketFlow } from '../../../contract/graphql/ticket-flow.ts';
import { menu } from '../../../flows/templates/menu.ts';
import { changeTenant } from '../../../server/db/change.ts';
import { withTenant } from '../../../server/db/database.ts';
import { folded } from '../../../server/domain/flows/fold.ts';
import type { RunState } from '../../../server/domain/flows/fold.ts';
import { findRun, stepsOf } from '../../../server/domain/flows/run-rows.ts';
import { runDueFlows } from '../../../server/domain/flows/timers.ts';
import { distributeWaiting } from '../../../server/domain/departments/distribute-waiting.ts';
import { expectEventually } from '../../support/expect-eventually.ts';
import { refusalOf } from '../../support/attendance.ts';
import { startTestServer } from '../../support/server.ts';
import { startFlows } from './flows-world.ts';
import type { FlowsWorld } from './flows-world.ts';

let world: FlowsWorld;
beforeAll(async () => {
  world = await startFlows();
});
afterAll(() => world.stop());

const HELLO = 'Olá, Luciana! 👋';
const QUESTION = 'Com que assunto podemos ajudar?';
const AGAIN = 'Não entendi. Toque em uma das opções ou escreva o número dela.';
const REMINDER = 'Ainda está por aí? Posso passar para um atendente.';
const HANDED = 'Um instante: já chamamos um atendente.';
const BYE = 'Quando precisar, é só escrever.';

describe('the menu', () => {
  beforeAll(() => world.answering(menu()));

  test('a first message -> greeting and question, marked as the bot’s, once for the same webhook', async () => {
    const phone = world.aPhone();
    const body = world.bodyOf(phone, 'Oi');
    expect(await Promise.all([world.webhook(body), world.webhook(body)])).toEqual([200, 200]);
    await world.webhook(body);
    expect(await world.told(phone)).toEqual([HELLO, QUESTION]);
    const messages = await world.rows(
      `select distinct m.is_bot_message from message m join customer c on c.id = m.customer_id
       where c.phone_number = $1 and m.type = 0`,
      [phone],
    );
    expect(messages).toEqual([{ is_bot_message: true }]);
    await expectEventually(async () => (await world.emulator.received(phone)).length).toBe(2);
    const [, question] = await world.emulator.received(phone);
    expect(question).toMatchObject({ type: 'interactive' });
  });

  test('an option by its button, its number or its words -> its exit; the customer waits for people', async () => {
    const phones = [world.aPhone(), world.aPhone(), world.aPhone()] as const;
    for (const phone of phones) await world.says(phone, 'Oi');
    await world.taps(phones[0], 'Suporte');
    await world.says(phones[1], '2');
    await world.says(phones[2], ' suporte ');
    for (const phone of phones) {
      expect((await world.told(phone)).at(-1)).toBe('Um instante: já chamamos alguém do suporte.');
      expect(await world.runsOf(phone)).toMatchObject([{ status: 'handed_off', node: 'suporte' }]);
      expect(await world.ticketsOf(phone)).toMatchObject([{ flow_run_id: null, isOpen: true, waits: true }]);
    }
  });

  test.each([
    ['words', 'asdf', {}],
    ['an audio', '', { type: 'audio', text: undefined, audio: { id: 'a1', mime_type: 'audio/ogg' } }],
    ['a photo', '', { type: 'image', text: undefined, image: { id: 'f1', mime_type: 'image/jpeg' } }],
  ])('%s twice -> asked again, then a person', async (_kind, text, more) => {
    const phone = world.aPhone();
    await world.says(phone, 'Oi');
    await world.says(phone, text, more);
    expect(await world.told(phone)).toEqual([HELLO, QUESTION, AGAIN]);
    await world.says(phone, text, more);
    expect(await world.told(phone)).toEqual([HELLO, QUESTION, AGAIN, HANDED]);
  });

  test('silence -> a reminder, and in the end a goodbye that finishes the ticket; "obrigado" begins nothing', async () => {
    const phone = world.aPhone();
    await world.says(phone, 'Oi');
    await world.pass(29);
    expect(await world.told(phone)).toEqual([HELLO, QUESTION]);
    await world.pass(1);
    expect(await world.told(phone)).toEqual([HELLO, QUESTION, REMINDER]);
    await world.pass(60);
    expect((await world.told(phone)).at(-1)).toBe(BYE);
    expect(await world.ticketsOf(phone)).toMatchObject([{ isOpen: false, flow_run_id: null }]);
    await world.says(phone, 'obrigada');
    expect(await world.runsOf(phone)).toHaveLength(1);
    await world.finish(world.people.ana, (await world.ticketsOf(phone))[1]?.id ?? '');
    await world.pass(11);
    await world.says(phone, 'Oi de novo');
    expect(await world.runsOf(phone)).toHaveLength(2);
  });

  test('an old menu is tapped -> it is no answer to the question of now; the same question’s first one is', async () => {
    const phone = world.aPhone();
    await world.says(phone, 'Oi');
    await world.pass(30);
    await world.taps(phone, 'Vendas', 1);
    expect((await world.told(phone)).at(-1)).toBe(HANDED);
    const other = world.aPhone();
    await world.says(other, 'Oi');
    await world.says(other, 'asdf');
    await world.taps(other, 'Vendas', 1);
    expect((await world.told(other)).at(-1)).toBe('Um instante: já chamamos alguém de vendas.');
  });

  test('the steps fold to the row, whatever happened', async () => {
    const runs = await world.rows<{ id: string; tenant_id: string }>('select id, tenant_id from flow_run');
    expect(runs.length).toBeGreaterThan(5);
    for (const { id, tenant_id: tenantId } of runs) {
      const { steps, run } = await withTenant(world.server.services.db, tenantId, async (tx) => ({
        steps: await stepsOf(tx, tenantId, id),
        run: await findRun(tx, tenantId, { id }),
      }));
      expect(steps.reduce<RunState | null>(folded, null)).toEqual(run?.state);
    }
  });
});

describe('people', () => {
  test('while a flow has a ticket, it is neither greeted nor distributed; once handed over, it is', async () => {
    const { bruno } = world.people;
    const department = await world.add({ distribution: 'least_busy', greeting: 'Bem-vindo!', member_ids: [bruno.id] });
    await world.answering(menu());
    await world.online(bruno);
    const phone = world.aPhone();
    await world.says(phone, 'Oi');
    expect(await world.told(phone)).toEqual([HELLO, QUESTION]);
    expect(await distributeWaiting(world.server.services)).toBe(0);
    expect(await world.ticketsOf(phone)).toMatchObject([{ user_id: null }]);
    await world.says(phone, '1');
    expect(await world.ticketsOf(phone)).toMatchObject([{ user_id: bruno.id, waits: true }]);
    expect((await world.told(phone)).filter((text) => text === 'Bem-vindo!')).toEqual([]);
    await world.reset();
    expect(department.name).toBe('Comercial');
  });

  test('an attendant writes -> the flow is silent from then on, and what it hadn’t sent stays unsent', async () => {
    const { bruno } = world.people;
    await world.answering(menu());
    const phone = world.aPhone();
    // For now nothing can be sent.
    await world.emulator.patchPolicy({ sends: { mode: 'refuse', code: 131_016 } });
    await world.says(phone, 'Oi');
    const ticket = await world.ticketOf(bruno, phone);
    if (ticket === undefined) throw new Error('No ticket');
    await world.send(bruno, ticket, 'Aqui é o Bruno');
    await expectEventually(() =>
      world.rows(
        `select m.error_key, o.state from message m join outbox o on o.message_id = m.id
         join customer c on c.id = m.customer_id where c.phone_number = $1 and m.is_bot_message`,
        [phone],
      ),
    ).toEqual([
      { error_key: 'error.flow.stopped', state: 'failed' },
      { error_key: 'error.flow.stopped', state: 'failed' },
    ]);
    await world.emulator.patchPolicy({ sends: { mode: 'accept' } });
    await world.says(phone, '1');
    await world.pass(60);
    expect(await world.told(phone)).toEqual([HELLO, QUESTION, 'Aqui é o Bruno']);
    expect(await world.runsOf(phone)).toMatchObject([{ status: 'stopped' }]);
    await expectEventually(async () => (await world.emulator.received(phone)).map(({ text }) => text)).toEqual([
      'Aqui é o Bruno',
    ]);
  });

  test('taken, finished, blocked -> it is stopped', async () => {
    const { ana, bruno } = world.people;
    await world.answering(menu());
    const [taken, finished, blocked] = [world.aPhone(), world.aPhone(), world.aPhone()];
    for (const phone of [taken, finished, blocked]) await world.says(phone, 'Oi');
    const idOf = async (phone: string) => (await world.ticketsOf(phone))[0]?.id ?? '';
    await world.call(bruno, takeChatTicket, { id: await idOf(taken) });
    await world.finish(bruno, await idOf(finished));
    const ticket = await world.ticketOf(ana, blocked);
    await world.call(ana, blacklistCustomer, { id: ticket?.customer.id ?? '', blacklisted: true });
    for (const phone of [taken, finished, blocked])
      expect(await world.runsOf(phone)).toMatchObject([{ status: 'stopped' }]);
    await world.pass(120);
    for (const phone of [taken, finished, blocked]) expect(await world.told(phone)).toEqual([HELLO, QUESTION]);
  });

  test('stopped by hand and handed back -> asks again at its step; what it knows is shown', async () => {
    const { bruno, carla, bia } = world.people;
    await world.answering(menu(), { bot_name: 'Bia' });
    const phone = world.aPhone();
    await world.says(phone, 'Oi');
    const [ticket] = await world.ticketsOf(phone);
    const id = ticket?.id ?? '';
    expect(await world.flowOf(bruno, id)).toMatchObject({
      is_running: true,
      bot_name: 'Bia',
      step_label: 'Menu',
      number: 1,
    });
    await world.rows('delete from user_instance where user_id = $1', [carla.id]);
    expect(await refusalOf(world.call(carla, stopTicketFlow, { ticket_id: id }))).toBe('NOT_FOUND error.notFound');
    expect(await refusalOf(world.call(bia, stopTicketFlow, { ticket_id: id }))).toBe('NOT_FOUND error.notFound');
    const [head] = await world.rows<{ of: string; at: string }>(
      'select t.id as of, t.stream_position as at from tenant t join chat_ticket c on c.tenant_id = t.id where c.id = $1',
      [id],
    );
    expect((await world.call(bruno, stopTicketFlow, { ticket_id: id })).stopTicketFlow).toMatchObject({
      is_running: false,
      can_return: true,
    });
    const told = await world.rows<{ audience: object }>(
      "select audience from event where data->>'list' = 'ticket_flows' and tenant_id = $1 and position > $2 limit 1",
      [head?.of, head?.at],
    );
    expect(told).toMatchObject([{ audience: { to: 'ticket', ownerId: null } }]);
    expect(await world.ticketsOf(phone)).toMatchObject([{ waits: true, flow_run_id: null }]);
    expect(await refusalOf(world.call(bruno, stopTicketFlow, { ticket_id: id }))).toBe('CONFLICT error.flow.over');
    await world.call(bruno, takeChatTicket, { id });
    await world.call(bruno, returnTicketToFlow, { ticket_id: id });
    expect(await world.ticketsOf(phone)).toMatchObject([{ user_id: null, waits: false }]);
    expect(await world.told(phone)).toEqual([HELLO, QUESTION, QUESTION]);
    const written = await world.rows('select action, user_id as by from audit where subject = $1 order by id', [
      `ticket:${id}`,
    ]);
    expect(written).toEqual(
      ['stopFlow', 'take', 'returnToFlow'].map((deed) => ({ action: `ticket.${deed}`, by: bruno.id })),
    );
    await world.says(phone, '3');
    expect(await world.flowOf(bruno, id)).toMatchObject({ variables: [{ name: 'assunto', value: 'Financeiro' }] });
  });
});

describe('versions, guards and time', () => {
  test('published while customers wait -> each ends on their version', async () => {
    const flow = menu();
    const first = await world.answering(flow);
    const phones = [world.aPhone(), world.aPhone(), world.aPhone()];
    for (const phone of phones) await world.says(phone, 'Oi');
    const end = { kind: 'end', label: null, text: 'Nova despedida.', finishes: true, exits: {} } as const;
    const second = await world.publish(await world.save(first, { ...flow, nodes: { ...flow.nodes, suporte: end } }));
    expect(second).toMatchObject({ is_published: true, running: 3, flow: { number: 2 } });
    for (const phone of phones) await world.says(phone, '2');
    for (const phone of phones) {
      expect((await world.told(phone)).at(-1)).toBe('Um instante: já chamamos alguém do suporte.');
      expect(await world.runsOf(phone)).toMatchObject([{ number: 1, status: 'handed_off' }]);
    }
    const later = world.aPhone();
    await world.says(later, 'Oi');
    await world.says(later, '2');
    expect((await world.told(later)).at(-1)).toBe('Nova despedida.');
  });

  test('twenty answers in two minutes are another bot’s -> a person takes over', async () => {
    await world.answering(echo());
    const phone = world.aPhone();
    await world.says(phone, 'Oi');
    for (let count = 0; count < 21; count += 1) {
      await world.travel(world.now() + 1_000);
      await world.says(phone, String(count));
    }
    expect(await world.runsOf(phone)).toMatchObject([{ status: 'stuck' }]);
    expect(await world.ticketsOf(phone)).toMatchObject([{ flow_run_id: null, isOpen: true, waits: true }]);
  });

  test('two hundred messages in one conversation -> a person takes over instead of one more', async () => {
    await world.answering(echo());
    const phone = world.aPhone();
    await world.says(phone, 'Oi');
    const [run] = await world.runsOf(phone);
    await world.rows('update flow_run set sent = 199 where id = $1', [run?.id]);
    await world.says(phone, '1');
    expect(await world.runsOf(phone)).toMatchObject([{ status: 'running' }]);
    const told = await world.told(phone);
    await world.says(phone, '2');
    expect(await world.runsOf(phone)).toMatchObject([{ status: 'stuck' }]);
    expect(await world.told(phone)).toEqual(told);
    expect(await world.ticketsOf(phone)).toMatchObject([{ flow_run_id: null, waits: true }]);
  });

  test('room for one more message this month -> one is sent, and the administrators are told', async () => {
    await world.answering(menu());
    const [sent] = await world.rows<{ sent: number }>('select sum(sent)::integer as sent from message_month');
    await world.rows("update tenant set message_limit = $1 where slug = 'aurora'", [(sent?.sent ?? 0) + 1]);
    const reached = () =>
      world.rows("select from event where name = 'ListUpdated' and data ->> 'list' = 'message_limit'");
    const before = await reached();
    const phone = world.aPhone();
    await world.says(phone, 'Oi');
    await world.rows('update tenant set message_limit = null');
    expect(await world.told(phone)).toEqual([HELLO]);
    expect(await reached()).toHaveLength(before.length + 1);
  });

  test('many are due at once -> what comes meanwhile isn’t behind them all', async () => {
    await world.answering(menu());
    const phones = Array.from({ length: 40 }, () => world.aPhone());
    for (let at = 0; at < phones.length; at += 8)
      await Promise.all(phones.slice(at, at + 8).map((phone) => world.says(phone, 'Oi')));
    await world.travel(world.now() + 31 * 60_000);
    const reminded = async () =>
      (
        await world.rows<{ tenant_id: string }>(
          `select r.tenant_id from flow_run r join chat_ticket t on t.id = r.ticket_id join customer c on c.id = t.customer_id
           where c.phone_number = any($1) and r.node = 'lembrete'`,
          [phones],
        )
      ).map(({ tenant_id }) => tenant_id);
    const { services } = world.server;
    const due = runDueFlows(services);
    await expectEventually(async () => (await reminded()).length).toBeGreaterThan(0);
    const [tenantId = ''] = await reminded();
    await changeTenant(services.db, tenantId, async () => undefined);
    expect((await reminded()).length).toBeLessThan(phones.length);
    await due;
    expect(await reminded()).toHaveLength(phones.length);
  });

  test('due on two nodes at once, and after a downtime -> happens once', async () => {
    await world.answering(menu());
    const phones = Array.from({ length: 5 }, () => world.aPhone());
    for (const phone of phones) await world.says(phone, 'Oi');
    await world.travel(world.now() + 31 * 60_000);
    const other = await startTestServer({
      databaseUrl: world.server.databaseUrl,
      now: () => new Date(world.now()),
      emulator: null,
      attendance: null,
    });
    const { services } = world.server;
    await Promise.all([services, other.services, services, other.services].map(runDueFlows));
    await other.stop();
    for (const phone of phones) expect(await world.told(phone)).toEqual([HELLO, QUESTION, REMINDER]);
  });

  test('a window that has closed meanwhile -> nothing is sent, and the flow goes on where it can’t', async () => {
    await world.answering(menu());
    const phone = world.aPhone();
    await world.says(phone, 'Oi');
    await world.pass(25 * 60);
    expect(await world.told(phone)).toEqual([HELLO, QUESTION]);
    expect(await world.runsOf(phone)).toMatchObject([{ status: 'ended', node: 'fim' }]);
  });
});

/** Asks on and on; a way out keeps it publishable. */
function echo(): Flow {
  return {
    schema: 1,
    kind: 'passive',
    start: 'um',
    variables: { numero: { type: 'number' } },
    nodes: {
      um: {
        kind: 'ask',
        label: 'Um',
        text: 'Escreva um número.',
        again: null,
        expects: 'number',
        options: [],
        saves: 'numero',
        tries: 5,
        minutes: 5,
        exits: { answer: 'grande', other: 'dois', media: 'fim', timeout: 'fim' },
      },
      dois: {
        kind: 'ask',
        label: 'Dois',
        text: 'Ainda não é um número. Qual?',
        again: null,
        expects: 'number',
        options: [],
        saves: 'numero',
        tries: 5,
        minutes: 5,
        exits: { answer: 'grande', other: 'fim', media: 'fim', timeout: 'fim' },
      },
      grande: {
        kind: 'branch',
        label: 'Grande?',
        cases: [{ id: 'sim', when: 'numero > 1000' }],
        exits: { sim: 'fim', else: 'um' },
      },
      fim: { kind: 'end', label: null, text: 'Tchau!', finishes: true, exits: {} },
    },
  };
}
