import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ChatTicket } from '../../../contract/entities/chat-ticket.ts';
import type { TicketTransfer } from '../../../contract/entities/ticket-transfer.ts';
import { chatTickets } from '../../../contract/graphql/chat-tickets.ts';
import { confirmTicketTransfer } from '../../../contract/graphql/confirm-ticket-transfer.ts';
import { connected } from '../../../contract/graphql/connected.ts';
import { createTicketTransfer } from '../../../contract/graphql/create-ticket-transfer.ts';
import { deleteTicketTransfer } from '../../../contract/graphql/delete-ticket-transfer.ts';
import { disconnected } from '../../../contract/graphql/disconnected.ts';
import { finishChatTicket } from '../../../contract/graphql/finish-chat-ticket.ts';
import { onlineUsers } from '../../../contract/graphql/online-users.ts';
import { ticketTransfer } from '../../../contract/graphql/ticket-transfer.ts';
import { refusalOf, startAttendance } from '../../support/attendance.ts';
import type { Person, World } from '../../support/attendance.ts';

let world: World;
beforeAll(async () => {
  world = await startAttendance();
});
afterAll(() => world.stop());

let last = 41_000_000;
/** A ticket on Suporte, which Bruno and Carla serve. */
const queued = (): Promise<ChatTicket> => world.open({ from: `55119${(last += 1)}`, number: 'suporte' });
const ownedBy = async (who: Person): Promise<ChatTicket> => {
  const ticket = await queued();
  await world.send(who, ticket, 'Olá!');
  return (await world.ticketOf(world.people.ana, ticket.customer.phone_number)) ?? ticket;
};
const create = async (
  who: Person,
  ticket: ChatTicket,
  next: Person,
  previous: string | null = ticket.user?.id ?? null,
): Promise<TicketTransfer> =>
  (
    await world.call(who, createTicketTransfer, {
      chat_ticket_id: ticket.id,
      next_user_id: next.id,
      previous_user_id: previous,
    })
  ).createTicketTransfer;
const confirm = (who: Person, { id }: { id: string }) => world.call(who, confirmTicketTransfer, { id });
const remove = (who: Person, { id }: { id: string }) => world.call(who, deleteTicketTransfer, { id });
const ownerOf = async (ticket: ChatTicket) =>
  (await world.ticketOf(world.people.ana, ticket.customer.phone_number))?.user?.id;

describe('a transfer', () => {
  test('created -> confirmed: the next user owns the ticket', async () => {
    const { ana, bruno, carla } = world.people;
    const ticket = await ownedBy(bruno);
    const transfer = await create(bruno, ticket, carla);
    expect(transfer).toMatchObject({
      previous_user_id: bruno.id,
      next_user_id: carla.id,
      transferred_at: null,
      deleted_at: null,
      chatTicket: { id: ticket.id },
      triggeringUser: { id: bruno.id },
    });
    expect(await ownerOf(ticket)).toBe(bruno.id);
    const confirmed = (await confirm(carla, transfer)).confirmTicketTransfer;
    expect(confirmed.transferred_at).not.toBeNull();
    expect(await ownerOf(ticket)).toBe(carla.id);
    expect((await confirm(carla, transfer)).confirmTicketTransfer).toEqual(confirmed);
    expect((await confirm(ana, transfer)).confirmTicketTransfer).toEqual(confirmed);
    expect(await refusalOf(remove(bruno, transfer))).toBe('CONFLICT error.transfer.confirmed');
  });

  test('created -> deleted: the owner stays, and who it was offered to is told', async () => {
    const { bruno, carla } = world.people;
    const ticket = await ownedBy(bruno);
    const transfer = await create(bruno, ticket, carla);
    const socket = await world.socket(carla);
    await socket.hello();
    const deleted = (await remove(bruno, transfer)).deleteTicketTransfer;
    expect(deleted.deleted_at).not.toBeNull();
    const withdrawn = ({ data }: { data: { ticketTransfer: { id: string } } }) =>
      data.ticketTransfer.id === transfer.id;
    expect((await socket.frame('DeleteChatTicketTransfer', withdrawn)).data.user).toMatchObject({ id: bruno.id });
    expect((await remove(carla, transfer)).deleteTicketTransfer).toEqual(deleted);
    expect(await refusalOf(confirm(carla, transfer))).toBe('CONFLICT error.transfer.deleted');
    expect(await ownerOf(ticket)).toBe(bruno.id);
  });

  test('declined by the next user, taken over by an administrator, made for an unowned ticket', async () => {
    const { ana, bruno, carla } = world.people;
    const declined = await create(bruno, await ownedBy(bruno), carla);
    expect((await remove(carla, declined)).deleteTicketTransfer.deleted_at).not.toBeNull();
    const forced = await ownedBy(bruno);
    expect((await confirm(ana, await create(ana, forced, carla))).confirmTicketTransfer.transferred_at).not.toBeNull();
    expect(await ownerOf(forced)).toBe(carla.id);
    const unowned = await queued();
    const offered = await create(bruno, unowned, carla);
    expect(offered).toMatchObject({ previousUser: null, previous_user_id: null });
    await confirm(carla, offered);
    expect(await ownerOf(unowned)).toBe(carla.id);
  });

  test('with a note: its receiver gets it, and the company’s first user only if they see the ticket', async () => {
    const { bruno, carla } = world.people;
    const ticket = await ownedBy(bruno);
    const socket = await world.socket(carla);
    const offer = { chat_ticket_id: ticket.id, next_user_id: carla.id };
    const { id, note } = (await world.call(bruno, createTicketTransfer, { ...offer, note: ' Quer a segunda via. ' }))
      .createTicketTransfer;
    expect(note).toBe('Quer a segunda via.');
    const { data } = await socket.frame('ChatTicketTransfer', (frame) => frame.data.ticketTransfer.id === id);
    expect(data.ticketTransfer.note).toBe('Quer a segunda via.');
    await world.rows('update app_user set role_id = (select role_id from app_user where id = $2) where id = $1', [
      world.people.ana.id,
      bruno.id,
    ]);
    const first = await world.socket(world.people.ana);
    await confirm(carla, { id });
    const told = await first.frame('ChatTicketTransferred', (frame) => frame.data.chatTicket.id === ticket.id);
    expect(told.data.ticketTransfer?.note).toBeNull();
    expect(told.data.chatTicket).toMatchObject({ customerLastChat: null, unseenMsg: 0, last_received_at: null });
    await world.rows(
      "update app_user set role_id = (select id from role where name = 'administrador' and tenant_id = app_user.tenant_id) where id = $1",
      [world.people.ana.id],
    );
  });

  test('a note that is too long is refused, and nothing is offered; one that can’t be stored as it is, is without that', async () => {
    const { bruno, carla } = world.people;
    const ticket = await ownedBy(bruno);
    const offer = { chat_ticket_id: ticket.id, next_user_id: carla.id };
    const long = world.call(bruno, createTicketTransfer, { ...offer, note: 'x'.repeat(501) });
    expect(await refusalOf(long)).toBe('INVALID error.form.invalid');
    expect((await create(bruno, ticket, carla)).note).toBeNull();
    const other = { ...offer, chat_ticket_id: (await ownedBy(bruno)).id, note: '\0 Veja\0 isto ' };
    expect((await world.call(bruno, createTicketTransfer, other)).createTicketTransfer.note).toBe('Veja isto');
  });

  test('created again with the same client id -> the same one while it is pending, refused once it is settled', async () => {
    const { ana, bruno, carla } = world.people;
    const ticket = await ownedBy(bruno);
    const offer = { chat_ticket_id: ticket.id, next_user_id: carla.id, client_id: randomUUID() };
    const { createTicketTransfer: first } = await world.call(bruno, createTicketTransfer, offer);
    const repeated = await world.call(bruno, createTicketTransfer, {
      ...offer,
      client_id: offer.client_id.toUpperCase(),
    });
    expect(repeated.createTicketTransfer).toEqual(first);
    const elsewhere = { ...offer, chat_ticket_id: (await ownedBy(bruno)).id };
    expect(await refusalOf(world.call(bruno, createTicketTransfer, elsewhere))).toBe('CONFLICT error.conflict');
    // It is the person's own id: another's transfer is not found by it.
    expect(await refusalOf(world.call(ana, createTicketTransfer, offer))).toBe('CONFLICT error.transfer.pending');
    await confirm(carla, first);
    expect(await refusalOf(world.call(bruno, createTicketTransfer, offer))).toBe('CONFLICT error.transfer.confirmed');
    expect(await ownerOf(ticket)).toBe(carla.id);

    const declined = { chat_ticket_id: ticket.id, next_user_id: bruno.id, client_id: randomUUID() };
    await remove(bruno, (await world.call(carla, createTicketTransfer, declined)).createTicketTransfer);
    expect(await refusalOf(world.call(carla, createTicketTransfer, declined))).toBe('CONFLICT error.transfer.deleted');
    const malformed = world.call(carla, createTicketTransfer, { ...declined, client_id: 'x' });
    expect(await refusalOf(malformed)).toBe('INVALID error.invalid');
  });

  test('to somebody who is away: they are listed as such, and get it', async () => {
    const { bruno, carla } = world.people;
    await world.call(carla, disconnected, {});
    const asked = { instance_id: world.instances.suporte, user_id: bruno.id };
    const listed = async (away: boolean) =>
      (await world.call(bruno, onlineUsers, { ...asked, away })).onlineUsers.find(({ id }) => id === carla.id);
    expect(await listed(false)).toBeUndefined();
    expect(await listed(true)).toMatchObject({ isConnected: false });
    expect((await create(bruno, await ownedBy(bruno), carla)).next_user_id).toBe(carla.id);
  });

  test('the one it is offered to sees the ticket until it is settled', async () => {
    const { bruno, carla } = world.people;
    const ticket = await ownedBy(bruno);
    const sees = async () =>
      (await world.call(carla, chatTickets, { search_query: ticket.customer.phone_number })).chatTickets.items[0]
        ?.pendingTransfer?.id;
    expect(await sees()).toBeUndefined();
    const transfer = await create(bruno, ticket, carla);
    expect(await sees()).toBe(transfer.id);
    await remove(bruno, transfer);
    expect(await sees()).toBeUndefined();
  });

  test('confirmed and deleted at once, many times: one wins, all agree', async () => {
    const { bruno, carla } = world.people;
    for (let round = 0; round < 8; round += 1) {
      const ticket = await ownedBy(bruno);
      const transfer = await create(bruno, ticket, carla);
      const calls = [
        confirm(carla, transfer),
        remove(bruno, transfer),
        confirm(carla, transfer),
        remove(bruno, transfer),
      ];
      const results = await Promise.all(calls.map(refusalOf));
      const [row] = await world.rows<{ transferred_at: Date | null; deleted_at: Date | null }>(
        'select transferred_at, deleted_at from ticket_transfer where id = $1',
        [transfer.id],
      );
      const isConfirmed = row?.transferred_at !== null;
      expect(row?.deleted_at === null).toBe(isConfirmed);
      expect(results).toEqual(
        isConfirmed
          ? ['not refused', 'CONFLICT error.transfer.confirmed', 'not refused', 'CONFLICT error.transfer.confirmed']
          : ['CONFLICT error.transfer.deleted', 'not refused', 'CONFLICT error.transfer.deleted', 'not refused'],
      );
      expect(await ownerOf(ticket)).toBe(isConfirmed ? carla.id : bruno.id);
      const events = await world.rows(
        "select from event where name in ('ChatTicketTransferred', 'DeleteChatTicketTransfer') and data->'ticketTransfer'->>'id' = $1",
        [transfer.id],
      );
      expect(events).toHaveLength(1);
    }
  });

  test('created twice at once: one', async () => {
    const { bruno, carla, ana } = world.people;
    const ticket = await ownedBy(bruno);
    const results = await Promise.all(
      [create(bruno, ticket, carla), create(ana, ticket, carla), create(bruno, ticket, carla)].map(refusalOf),
    );
    expect(results.toSorted()).toEqual([
      'CONFLICT error.transfer.pending',
      'CONFLICT error.transfer.pending',
      'not refused',
    ]);
  });

  test('finishing the ticket takes it back', async () => {
    const { bruno, carla } = world.people;
    const ticket = await ownedBy(bruno);
    const transfer = await create(bruno, ticket, carla);
    const [socket, ofCarla] = [await world.socket(bruno), await world.socket(carla)];
    await world.call(bruno, finishChatTicket, { id: ticket.id });
    const withdrawn = await ofCarla.frame('DeleteChatTicketTransfer', ({ data }) => data.chatTicket.id === ticket.id);
    expect(withdrawn.data).toMatchObject({ ticketTransfer: { id: transfer.id }, user: { id: bruno.id } });
    expect(await refusalOf(confirm(carla, transfer))).toBe('CONFLICT error.transfer.deleted');
    await socket.frame('CustomerChatEventChanged', ({ data }) => data.customerChatEvent.kind === 'finished');
    expect(socket.names.filter((name) => name !== 'CustomerChatAckChanged')).toEqual([
      'DeleteChatTicketTransfer',
      'CustomerChatEventChanged',
      'ChatTicketClosed',
      'CustomerChatEventChanged',
    ]);
  });
});

describe('refused', () => {
  test('to its owner', async () => {
    const { ana, bruno } = world.people;
    const ticket = await ownedBy(bruno);
    expect(await refusalOf(create(bruno, ticket, bruno))).toBe('INVALID error.transfer.toSelf');
    expect(await refusalOf(create(ana, ticket, bruno))).toBe('INVALID error.transfer.toSelf');
  });

  test('unowned, to oneself: answering it is enough; to a colleague it goes', async () => {
    const { ana, bruno, carla } = world.people;
    for (const who of [ana, bruno]) {
      expect(await refusalOf(create(who, await queued(), who))).toBe('INVALID error.transfer.toSelf');
    }
    expect((await create(ana, await queued(), carla)).next_user_id).toBe(carla.id);
  });

  test('another’s, by an administrator to themselves: no refusal, that is taking it over', async () => {
    const { ana, bruno } = world.people;
    const ticket = await ownedBy(bruno);
    const transfer = await create(ana, ticket, ana);
    await confirm(ana, transfer);
    expect(await ownerOf(ticket)).toBe(ana.id);
  });

  test('to someone whose role may not chat; nor are they listed', async () => {
    const { ana, bruno, carla } = world.people;
    const gone = 'error.transfer.userGone';
    const pending = await create(bruno, await ownedBy(bruno), carla);
    const ticket = await ownedBy(ana);
    await world.call(carla, connected, {});
    const listed = async () =>
      (await world.call(ana, onlineUsers, { instance_id: world.instances.suporte })).onlineUsers.map(({ id }) => id);
    expect(await listed()).toContain(carla.id);
    await world.rows(
      `insert into role (tenant_id, name, display_name)
      select tenant_id, 'estoque', 'Estoque' from app_user where id = $1`,
      [carla.id],
    );
    await world.rows("update app_user set role_id = (select id from role where name = 'estoque') where id = $1", [
      carla.id,
    ]);
    expect(await refusalOf(create(ana, ticket, carla))).toBe(`NOT_FOUND ${gone}`);
    expect(await refusalOf(confirm(ana, pending))).toBe(`CONFLICT ${gone}`);
    expect(await listed()).not.toContain(carla.id);
    await world.rows('update app_user set role_id = (select role_id from app_user where id = $2) where id = $1', [
      carla.id,
      bruno.id,
    ]);
    expect((await create(ana, ticket, carla)).next_user_id).toBe(carla.id);
  });

  test('to someone who left, is blocked, does not serve the instance, or is nobody here', async () => {
    const { ana, bruno, carla, bia } = world.people;
    const vendas = await world.open({ from: `55119${(last += 1)}` });
    await world.send(bruno, vendas, 'oi');
    const gone = 'NOT_FOUND error.transfer.userGone';
    expect(await refusalOf(create(bruno, vendas, carla, null))).toBe(gone);
    const ticket = await ownedBy(bruno);
    expect(await refusalOf(create(bruno, ticket, bia))).toBe(gone);
    expect(await refusalOf(create(bruno, ticket, { ...carla, id: '999999' }))).toBe(gone);
    const pending = await create(bruno, ticket, carla);
    for (const change of ['is_blocked = true', 'deleted_at = now()']) {
      await world.rows(`update app_user set ${change} where id = $1`, [carla.id]);
      expect(await refusalOf(confirm(ana, pending))).toBe('CONFLICT error.transfer.userGone');
      expect(await refusalOf(create(ana, await ownedBy(bruno), carla))).toBe(gone);
      await world.rows('update app_user set is_blocked = false, deleted_at = null where id = $1', [carla.id]);
    }
  });

  test('for a finished ticket, a stale owner, someone who does not own it', async () => {
    const { bruno, carla, ana } = world.people;
    const finished = await ownedBy(bruno);
    await world.call(bruno, finishChatTicket, { id: finished.id });
    expect(await refusalOf(create(bruno, finished, carla))).toBe('CONFLICT error.ticket.finished');
    const ticket = await ownedBy(bruno);
    expect(await refusalOf(create(ana, ticket, carla, ana.id))).toBe('CONFLICT error.conflict');
    expect(await refusalOf(create(ana, ticket, carla, '999999'))).toBe('NOT_FOUND error.notFound');
    expect(await refusalOf(create(carla, ticket, carla))).toBe('NOT_FOUND error.notFound');
    const offered = await create(bruno, ticket, carla);
    expect(await refusalOf(create(ana, ticket, carla))).toBe('CONFLICT error.transfer.pending');
    expect(await refusalOf(confirm(bruno, offered))).toBe('FORBIDDEN error.forbidden');
  });

  test('by who passed the ticket on -> told so, and so for sending and finishing; who never had it finds nothing', async () => {
    const { bruno, carla, ana } = world.people;
    const ticket = await ownedBy(bruno);
    await confirm(carla, await create(bruno, ticket, carla));
    const acts = (who: Person) => [
      refusalOf(world.send(who, ticket, 'ainda eu?')),
      refusalOf(world.call(who, finishChatTicket, { id: ticket.id })),
      refusalOf(create(who, ticket, ana, null)),
    ];
    for (const act of acts(bruno)) expect(await act).toBe('FORBIDDEN error.ticket.passedOn');
    expect(await refusalOf(world.chat(bruno, ticket))).toBe('NOT_FOUND error.notFound');
    for (const act of acts(world.people.bia)) expect(await act).toBe('NOT_FOUND error.notFound');
    const other = await ownedBy(carla);
    expect(await refusalOf(world.send(bruno, other, 'e este?'))).toBe('NOT_FOUND error.notFound');
    expect(await refusalOf(world.call(bruno, finishChatTicket, { id: other.id }))).toBe('NOT_FOUND error.notFound');
  });

  test('by someone who has nothing to do with it', async () => {
    const { bruno, carla, ana } = world.people;
    const transfer = await create(ana, await ownedBy(bruno), ana);
    expect(await refusalOf(confirm(carla, transfer))).toBe('NOT_FOUND error.notFound');
    expect(await refusalOf(remove(carla, transfer))).toBe('NOT_FOUND error.notFound');
    expect(await refusalOf(confirm(carla, { id: 'abc' }))).toBe('NOT_FOUND error.notFound');
  });
});

describe('the transfer of a ticket', () => {
  test('pending, confirmed, none; deleted ones are left out', async () => {
    const { bruno, carla } = world.people;
    const ticket = await ownedBy(bruno);
    const ask = async (who: Person, transferred?: boolean) =>
      (
        await world.call(who, ticketTransfer, {
          chat_ticket_id: ticket.id,
          ...(transferred === undefined ? {} : { transferred }),
        })
      ).ticketTransfer?.id ?? null;
    expect(await ask(bruno)).toBeNull();
    const first = await create(bruno, ticket, carla);
    expect(await ask(bruno)).toBe(first.id);
    expect(await ask(carla)).toBe(first.id);
    await remove(bruno, first);
    expect(await ask(bruno)).toBeNull();
    const second = await create(bruno, ticket, carla);
    await confirm(carla, second);
    expect(await ask(carla, true)).toBe(second.id);
    expect(await ask(carla)).toBeNull();
    expect(await refusalOf(ask(bruno))).toBe('NOT_FOUND error.notFound');
  });
});

describe('whom it can go to', () => {
  test('who is at work and serves the instance, without oneself', async () => {
    const { ana, bruno, carla, bia } = world.people;
    for (const who of [ana, bruno, carla, bia]) await world.call(who, connected, {});
    const ids = async (instance_id: string | null, user_id: string | null = null) =>
      (await world.call(bruno, onlineUsers, { instance_id, user_id })).onlineUsers.map((user) => user.id).toSorted();
    expect(await ids(world.instances.suporte, bruno.id)).toEqual([ana.id, carla.id].toSorted());
    expect(await ids(world.instances.vendas, bruno.id)).toEqual([ana.id]);
    await world.call(carla, disconnected, {});
    expect(await ids(world.instances.suporte, bruno.id)).toEqual([ana.id]);
    expect(await refusalOf(ids(world.instances.brisa))).toBe('NOT_FOUND error.notFound');
    expect(await refusalOf(ids(null, bia.id))).toBe('NOT_FOUND error.notFound');
  });
});
