import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ChatTicketFrame } from '../../../contract/entities/chat-ticket.ts';
import { TICKET_VIEWS } from '../../../contract/facts/ticket-views.ts';
import { blacklistCustomer } from '../../../contract/graphql/blacklist-customer.ts';
import { chatTickets } from '../../../contract/graphql/chat-tickets.ts';
import { startTicketFlow } from '../../../contract/graphql/flow-starts.ts';
import { queueChatTicket } from '../../../contract/graphql/queue-chat-ticket.ts';
import { reportLive } from '../../../contract/graphql/report-live.ts';
import { reportTickets } from '../../../contract/graphql/report-tickets.ts';
import { takeChatTicket } from '../../../contract/graphql/take-chat-ticket.ts';
import { returnTicketToFlow, stopTicketFlow } from '../../../contract/graphql/ticket-flow.ts';
import { menu } from '../../../flows/templates/menu.ts';
import { changeTenant } from '../../../server/db/change.ts';
import { beginFlow } from '../../../server/domain/flows/run-flow.ts';
import { playableOf } from '../../../server/domain/flows/playable.ts';
import { storeBotMessage } from '../../../server/domain/messages/bot-message.ts';
import { ask, end, flow, pause } from '../../flows/builders.ts';
import { NUMBERS } from '../../support/attendance.ts';
import type { Person } from '../../support/attendance.ts';
import { WEDNESDAY_10 } from '../departments/departments-world.ts';
import { startStarts } from './starts-world.ts';
import type { StartsWorld } from './starts-world.ts';

let world: StartsWorld;
beforeAll(async () => {
  world = await startStarts();
});
afterAll(() => world.stop());
beforeEach(() => world.travel(Math.max(world.now(), WEDNESDAY_10)));

/** Says nothing, whatever the customer writes. */
const SILENCE = {
  first: pause(60, { next: 'fim', message: 'second' }),
  second: pause(60, { next: 'fim', message: 'fim' }),
  fim: end(null, false),
};

/** Stays silent for an hour, then leaves the ticket to people. */
const silent = () => flow({ start: pause(60, { next: 'fim', message: 'fim' }), fim: end(null, false) });

const ticketIdOf = async (phone: string) => (await world.ticketsOf(phone)).at(-1)?.id ?? '';

/** The views in which someone has a ticket, by the list and by the numbers. */
async function viewsOf(who: Person, id: string): Promise<string[]> {
  const { views } = (await world.call(who, chatTickets, { view: 'all', with_views: true })).chatTickets;
  const found: string[] = [];
  for (const view of TICKET_VIEWS) {
    const { items } = (await world.call(who, chatTickets, { view, pagination_limit: 100 })).chatTickets;
    const isListed = items.some((item) => item.id === id);
    expect([view, views?.[view].includes(id)]).toEqual([view, isListed]);
    if (isListed) found.push(view);
  }
  return found;
}

/** Whether a ticket's conversation is among those that count as unread. */
async function isUnread(who: Person, id: string): Promise<boolean> {
  const { items, unseen_conversations: unread } = (
    await world.call(who, chatTickets, { view: 'all', pagination_limit: 100 })
  ).chatTickets;
  const ticket = items.find((item) => item.id === id);
  return unread?.some((each) => each.customer_id === ticket?.customer.id) === true;
}

/** What pages were told of a ticket, in order: by which event, and whether a flow has it. */
async function toldOf(id: string): Promise<{ name: string; ticket: ChatTicketFrame }[]> {
  return world.rows(
    `select name, data -> 'chatTicket' as ticket from event
     where data -> 'chatTicket' ->> 'id' = $1 and data -> 'chatTicket' ->> 'protocol' is not null order by position`,
    [id],
  );
}
const lastTold = async (id: string) => (await toldOf(id)).at(-1)?.ticket;

/** A ticket that a flow answers. */
async function inFlow(of = menu()): Promise<{ phone: string; id: string }> {
  await world.answering(of);
  const phone = world.aPhone();
  await world.says(phone, 'Oi');
  return { phone, id: await ticketIdOf(phone) };
}

/** Written in WhatsApp's app by the company. */
const echo = (to: string, at: number) => ({
  messaging_product: 'whatsapp',
  metadata: { display_phone_number: '551140000001', phone_number_id: NUMBERS.vendas },
  message_echoes: [
    { from: '551140000001', to, id: `wamid.${at}`, timestamp: String(at / 1000), type: 'text', text: { body: 'Oi' } },
  ],
});

/** The company's phone writes to a customer. */
const echoed = (to: string, at: number) =>
  world.webhook({
    object: 'whatsapp_business_account',
    entry: [{ id: '900000000000001', changes: [{ field: 'smb_message_echoes', value: echo(to, at) }] }],
  });

const IN_FLOW = ['flow', 'all'];
const IN_QUEUE = ['queue', 'all'];

describe('while a flow answers', () => {
  test('its ticket is in a view of its own, not in the queue, for whom it would be there', async () => {
    const { ana, bruno, carla, bia } = world.people;
    const { id } = await inFlow();
    expect(await viewsOf(bruno, id)).toEqual(IN_FLOW);
    expect(await viewsOf(ana, id)).toEqual(IN_FLOW);
    await world.rows('delete from user_instance where user_id = $1', [carla.id]);
    expect(await viewsOf(carla, id)).toEqual([]);
    expect(await viewsOf(bia, id)).toEqual([]);
    expect((await world.call(bia, chatTickets, { view: 'flow' })).chatTickets.items).toEqual([]);
  });

  test('pages never hear of it as of one that waits', async () => {
    const [asked, waiting] = [await inFlow(), await inFlow(silent())];
    await world.says(asked.phone, 'asdf');
    for (const { id } of [asked, waiting]) {
      const told = await toldOf(id);
      expect(told[0]?.name).toBe('CustomerCreatedToChat');
      for (const { ticket } of told)
        expect(ticket).toMatchObject({ in_flow: true, waiting_since: null, isNotResponded: false, user: null });
    }
  });

  test('nobody waits in reports, among who waits for an answer, and under that filter', async () => {
    const { ana } = world.people;
    const { id } = await inFlow(silent());
    const behind = async (tickets: 'open' | 'waiting' | 'unanswered') => {
      const { numbers } = (await world.call(ana, reportLive, {})).reportLive;
      const page = (await world.call(ana, reportTickets, { tickets, pagination_limit: 100 })).reportTickets;
      expect(page.total_items).toBe(numbers[tickets]);
      return page.items.map((item) => item.id);
    };
    expect(await behind('open')).toContain(id);
    expect(await behind('waiting')).not.toContain(id);
    expect(await behind('unanswered')).not.toContain(id);
    for (const filter of [{ awaits_answer: true }, { not_responded: true }]) {
      const { items } = (await world.call(ana, chatTickets, { view: 'all', pagination_limit: 100, ...filter }))
        .chatTickets;
      expect(items.map((item) => item.id)).not.toContain(id);
    }
    await world.pass(60);
    expect(await behind('waiting')).toContain(id);
    expect(await behind('unanswered')).toContain(id);
  });
});

describe('a flow takes a ticket', () => {
  test('of the queue, by a rule -> it leaves the queue at once', async () => {
    const { bruno } = world.people;
    const { id: flowId } = await world.answering(silent());
    await world.rows('update flow set is_active = false');
    const phone = world.aPhone();
    await world.says(phone, 'Oi');
    const id = await ticketIdOf(phone);
    expect(await viewsOf(bruno, id)).toEqual(IN_QUEUE);
    const { services } = world.server;
    await changeTenant(services.db, world.tenantId, async (change) => {
      const playable = await playableOf(change.tx, world.tenantId, flowId, 'published');
      if (playable !== undefined) await beginFlow(services, change, id, playable);
    });
    expect(await viewsOf(bruno, id)).toEqual(IN_FLOW);
    expect(await lastTold(id)).toMatchObject({ in_flow: true, waiting_since: null });
  });

  test('of its owner, who starts it or hands the ticket back -> pages hear of no waiting customer in between', async () => {
    const { bruno } = world.people;
    const { id: flowId } = await world.starting();
    await world.rows("update flow set is_active = false where kind = 'passive'");
    const phone = world.aPhone();
    await world.says(phone, 'Oi');
    const id = await ticketIdOf(phone);
    await world.call(bruno, takeChatTicket, { id });
    const heard = (await toldOf(id)).length;
    await world.call(bruno, startTicketFlow, { ticket_id: id, flow_id: flowId });
    await world.call(bruno, takeChatTicket, { id });
    expect(await viewsOf(bruno, id)).toEqual(['mine', 'waiting', 'all']);
    expect(await lastTold(id)).toMatchObject({ in_flow: false });
    await world.call(bruno, returnTicketToFlow, { ticket_id: id });
    expect(await viewsOf(bruno, id)).toEqual(IN_FLOW);
    const told = (await toldOf(id)).slice(heard);
    expect(told.filter(({ ticket }) => ticket.user === null && ticket.in_flow !== true)).toEqual([]);
  });

  test('of a customer to whom it writes first -> nobody ever saw it in the queue', async () => {
    const { id: flowId } = await world.starting();
    const [phone = ''] = await world.customers(1);
    await world.launch(flowId, { group_id: await world.group([phone]) });
    await world.settle();
    const id = await ticketIdOf(phone);
    expect(await viewsOf(world.people.bruno, id)).toEqual(IN_FLOW);
    const told = await toldOf(id);
    expect(told.map(({ name }) => name)).toEqual(['CustomerCreatedToChat', 'CustomerChatCreated']);
    expect(told.every(({ ticket }) => ticket.in_flow)).toBe(true);
  });
});

describe('a flow leaves a ticket', () => {
  test('it hands over -> the queue, unread, waiting from then on', async () => {
    const { bruno } = world.people;
    const { id, phone } = await inFlow();
    expect(await isUnread(bruno, id)).toBe(false);
    await world.travel(world.now() + 10 * 60_000);
    await world.says(phone, '2');
    expect(await viewsOf(bruno, id)).toEqual(IN_QUEUE);
    expect(await isUnread(bruno, id)).toBe(true);
    const told = await toldOf(id);
    expect(told.at(-1)).toMatchObject({
      name: 'ChatTicketTransferred',
      ticket: { in_flow: false, isNotResponded: true },
    });
    expect(Date.parse(told.at(-1)?.ticket.waiting_since ?? '')).toBe(world.now());
  });

  test('it ends without finishing, or is stopped by hand -> the queue', async () => {
    const { bruno } = world.people;
    const ended = await inFlow(silent());
    const stopped = await inFlow();
    await world.pass(60);
    await world.call(bruno, stopTicketFlow, { ticket_id: stopped.id });
    for (const { id } of [ended, stopped]) {
      expect(await viewsOf(bruno, id)).toEqual(IN_QUEUE);
      expect(await lastTold(id)).toMatchObject({ in_flow: false, user: null, waiting_since: expect.any(String) });
    }
    expect(Date.parse((await lastTold(ended.id))?.waiting_since ?? '')).toBe(world.now());
  });

  test('it never answered, and somebody takes it -> the customer waits from then on', async () => {
    const { bruno } = world.people;
    const { id, phone } = await inFlow(flow(SILENCE, { start: 'first' }));
    await world.travel(world.now() + 10 * 60_000);
    await world.says(phone, 'Tem alguém aí?');
    await world.travel(world.now() + 60_000);
    await world.call(bruno, takeChatTicket, { id });
    expect(Date.parse((await lastTold(id))?.waiting_since ?? '')).toBe(world.now());
  });

  test('it never answered, and what the phone wrote was before -> the customer waits from then on; after -> nobody does', async () => {
    const { id, phone } = await inFlow(silent());
    const wrote = world.now();
    await world.travel(wrote + 60_000);
    expect(await echoed(phone, wrote - 60_000)).toBe(200);
    const since = new Date(world.now()).toISOString();
    expect(await lastTold(id)).toMatchObject({ in_flow: false, isNotResponded: true, waiting_since: since });
    expect(await echoed(phone, world.now())).toBe(200);
    expect(await lastTold(id)).toMatchObject({ isNotResponded: false, waiting_since: null });
  });

  describe('without a word, for somebody’s answer -> the customer waited since what was first unanswered, and waits no more:', () => {
    const MINUTE = 60_000;
    const later = (minutes: number) => world.travel(world.now() + minutes * MINUTE);
    /** Bruno answers; how long the customer had waited, of the ticket and of the message. */
    const answers = async (phone: string) => {
      const ticket = await world.ticketOf(world.people.bruno, phone);
      if (ticket === undefined) throw new Error('No ticket');
      await world.send(world.people.bruno, ticket, 'Aqui é o Bruno');
    };
    const waitOf = (id: string) =>
      world.rows(
        `select (t.first_response_ms / $2)::integer as first, (m.waited_ms / $2)::integer as last, t.waiting_since as since
         from chat_ticket t join message m on m.id = t.last_message_id where t.id = $1`,
        [id, MINUTE],
      );

    test('of two messages, the first', async () => {
      const { id, phone } = await inFlow(flow(SILENCE, { start: 'first' }));
      await later(10);
      await world.says(phone, 'Tem alguém aí?');
      await later(20);
      await answers(phone);
      expect(await waitOf(id)).toEqual([{ first: 30, last: 30, since: null }]);
      expect(await lastTold(id)).toMatchObject({ in_flow: false, isNotResponded: false, waiting_since: null });
    });

    test('the one after the flow’s last question; automatic texts answer nothing', async () => {
      const { id, phone } = await inFlow(flow({ ...SILENCE, a: ask('O quê?', { answer: 'first' }) }, { start: 'a' }));
      await later(10);
      await world.says(phone, 'Quebrou');
      await later(5);
      await changeTenant(world.server.services.db, world.tenantId, async (change) => {
        const [customer] = await world.rows<{ id: string }>('select id from customer where phone_number = $1', [phone]);
        const access = { instanceId: world.instances.vendas, ownerId: null, offeredTo: null };
        const at = new Date(world.now());
        await storeBotMessage(change, {
          ...access,
          ticketId: id,
          customerId: customer?.id ?? '',
          text: 'Um momento',
          at,
        });
      });
      await world.says(phone, 'Alô?');
      await later(15);
      await answers(phone);
      expect(await waitOf(id)).toEqual([{ first: 20, last: 20, since: null }]);
    });

    test('the one after somebody started the flow', async () => {
      const { bruno } = world.people;
      const { id: flowId } = await world.starting({}, flow(SILENCE, { start: 'first', kind: 'active' }));
      await world.rows("update flow set is_active = false where kind = 'passive'");
      const phone = world.aPhone();
      await world.says(phone, 'Oi');
      const id = await ticketIdOf(phone);
      await later(10);
      await world.call(bruno, startTicketFlow, { ticket_id: id, flow_id: flowId });
      await later(10);
      await world.says(phone, 'E agora?');
      await later(5);
      await answers(phone);
      expect(await waitOf(id)).toEqual([{ first: 5, last: 5, since: null }]);
    });

    test('by the company’s phone', async () => {
      const { id, phone } = await inFlow(silent());
      await later(30);
      expect(await echoed(phone, world.now())).toBe(200);
      expect(await waitOf(id)).toEqual([{ first: 30, last: 30, since: null }]);
    });

    test('by the company’s phone, to the first of two -> they wait since the second', async () => {
      const { id, phone } = await inFlow(flow(SILENCE, { start: 'first' }));
      await later(10);
      const wrote = world.now();
      await later(10);
      await world.says(phone, 'Tem alguém aí?');
      const since = new Date(world.now());
      await later(10);
      expect(await echoed(phone, wrote)).toBe(200);
      expect(await waitOf(id)).toEqual([{ first: 30, last: 30, since }]);
    });
  });

  test('it finishes the ticket -> no view of open ones', async () => {
    const { bruno } = world.people;
    const { id } = await inFlow();
    await world.pass(30);
    await world.pass(60);
    expect(await viewsOf(bruno, id)).toEqual([]);
    expect(await lastTold(id)).toMatchObject({ in_flow: false, finished_at: expect.any(String) });
  });

  test('its customer is blocked, or its ticket put back into its department’s queue -> the queue', async () => {
    const { ana, bruno } = world.people;
    const department = await world.add({ member_ids: [bruno.id] });
    const blocked = await inFlow();
    const ticket = await world.ticketOf(ana, blocked.phone);
    await world.call(ana, blacklistCustomer, { id: ticket?.customer.id ?? '', blacklisted: true });
    expect(await lastTold(blocked.id)).toMatchObject({ in_flow: false, customer: { is_blacklisted: true } });
    const moved = await inFlow();
    await world.call(bruno, queueChatTicket, { id: moved.id, department_id: department.id });
    expect(await lastTold(moved.id)).toMatchObject({
      in_flow: false,
      waiting_since: new Date(world.now()).toISOString(),
    });
    for (const { id } of [blocked, moved]) expect(await viewsOf(bruno, id)).toEqual(IN_QUEUE);
  });

  test('somebody takes it, or answers -> theirs', async () => {
    const { bruno } = world.people;
    const [taken, answered] = [await inFlow(), await inFlow()];
    await world.call(bruno, takeChatTicket, { id: taken.id });
    const ticket = await world.ticketOf(bruno, answered.phone);
    if (ticket === undefined) throw new Error('No ticket');
    await world.send(bruno, ticket, 'Aqui é o Bruno');
    for (const { id } of [taken, answered]) {
      expect(await viewsOf(bruno, id)).toEqual(['mine', 'waiting', 'all']);
      expect(await lastTold(id)).toMatchObject({ in_flow: false, user: { id: bruno.id } });
    }
  });
});
