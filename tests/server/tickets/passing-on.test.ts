import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { ChatTicket } from '../../../contract/entities/chat-ticket.ts';
import { createTicketTransfer } from '../../../contract/graphql/create-ticket-transfer.ts';
import { customerChatEvents } from '../../../contract/graphql/customer-chat-events.ts';
import { eraseCustomer } from '../../../contract/graphql/erase-customer.ts';
import { finishChatTicket } from '../../../contract/graphql/finish-chat-ticket.ts';
import { openChatTicket } from '../../../contract/graphql/open-chat-ticket.ts';
import { reopenChatTicket } from '../../../contract/graphql/reopen-chat-ticket.ts';
import { queueChatTicket } from '../../../contract/graphql/queue-chat-ticket.ts';
import type { QueueChatTicketVariables } from '../../../contract/graphql/queue-chat-ticket.ts';
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
const queue = (who: Person, { id }: { id: string }, more: Omit<QueueChatTicketVariables, 'id'> = {}) =>
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

  test('asked again with the same client id -> done once, whoever has it by now', async () => {
    const { ana, bruno, carla } = world.people;
    const ticket = await world.opened();
    await take(bruno, ticket);
    const call = { previous_user_id: bruno.id, client_id: randomUUID() };
    await queue(ana, ticket, call);
    await take(carla, ticket);
    await queue(ana, ticket, { ...call, client_id: call.client_id.toUpperCase() });
    expect(await stateOf(ticket)).toMatchObject({ owner: carla.id });
    expect((await linesOf(ana, ticket)).map(({ kind }) => kind)).toEqual(['opened', 'taken', 'returned', 'taken']);
    // The first of another call, and of another person.
    expect(await refusalOf(queue(ana, ticket, { ...call, client_id: randomUUID() }))).toBe('CONFLICT error.conflict');
    await queue(carla, ticket, { client_id: call.client_id });
    expect(await stateOf(ticket)).toMatchObject({ owner: null });
    const other = await world.opened();
    expect(await refusalOf(queue(ana, other, call))).toBe('CONFLICT error.conflict');
    expect(await refusalOf(queue(ana, other, { client_id: 'x' }))).toBe('INVALID error.invalid');
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
    const socket = await world.socket(bruno);
    await socket.hello();
    const call = { department_id: help.id, client_id: randomUUID() };
    await queue(ana, ticket, { ...call, note: 'Precisa de ajuda.' });
    const told = await socket.frame('ChatTicketTransferred', ({ data }) => data.chatTicket.id === ticket.id);
    expect(told.data).toMatchObject({
      user: { id: ana.id },
      previous_user_id: bruno.id,
      department: { id: help.id, name: 'Ajuda' },
    });
    // It is there already, which this call is the cause of.
    await queue(ana, ticket, call);
    expect(await refusalOf(queue(ana, ticket, { department_id: help.id }))).toBe('CONFLICT error.ticket.queued');
    expect(await stateOf(ticket)).toEqual({ owner: null, department: help.id });
    expect((await linesOf(ana, ticket)).at(-1)).toEqual({
      kind: 'queued',
      by: 'Ana',
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
    const blocked = await world.add({ name: 'Bloqueada', member_ids: [carla.id], instance_ids: [] });
    await world.rows('update app_user set is_blocked = true where id = $1', [carla.id]);
    const refusal = await refusalOf(queue(bruno, ticket, { department_id: blocked.id }));
    await world.rows('update app_user set is_blocked = false where id = $1', [carla.id]);
    expect(refusal).toBe('CONFLICT error.department.nobody');
    expect(await stateOf(ticket)).toMatchObject({ owner: bruno.id });
    expect((await linesOf(ana, ticket)).map(({ kind }) => kind)).toEqual(['opened', 'taken']);
  });
});

describe('undoing a finish', () => {
  const finish = (who: Person, { id }: { id: string }) => world.call(who, finishChatTicket, { id });
  const reopen = (who: Person, { id }: { id: string }) => world.call(who, reopenChatTicket, { id });
  const finishedAt = async ({ id }: { id: string }) =>
    (await world.rows<{ at: Date | null }>('select finished_at as at from chat_ticket where id = $1', [id]))[0]?.at;

  test('by who did it, within seconds: the same ticket, its owner’s, is open for everybody again', async () => {
    const { ana, bruno } = world.people;
    const ticket = await world.opened();
    const before = await take(bruno, ticket);
    await world.travel(world.now() + 5_000);
    await finish(bruno, ticket);
    // What they write elsewhere is another conversation.
    const { phone_number: from } = ticket.customer;
    await world.write({ from, number: 'suporte', text: 'Uma cobrança', at: new Date(world.now()) });
    const socket = await world.socket(ana);
    await socket.hello();
    // As it was: its owner, unread count, and since when the customer waits.
    expect(before).toMatchObject({ user: { id: bruno.id }, unseenMsg: 1, isNotResponded: true, finished_at: null });
    expect((await reopen(bruno, ticket)).reopenChatTicket).toEqual(before);
    const told = await socket.frame('CustomerCreatedToChat', ({ data }) => data.chatTicket.id === ticket.id);
    const { pinned: _pinned, ...known } = before;
    expect(told.data).toMatchObject({ chatTicket: known, reopened: true });
    expect((await linesOf(ana, ticket)).map(({ kind, by }) => `${kind} ${by ?? '-'}`)).toEqual([
      'opened -',
      'taken Bruno',
      'finished Bruno',
      'reopened Bruno',
    ]);
    // Asked once more, and finished once more.
    await reopen(bruno, ticket);
    await finish(bruno, ticket);
    expect(await finishedAt(ticket)).not.toBeNull();
  });

  test('by somebody else, too late, or after the customer wrote again: refused, finished it stays', async () => {
    const { ana, bruno } = world.people;
    const ticket = await world.opened();
    await take(bruno, ticket);
    await finish(ana, ticket);
    expect(await refusalOf(reopen(bruno, ticket))).toBe('FORBIDDEN error.forbidden');
    await world.travel(world.now() + 16_000);
    expect(await refusalOf(reopen(ana, ticket))).toBe('CONFLICT error.undo.late');
    const other = await world.opened();
    await take(bruno, other);
    await finish(bruno, other);
    await world.write({ from: other.customer.phone_number, text: 'mais uma coisa', at: new Date(world.now()) });
    expect(await refusalOf(reopen(bruno, other))).toBe('CONFLICT error.undo.newer');
    const erased = await world.opened();
    await finish(ana, erased);
    await world.call(ana, eraseCustomer, { id: erased.customer.id, phone_number: erased.customer.phone_number });
    expect(await refusalOf(reopen(ana, erased))).toBe('CONFLICT error.customer.erased');
    for (const each of [ticket, other, erased]) expect(await finishedAt(each)).not.toBeNull();
  });
});

describe('from a finished ticket', () => {
  const openAgain = async (who: Person, { customer, instance }: ChatTicket) =>
    (await world.call(who, openChatTicket, { customer_id: customer.id, instance_id: instance.id })).openChatTicket;
  const finished = async (who: Person) => {
    const ticket = await world.opened();
    await take(who, ticket);
    await world.call(who, finishChatTicket, { id: ticket.id });
    return ticket;
  };

  test('a new one, the attendant’s; once, however often it is asked', async () => {
    const { ana, bruno } = world.people;
    const before = await finished(bruno);
    const socket = await world.socket(ana);
    await socket.hello();
    const again = await openAgain(bruno, before);
    expect(again).toMatchObject({ user: { id: bruno.id }, finished_at: null, customer: { id: before.customer.id } });
    expect(again.id).not.toBe(before.id);
    await socket.frame('CustomerCreatedToChat', ({ data }) => data.chatTicket.id === again.id);
    expect((await openAgain(bruno, before)).id).toBe(again.id);
    expect((await linesOf(ana, before)).at(-1)).toMatchObject({ kind: 'opened', by: 'Bruno' });
  });

  test('the open one, if the attendant may work on it; else who has it', async () => {
    const { bruno, carla } = world.people;
    const before = await finished(bruno);
    const open = await world.open({ from: before.customer.phone_number, at: new Date(world.now()) });
    expect((await openAgain(bruno, before)).id).toBe(open.id);
    await take(carla, open);
    const taken = await openAgain(bruno, before).catch((error: unknown) => error);
    expect(taken).toMatchObject({ key: 'error.ticket.taken', code: 'CONFLICT' });
    expect(String(taken)).toContain('"name":"Carla');
  });

  test('where a message would be refused, so is this: the window, a blocked customer, another’s instance', async () => {
    const { ana, bruno, carla } = world.people;
    const before = await finished(bruno);
    await world.rows('update customer set is_blacklisted = true where id = $1', [before.customer.id]);
    expect(await refusalOf(openAgain(bruno, before))).toBe('CONFLICT error.customer.blacklisted');
    await world.rows('update customer set is_blacklisted = false where id = $1', [before.customer.id]);
    expect(await refusalOf(openAgain(carla, before))).toBe('NOT_FOUND error.notFound');
    await world.travel(world.now() + 25 * 3_600_000);
    expect(await refusalOf(openAgain(ana, before))).toBe('CONFLICT error.window.closed');
  });
});
