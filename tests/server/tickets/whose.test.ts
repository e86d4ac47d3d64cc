import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ChatTicket } from '../../../contract/entities/chat-ticket.ts';
import { confirmTicketTransfer } from '../../../contract/graphql/confirm-ticket-transfer.ts';
import { createTicketTransfer } from '../../../contract/graphql/create-ticket-transfer.ts';
import { deleteTicketTransfer } from '../../../contract/graphql/delete-ticket-transfer.ts';
import { finishChatTicket } from '../../../contract/graphql/finish-chat-ticket.ts';
import { startTicketFlow } from '../../../contract/graphql/flow-starts.ts';
import { newFlow } from '../../../contract/graphql/flows.ts';
import { openChatTicket } from '../../../contract/graphql/open-chat-ticket.ts';
import { queueChatTicket } from '../../../contract/graphql/queue-chat-ticket.ts';
import { returnTicketToFlow } from '../../../contract/graphql/ticket-flow.ts';
import { reopenChatTicket } from '../../../contract/graphql/reopen-chat-ticket.ts';
import { takeChatTicket } from '../../../contract/graphql/take-chat-ticket.ts';
import { ticketTransfer } from '../../../contract/graphql/ticket-transfer.ts';
import { end, flow } from '../../flows/builders.ts';
import { refusalOf, startAttendance } from '../../support/attendance.ts';
import type { Person, World } from '../../support/attendance.ts';

/* Whose a ticket is: who may do what with it, and in whose name it is written down. */

let world: World;
beforeAll(async () => {
  world = await startAttendance();
});
afterAll(() => world.stop());

let last = 43_000_000;
/** A ticket on Suporte, which Bruno and Carla serve. */
const queued = () => world.open({ from: `55119${(last += 1)}`, number: 'suporte' });
const take = (who: Person, { id }: { id: string }) => world.call(who, takeChatTicket, { id });
const finish = (who: Person, { id }: { id: string }) => world.call(who, finishChatTicket, { id });
const offer = async (who: Person, { id }: ChatTicket, next: Person) =>
  (await world.call(who, createTicketTransfer, { chat_ticket_id: id, next_user_id: next.id })).createTicketTransfer.id;
const confirm = (who: Person, id: string) => world.call(who, confirmTicketTransfer, { id });
const withdraw = (who: Person, id: string) => world.call(who, deleteTicketTransfer, { id });
const ownerOf = async (ticket: ChatTicket) =>
  (await world.ticketOf(world.people.ana, ticket.customer.phone_number))?.user?.id;

test('offered to somebody -> until they accept it is its owner’s: they can’t finish it, pass it on or put it back', async () => {
  const { ana, bruno, carla } = world.people;
  const ticket = await queued();
  await take(bruno, ticket);
  const id = await offer(bruno, ticket, carla);
  const form = {
    name: 'Adeus',
    kind: 'active' as const,
    flow: JSON.stringify(flow({ start: end('Tchau!') }, { kind: 'active' })),
  };
  const { newFlow: drawn } = await world.call(ana, newFlow, { ...form, places: '{}' });
  const deeds: Record<string, () => Promise<unknown>> = {
    offered: () => offer(carla, ticket, ana),
    queued: () => world.call(carla, queueChatTicket, { id: ticket.id }),
    flow: () => world.call(carla, startTicketFlow, { ticket_id: ticket.id, flow_id: drawn.id }),
    'its flow': () => world.call(carla, returnTicketToFlow, { ticket_id: ticket.id }),
    text: () => world.send(carla, ticket, 'Já sou eu'),
    finished: () => finish(carla, ticket),
  };
  const refused: string[] = [];
  for (const [name, deed] of Object.entries(deeds)) refused.push(`${name}: ${await refusalOf(deed())}`);
  expect(refused).toEqual(Object.keys(deeds).map((name) => `${name}: FORBIDDEN error.ticket.notYours`));
  expect(await ownerOf(ticket)).toBe(bruno.id);
  await confirm(carla, id);
  expect((await finish(carla, ticket)).finishChatTicket.finished_at).not.toBeNull();
});

test('an offer of a ticket that nobody has -> is taken back by who made it, not by who only sees it', async () => {
  const { ana, bruno, carla } = world.people;
  const theirs = await offer(ana, await queued(), carla);
  expect(await refusalOf(withdraw(bruno, theirs))).toBe('FORBIDDEN error.forbidden');
  expect(await refusalOf(confirm(bruno, theirs))).toBe('FORBIDDEN error.forbidden');
  const own = await offer(bruno, await queued(), carla);
  expect((await withdraw(bruno, own)).deleteTicketTransfer.deleted_at).not.toBeNull();
  // Who made it no longer sees the ticket once it was accepted, and is told that it was.
  const accepted = await offer(bruno, await queued(), carla);
  await confirm(carla, accepted);
  expect(await refusalOf(withdraw(bruno, accepted))).toBe('CONFLICT error.transfer.confirmed');
});

test('passed on and back again -> its transfer is the latest one', async () => {
  const { ana, bruno, carla } = world.people;
  const ticket = await queued();
  await take(bruno, ticket);
  await confirm(carla, await offer(bruno, ticket, carla));
  const back = await offer(carla, ticket, bruno);
  await confirm(bruno, back);
  const found = await world.call(ana, ticketTransfer, { chat_ticket_id: ticket.id, transferred: true });
  expect(found.ticketTransfer).toMatchObject({ id: back, next_user_id: bruno.id });
});

test('each deed -> written down once, with whose it was', async () => {
  const { ana, bruno, carla } = world.people;
  const ticket = await queued();
  const deeds = async ({ id }: { id: string }) =>
    (
      await world.rows<{ action: string; by: string; details: unknown }>(
        'select action, user_id as by, details from audit where subject = $1 order by id',
        [`ticket:${id}`],
      )
    ).map(({ action, by, details }) => [action, by, details]);
  for (let times = 0; times < 2; times += 1) await take(bruno, ticket);
  await world.call(ana, queueChatTicket, { id: ticket.id });
  await take(carla, ticket);
  await finish(carla, ticket);
  for (let times = 0; times < 2; times += 1) await world.call(carla, reopenChatTicket, { id: ticket.id });
  await finish(ana, ticket);
  expect(await deeds(ticket)).toEqual([
    ['ticket.take', bruno.id, {}],
    ['ticket.queue', ana.id, expect.objectContaining({ previous_user: bruno.id })],
    ['ticket.take', carla.id, {}],
    ['ticket.finish', carla.id, {}],
    ['ticket.reopen', carla.id, {}],
    ['ticket.finish', ana.id, {}],
  ]);
  const place = { customer_id: ticket.customer.id, instance_id: ticket.instance.id };
  const open = async (who: Person) => (await world.call(who, openChatTicket, place)).openChatTicket;
  const again = await open(carla);
  await open(carla);
  expect(await deeds(again)).toEqual([['ticket.open', carla.id, {}]]);
});
