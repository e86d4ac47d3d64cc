import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { ChatTicket } from '../../../contract/entities/chat-ticket.ts';
import { createTicketTransfer } from '../../../contract/graphql/create-ticket-transfer.ts';
import { customerChatEvents } from '../../../contract/graphql/customer-chat-events.ts';
import { finishChatTicket } from '../../../contract/graphql/finish-chat-ticket.ts';
import { queueChatTicket } from '../../../contract/graphql/queue-chat-ticket.ts';
import { takeChatTicket } from '../../../contract/graphql/take-chat-ticket.ts';
import { refusalOf, Refused } from '../../support/attendance.ts';
import type { Person } from '../../support/attendance.ts';
import { startDepartments } from '../departments/departments-world.ts';
import type { DepartmentsWorld } from '../departments/departments-world.ts';

let world: DepartmentsWorld;
beforeAll(async () => {
  world = await startDepartments();
});
afterAll(() => world.stop());
afterEach(() => world.reset());

const take = async (who: Person, { id }: { id: string }) =>
  (await world.call(who, takeChatTicket, { id })).takeChatTicket;
const queue = (who: Person, { id }: { id: string }, more: { department_id?: string; note?: string } = {}) =>
  world.call(who, queueChatTicket, { id, ...more });
const stateOf = async ({ id }: { id: string }) =>
  (
    await world.rows<{ owner: string | null; department: string | null }>(
      'select user_id as owner, department_id as department from chat_ticket where id = $1',
      [id],
    )
  )[0];
const linesOf = async (who: Person, ticket: ChatTicket) =>
  (
    await world.call(who, customerChatEvents, { customer_id: ticket.customer.id, instance_id: ticket.instance.id })
  ).customerChatEvents.map(({ kind, user, previousUser, department, message }) => ({
    kind,
    by: user?.name.split(' ')[0],
    from: previousUser?.name.split(' ')[0],
    department: department?.name,
    message,
  }));

describe('taking without a message', () => {
  test('the ticket is theirs, once, and everybody who saw it is told', async () => {
    const { ana, bruno, carla } = world.people;
    const ticket = await world.opened();
    const socket = await world.socket(carla);
    await socket.hello();
    expect(await take(bruno, ticket)).toMatchObject({ id: ticket.id, user: { id: bruno.id } });
    const told = await socket.frame('ChatTicketTransferred', ({ data }) => data.chatTicket.id === ticket.id);
    expect(told.data).toMatchObject({ ticketTransfer: null, user: { id: bruno.id } });
    await take(bruno, ticket);
    expect((await linesOf(ana, ticket)).filter(({ kind }) => kind === 'taken')).toEqual([
      expect.objectContaining({ by: 'Bruno' }),
    ]);
  });

  test('two at once -> one has it, the other is told who', async () => {
    const { bruno, carla } = world.people;
    const ticket = await world.opened();
    const taken = await Promise.allSettled([take(bruno, ticket), take(carla, ticket)]);
    const [winner] = taken.flatMap((one) => (one.status === 'fulfilled' ? one.value.user : []));
    const [lost] = taken.flatMap((one): unknown[] => (one.status === 'rejected' ? [one.reason] : []));
    if (!(lost instanceof Refused)) throw new Error('both have it');
    expect(`${lost.code} ${lost.key}`).toBe('CONFLICT error.ticket.taken');
    expect(lost.message).toContain(`"name":"${winner?.name}"`);
    expect(await stateOf(ticket)).toMatchObject({ owner: winner?.id });
  });

  test('finished, or offered to somebody: refused', async () => {
    const { ana, bruno, carla } = world.people;
    const [finished, offered] = [await world.opened(), await world.opened()];
    await world.call(ana, finishChatTicket, { id: finished.id });
    expect(await refusalOf(take(bruno, finished))).toBe('CONFLICT error.ticket.finished');
    await world.call(ana, createTicketTransfer, { chat_ticket_id: offered.id, next_user_id: carla.id });
    expect(await refusalOf(take(bruno, offered))).toBe('CONFLICT error.transfer.pending');
  });
});

describe('back into the queue', () => {
  test('everybody of the instance sees it there, with the note; it isn’t given back to whom it came from', async () => {
    const { bruno, carla } = world.people;
    await world.add({ distribution: 'least_busy' });
    await world.online(bruno);
    const ticket = await world.opened();
    expect(ticket.ownerId).toBe(bruno.id);
    const socket = await world.socket(carla);
    await socket.hello();
    await queue(bruno, ticket, { note: '  Já conferi o endereço.  ' });
    const told = await socket.frame('ChatTicketTransferred', ({ data }) => data.chatTicket.id === ticket.id);
    expect(told.data.chatTicket.user).toBeNull();
    expect((await linesOf(carla, ticket)).at(-1)).toEqual({
      kind: 'returned',
      by: 'Bruno',
      from: 'Bruno',
      department: undefined,
      message: 'Já conferi o endereço.',
    });
    expect(await stateOf(ticket)).toMatchObject({ owner: null });
    await world.online(carla);
    expect(await stateOf(ticket)).toMatchObject({ owner: carla.id });
  });

  test('who has it, an administrator, and for one in the queue whoever sees it; others not', async () => {
    const { ana, bruno, carla } = world.people;
    const ticket = await world.opened();
    await take(bruno, ticket);
    expect(await refusalOf(queue(carla, ticket))).toBe('NOT_FOUND error.notFound');
    await queue(ana, ticket);
    expect((await linesOf(ana, ticket)).at(-1)).toMatchObject({ kind: 'returned', by: 'Ana', from: 'Bruno' });
    expect(await refusalOf(queue(carla, ticket))).toBe('CONFLICT error.ticket.queued');
    await world.call(bruno, createTicketTransfer, { chat_ticket_id: ticket.id, next_user_id: carla.id });
    expect(await refusalOf(queue(bruno, ticket))).toBe('CONFLICT error.transfer.pending');
    const done = await world.opened();
    await world.call(ana, finishChatTicket, { id: done.id });
    expect(await refusalOf(queue(ana, done))).toBe('CONFLICT error.ticket.finished');
  });

  test('a note that is too long: refused, nothing moved', async () => {
    const { bruno } = world.people;
    const ticket = await world.opened();
    await take(bruno, ticket);
    expect(await refusalOf(queue(bruno, ticket, { note: 'a'.repeat(5000) }))).toBe('INVALID error.form.invalid');
    expect(await stateOf(ticket)).toMatchObject({ owner: bruno.id });
  });
});

describe('to a department', () => {
  test('its own queue has it, from where it is given by that department’s rule', async () => {
    const { ana, bruno, carla } = world.people;
    const sales = await world.add({ member_ids: [bruno.id] });
    const help = await world.add({
      name: 'Ajuda',
      member_ids: [carla.id],
      instance_ids: [],
      distribution: 'least_busy',
    });
    const ticket = await world.opened();
    expect(await stateOf(ticket)).toEqual({ owner: null, department: sales.id });
    await take(bruno, ticket);
    await queue(bruno, ticket, { department_id: help.id, note: 'Precisa de ajuda.' });
    expect(await stateOf(ticket)).toEqual({ owner: null, department: help.id });
    expect((await linesOf(ana, ticket)).at(-1)).toEqual({
      kind: 'queued',
      by: 'Bruno',
      from: 'Bruno',
      department: 'Ajuda',
      message: 'Precisa de ajuda.',
    });
    await world.online(carla);
    expect(await stateOf(ticket)).toEqual({ owner: carla.id, department: help.id });
    // At work already: given at once.
    const next = await world.opened();
    await queue(ana, next, { department_id: help.id });
    expect(await stateOf(next)).toEqual({ owner: carla.id, department: help.id });
  });

  test('one that is switched off, unknown, or where nobody serves the instance: refused', async () => {
    const { ana, bruno, carla } = world.people;
    const off = await world.add({ name: 'Parada', activated: false, member_ids: [carla.id], instance_ids: [] });
    const empty = await world.add({ name: 'Vazia', member_ids: [], instance_ids: [] });
    const ticket = await world.opened();
    await take(bruno, ticket);
    expect(await refusalOf(queue(bruno, ticket, { department_id: off.id }))).toBe('NOT_FOUND error.notFound');
    expect(await refusalOf(queue(bruno, ticket, { department_id: '987654321' }))).toBe('NOT_FOUND error.notFound');
    expect(await refusalOf(queue(bruno, ticket, { department_id: empty.id }))).toBe('CONFLICT error.department.nobody');
    expect(await stateOf(ticket)).toMatchObject({ owner: bruno.id });
    expect((await linesOf(ana, ticket)).map(({ kind }) => kind)).toEqual(['opened', 'taken']);
  });
});
