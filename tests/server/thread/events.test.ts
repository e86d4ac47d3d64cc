import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ChatTicket } from '../../../contract/entities/chat-ticket.ts';
import type { CustomerChatEvent } from '../../../contract/entities/customer-chat-event.ts';
import { confirmTicketTransfer } from '../../../contract/graphql/confirm-ticket-transfer.ts';
import { createTicketTransfer } from '../../../contract/graphql/create-ticket-transfer.ts';
import { customerChatEvents } from '../../../contract/graphql/customer-chat-events.ts';
import { customerChats } from '../../../contract/graphql/customer-chats.ts';
import { deleteTicketTransfer } from '../../../contract/graphql/delete-ticket-transfer.ts';
import { finishChatTicket } from '../../../contract/graphql/finish-chat-ticket.ts';
import { backfillThreadEvents } from '../../../server/domain/thread/backfill-thread-events.ts';
import { refusalOf, startAttendance } from '../../support/attendance.ts';
import type { Person, World } from '../../support/attendance.ts';

let world: World;
beforeAll(async () => {
  world = await startAttendance();
});
afterAll(() => world.stop());

let last = 47_000_000;
const phone = () => `55119${(last += 1)}`;
const idsOf = (ticket: ChatTicket) => ({ customer_id: ticket.customer.id, instance_id: ticket.instance.id });

const eventsOf = async (who: Person, ticket: ChatTicket, page: { before_id?: string; limit?: number } = {}) =>
  (await world.call(who, customerChatEvents, { ...idsOf(ticket), ...page })).customerChatEvents;

/** An event in short: its kind, who caused it, from whom and to whom. */
const inShort = ({ kind, user, previousUser, nextUser }: CustomerChatEvent): string =>
  [kind, ...[user, previousUser, nextUser].map((person) => person?.name.split(' ')[0] ?? '-')].join(' ');

/** A conversation as it stands on the screen: messages by their text, events in short. */
async function threadOf(who: Person, ticket: ChatTicket): Promise<string[]> {
  const variables = { ...idsOf(ticket), all_users: true, finished_tickets: true, limit: 200 };
  const { customerChats: chats, customerChatEvents: events = [] } = await world.call(who, customerChats, variables);
  const after = (id: string) => events.filter((event) => event.after_id === id).map(inShort);
  return [...after('0'), ...chats.flatMap((chat) => [chat.message ?? '', ...after(chat.id)])];
}

const finish = (who: Person, ticket: ChatTicket) => world.call(who, finishChatTicket, { id: ticket.id });
const offer = async (who: Person, ticket: ChatTicket, next: Person) =>
  (await world.call(who, createTicketTransfer, { chat_ticket_id: ticket.id, next_user_id: next.id }))
    .createTicketTransfer;

describe('events appear among the messages', () => {
  test('opened, taken, transferred, declined, finished, and opened again: over all tickets, in order', async () => {
    const { ana, bruno, carla } = world.people;
    const ticket = await world.open({ from: phone(), number: 'suporte', text: 'bom dia' });
    await world.send(bruno, ticket, 'já vejo');
    const declined = await offer(bruno, ticket, carla);
    await world.call(carla, deleteTicketTransfer, { id: declined.id });
    const accepted = await offer(ana, ticket, carla);
    await world.call(carla, confirmTicketTransfer, { id: accepted.id });
    await world.send(carla, ticket, 'comigo agora');
    await finish(carla, ticket);
    await world.write({ from: ticket.customer.phone_number, number: 'suporte', text: 'outra coisa' });
    expect(await threadOf(ana, ticket)).toEqual([
      'opened - - -',
      'bom dia',
      'taken Bruno - -',
      'já vejo',
      'transfer_offered Bruno Bruno Carla',
      'transfer_withdrawn Carla Bruno Carla',
      'transfer_offered Ana Bruno Carla',
      'transfer_accepted Carla Bruno Carla',
      'comigo agora',
      'finished Carla - -',
      'opened - - -',
      'outra coisa',
    ]);
    const [first] = await eventsOf(ana, ticket);
    expect(first?.chatTicket).toEqual({ id: ticket.id, protocol: ticket.protocol });
  });

  test('finished while a transfer waits for its answer: it is withdrawn before', async () => {
    const { bruno, carla } = world.people;
    const ticket = await world.open({ from: phone(), number: 'suporte' });
    await world.send(bruno, ticket, 'já vejo');
    await offer(bruno, ticket, carla);
    await finish(bruno, ticket);
    expect((await threadOf(bruno, ticket)).slice(-3)).toEqual([
      'transfer_offered Bruno Bruno Carla',
      'transfer_withdrawn Bruno Bruno Carla',
      'finished Bruno - -',
    ]);
  });

  test('an attendant who writes first opens it', async () => {
    const { bruno } = world.people;
    const ticket = await world.open({ from: phone() });
    await world.send(bruno, ticket, 'oi');
    await finish(bruno, ticket);
    await world.send(bruno, ticket, 'esqueci de dizer');
    expect((await threadOf(bruno, ticket)).slice(-3)).toEqual([
      'finished Bruno - -',
      'opened Bruno - -',
      'esqueci de dizer',
    ]);
  });

  test('each page has the events among its messages', async () => {
    const { ana, bruno } = world.people;
    const ticket = await world.open({ from: phone(), text: 'm0' });
    await world.send(bruno, ticket, 'm1');
    for (let index = 2; index < 40; index += 1) await world.send(bruno, ticket, `m${index}`);
    await finish(bruno, ticket);
    const chats = await world.chat(ana, ticket);
    const newest = await eventsOf(ana, ticket, { limit: 5 });
    expect(newest.map(inShort)).toEqual(['finished Bruno - -']);
    const before = chats.at(-5)?.id ?? '';
    expect((await eventsOf(ana, ticket, { limit: 50, before_id: before })).map(inShort)).toEqual([
      'opened - - -',
      'taken Bruno - -',
    ]);
  });

  test('a tenant with older tickets -> their events are backfilled once', async () => {
    const { ana, bruno, carla } = world.people;
    const ticket = await world.open({ from: phone(), number: 'suporte', text: 'antes' });
    await world.send(bruno, ticket, 'pois não');
    await world.call(carla, confirmTicketTransfer, { id: (await offer(bruno, ticket, carla)).id });
    await finish(carla, ticket);
    const told = await threadOf(ana, ticket);
    await world.rows('delete from conversation_event where ticket_id = $1', [ticket.id]);
    for (let time = 0; time < 2; time += 1) {
      await backfillThreadEvents(world.server.services, 2);
      expect(await threadOf(ana, ticket)).toEqual(told);
    }
  });

  test('an older ticket with a newer event -> the earlier ones are backfilled', async () => {
    const { ana, bruno } = world.people;
    const ticket = await world.open({ from: phone(), number: 'suporte', text: 'antes' });
    await world.send(bruno, ticket, 'pois não');
    await finish(bruno, ticket);
    const told = await eventsOf(ana, ticket);
    await world.rows("delete from conversation_event where ticket_id = $1 and kind <> 'finished'", [ticket.id]);
    await world.rows('delete from conversation_past');
    await backfillThreadEvents(world.server.services);
    expect((await eventsOf(ana, ticket)).map(inShort)).toEqual(told.map(inShort));
  });
});

describe('who gets it', () => {
  test('live: those who see the ticket, and nobody else', async () => {
    const { ana, bruno, carla, bia } = world.people;
    const sockets = await Promise.all([ana, bruno, carla, bia].map((who) => world.socket(who)));
    const [ofAna, ofBruno, ofCarla, ofBia] = sockets;
    const ticket = await world.open({ from: phone() });
    await world.send(bruno, ticket, 'oi');
    await finish(bruno, ticket);
    for (const socket of [ofAna, ofBruno]) {
      const { data } = (await socket?.frame(
        'CustomerChatEventChanged',
        (frame) => frame.data.customerChatEvent.kind === 'finished',
      )) ?? { data: undefined };
      expect(data?.customer.id).toBe(ticket.customer.id);
      expect(data?.customerChatEvent).toEqual((await eventsOf(bruno, ticket)).at(-1));
    }
    await ofCarla?.pong();
    await ofBia?.pong();
    expect(ofCarla?.names).not.toContain('CustomerChatEventChanged');
    expect(ofBia?.names).not.toContain('CustomerChatEventChanged');
  });

  test('who sees no ticket of the conversation, and another company: not found', async () => {
    const { bruno, carla, bia } = world.people;
    const ticket = await world.open({ from: phone() });
    await world.send(bruno, ticket, 'oi');
    for (const who of [carla, bia]) {
      expect(await refusalOf(eventsOf(who, ticket))).toBe('NOT_FOUND error.notFound');
    }
    expect(await refusalOf(eventsOf(bruno, ticket, { before_id: '999999999' }))).toBe('NOT_FOUND error.notFound');
    expect(await refusalOf(eventsOf(bruno, ticket, { limit: 0 }))).toBe('INVALID error.invalid');
  });

  test('one who sees an earlier ticket only: nothing of the later one', async () => {
    const { ana, bruno, carla } = world.people;
    const ticket = await world.open({ from: phone(), number: 'suporte' });
    await world.send(bruno, ticket, 'oi');
    await finish(bruno, ticket);
    await world.send(carla, await world.open({ from: ticket.customer.phone_number, number: 'suporte' }), 'comigo');
    expect((await eventsOf(bruno, ticket)).map(inShort).at(-1)).toBe('finished Bruno - -');
    expect((await eventsOf(ana, ticket)).map(inShort).at(-1)).toBe('taken Carla - -');
  });
});
