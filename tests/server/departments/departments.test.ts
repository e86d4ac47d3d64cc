import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { DepartmentForm } from '../../../contract/entities/department.ts';
import { confirmTicketTransfer } from '../../../contract/graphql/confirm-ticket-transfer.ts';
import { createTicketTransfer } from '../../../contract/graphql/create-ticket-transfer.ts';
import { customerChats } from '../../../contract/graphql/customer-chats.ts';
import { deleteDepartment } from '../../../contract/graphql/delete-department.ts';
import { deleteTicketTransfer } from '../../../contract/graphql/delete-ticket-transfer.ts';
import { departments } from '../../../contract/graphql/departments.ts';
import { disconnected } from '../../../contract/graphql/disconnected.ts';
import { finishChatTicket } from '../../../contract/graphql/finish-chat-ticket.ts';
import { managedDepartments } from '../../../contract/graphql/managed-departments.ts';
import { openChatTicket } from '../../../contract/graphql/open-chat-ticket.ts';
import { newDepartment } from '../../../contract/graphql/new-department.ts';
import { updateDepartment } from '../../../contract/graphql/update-department.ts';
import { distributeWaiting } from '../../../server/domain/departments/distribute-waiting.ts';
import { transferUnanswered } from '../../../server/domain/departments/transfer-unanswered.ts';
import { fieldsOf, refusalOf } from '../../support/attendance.ts';
import type { Person } from '../../support/attendance.ts';
import { startDepartments } from './departments-world.ts';
import type { DepartmentsWorld } from './departments-world.ts';

let world: DepartmentsWorld;
beforeAll(async () => {
  world = await startDepartments();
});
afterAll(() => world.stop());
afterEach(() => world.reset());

const travel = (to: number) => world.travel(to);
const online = (...people: Person[]) => world.online(...people);
const add = (form?: Partial<DepartmentForm>) => world.add(form);
const opened = () => world.opened();
const said = async (ticket: { customer: { id: string }; instance: { id: string } }) => {
  const variables = { customer_id: ticket.customer.id, instance_id: ticket.instance.id, all_users: true };
  const chats = (await world.call(world.people.ana, customerChats, variables)).customerChats;
  return chats.map(({ message, is_bot_message }) => `${is_bot_message ? 'bot' : 'customer'}: ${message}`);
};
/** Of one weekday. */
const spans = (...given: string[]) =>
  given.map((span) => ({ weekday: 1, opens: span.slice(0, 5), closes: span.slice(6) }));
const holidays = (...given: string[]) =>
  given.map((day) => ({ day: day.slice(0, 10), name: 'Feriado', yearly: day.endsWith('yearly') }));

describe('editing', () => {
  test('new -> saved: all of it comes back; everybody knows the names, only who may opens the rest', async () => {
    const form = {
      greeting: 'Olá! Já vamos atender você.',
      off_hours_text: '  Voltamos amanhã. ',
      opening_hours: [...spans('08:00-12:00', '12:00-18:00'), { weekday: 2, opens: '08:00', closes: '12:00' }],
      holidays: holidays('2026-12-25 yearly', '2026-06-04', '2027-06-04'),
      distribution: 'least_busy' as const,
      max_open_tickets: 5,
      transfer_after_minutes: 10,
    };
    const made = await add(form);
    expect(made).toMatchObject({ ...form, off_hours_text: 'Voltamos amanhã.', activated: true });
    expect(made.members.map(({ name }) => name)).toEqual(['Bruno Carvalho', 'Carla Mendes']);
    expect(made.instances.map(({ name }) => name)).toEqual(['Vendas']);
    expect((await world.call(world.people.bruno, departments, {})).departments).toEqual([
      { id: made.id, name: 'Comercial', activated: true },
    ]);
    expect((await world.call(world.people.bia, departments, {})).departments).not.toContainEqual(
      expect.objectContaining({ id: made.id }),
    );
    expect(await refusalOf(world.call(world.people.bruno, managedDepartments, {}))).toBe('FORBIDDEN error.forbidden');
    expect(await refusalOf(world.call(world.people.bruno, newDepartment, { name: 'Minha' }))).toBe(
      'FORBIDDEN error.forbidden',
    );
    const [audited] = await world.rows(
      "select a.user_id, a.address is not null address from audit a where action = 'department.create' order by id desc limit 1",
    );
    expect(audited).toEqual({ user_id: world.people.ana.id, address: true });
  });

  test.each([
    [{ name: '' }, { name: 'error.field.required' }],
    [{ name: 'x'.repeat(61) }, { name: 'error.field.tooLong' }],
    [{ name: 'COMERCIAL' }, { name: 'error.department.nameTaken' }],
    [{ greeting: 'x'.repeat(1_001) }, { greeting: 'error.field.tooLong' }],
    [{ distribution: 'sorteio' }, { distribution: 'error.field.invalid' }],
    [{ max_open_tickets: 0 }, { max_open_tickets: 'error.field.tooSmall' }],
    [{ transfer_after_minutes: 1_441 }, { transfer_after_minutes: 'error.field.tooLarge' }],
    [{ opening_hours: [{ weekday: 7, opens: '08:00', closes: '18:00' }] }, { opening_hours: 'error.field.invalid' }],
    [{ opening_hours: [{ weekday: 1, opens: '8h', closes: '24:00' }] }, { opening_hours: 'error.department.clock' }],
    [{ holidays: [{ day: '2026-02-30', name: 'Nunca', yearly: false }] }, { holidays: 'error.department.day' }],
    [{ opening_hours: spans('08:00-18:00', '17:59-20:00') }, { opening_hours: 'error.department.hoursTwice' }],
    [{ opening_hours: spans('22:00-02:00', '23:00-23:30') }, { opening_hours: 'error.department.hoursTwice' }],
    [{ holidays: holidays('2026-12-25 yearly', '2027-12-25 yearly') }, { holidays: 'error.department.holidayTwice' }],
    [{ holidays: holidays('2026-06-04', '2026-06-04 yearly') }, { holidays: 'error.department.holidayTwice' }],
    [{ member_ids: ['987654321'] }, { member_ids: 'error.field.gone' }],
  ])('refused, nothing saved by half: %o', async (wrong, fields) => {
    const made = await add();
    const given = { name: 'Outra', ...wrong } as DepartmentForm;
    expect(await fieldsOf(world.call(world.people.ana, newDepartment, given))).toEqual(fields);
    const { name: _, ...change } = given;
    if (!('name' in wrong)) {
      const id = { id: made.id, name: 'Comercial', activated: false };
      expect(await fieldsOf(world.call(world.people.ana, updateDepartment, { ...id, ...change }))).toEqual(fields);
    }
    expect(await world.rows('select name, activated from department')).toContainEqual({
      name: 'Comercial',
      activated: true,
    });
    expect((await world.call(world.people.ana, departments, {})).departments).toHaveLength(1);
  });

  test('saved -> a stale version is refused; omitted fields stay; a script is text', async () => {
    const made = await add({ greeting: 'Oi' });
    const first = await world.call(world.people.ana, updateDepartment, {
      id: made.id,
      version: made.version,
      name: '<img src=x onerror=alert(1)>',
    });
    expect(first.updateDepartment).toMatchObject({
      name: '<img src=x onerror=alert(1)>',
      greeting: 'Oi',
      members: made.members,
    });
    expect(
      await refusalOf(
        world.call(world.people.ana, updateDepartment, { id: made.id, version: made.version, name: 'Outra' }),
      ),
    ).toBe('CONFLICT error.form.conflict');
  });

  test('an instance and a person are in one department at most; a deleted one lets go of both', async () => {
    const first = await add();
    const second = await add({ name: 'Pós-venda', member_ids: [world.people.carla.id] });
    const all = (await world.call(world.people.ana, managedDepartments, {})).managedDepartments;
    expect(all.map(({ name, members, instances }) => [name, members.length, instances.length])).toEqual([
      ['Comercial', 1, 0],
      ['Pós-venda', 1, 1],
    ]);
    await world.call(world.people.ana, deleteDepartment, { id: second.id });
    await world.call(world.people.ana, deleteDepartment, { id: first.id });
    expect(await world.rows('select from app_user where department_id is not null')).toEqual([]);
    expect(await refusalOf(world.call(world.people.ana, deleteDepartment, { id: first.id }))).toBe(
      'NOT_FOUND error.notFound',
    );
  });
});

describe('greeting', () => {
  test('a new ticket in its hours -> greeted once, through the outbox; the customer still waits', async () => {
    await add({ greeting: 'Olá!', off_hours_text: 'Fechado.' });
    const ticket = await opened();
    await world.write({ from: ticket.customer.phone_number, text: 'Alguém?', at: new Date(world.now()) });
    expect(await said(ticket)).toEqual(['customer: Olá', 'bot: Olá!', 'customer: Alguém?']);
    expect(await world.ticketOf(world.people.ana, ticket.customer.phone_number)).toMatchObject({
      isNotResponded: true,
    });
    const phone = ticket.customer.phone_number;
    await expect
      .poll(async () => JSON.stringify(await world.emulator.chat('100000000000001', phone)))
      .toContain('Olá!');
  });

  test.each([
    ['before opening', '2026-03-11T10:59:00Z', false],
    ['at opening', '2026-03-11T11:00:00Z', true],
    ['the last minute', '2026-03-11T20:59:00Z', true],
    ['at closing', '2026-03-11T21:00:00Z', false],
    ['a day without hours', '2026-03-12T13:00:00Z', false],
    ['a holiday of that year', '2026-03-18T13:00:00Z', false],
    ['a holiday of each year', '2026-04-22T13:00:00Z', false],
    ['a night that began the day before', '2026-03-14T04:00:00Z', true],
    ['the end of that night', '2026-03-14T05:00:00Z', false],
    ['a night that began on a holiday', '2026-03-21T04:00:00Z', false],
  ])('%s (%s): open is %s', async (_name, at, isOpen) => {
    await travel(Date.parse(at));
    await add({
      greeting: 'Aberto',
      off_hours_text: 'Fechado',
      opening_hours: [
        { weekday: 3, opens: '08:00', closes: '18:00' },
        { weekday: 5, opens: '22:00', closes: '02:00' },
      ],
      holidays: [
        { day: '2026-03-18', name: 'Aniversário', yearly: false },
        { day: '2020-04-22', name: 'Descobrimento', yearly: true },
        { day: '2026-03-20', name: 'Ponte', yearly: false },
      ],
    });
    expect(await said(await opened())).toEqual(['customer: Olá', `bot: ${isOpen ? 'Aberto' : 'Fechado'}`]);
  });

  test('opened in its hours, written on after them -> the after-hours text is sent once', async () => {
    await add({
      greeting: 'Olá!',
      off_hours_text: 'Fechado.',
      opening_hours: [{ weekday: 3, opens: '08:00', closes: '18:00' }],
    });
    const ticket = await opened();
    await travel(world.now() + 9 * 3_600_000);
    for (const text of ['Oi?', 'Ei?'])
      await world.write({ from: ticket.customer.phone_number, text, at: new Date(world.now()) });
    expect(await said(ticket)).toEqual([
      'customer: Olá',
      'bot: Olá!',
      'customer: Oi?',
      'bot: Fechado.',
      'customer: Ei?',
    ]);
  });

  test('deactivated, or another instance: nothing is said, nobody is given it', async () => {
    const { id } = await add({ greeting: 'Olá!', distribution: 'least_busy' });
    await online(world.people.bruno);
    await world.call(world.people.ana, updateDepartment, { id, name: 'Comercial', activated: false });
    const ticket = await opened();
    expect([await said(ticket), ticket.ownerId]).toEqual([['customer: Olá'], null]);
    await world.call(world.people.ana, updateDepartment, { id, name: 'Comercial', activated: true });
    const other = await world.open({ from: world.aPhone(), number: 'suporte', at: new Date(world.now()) });
    expect([await said(other), other.user]).toEqual([['customer: Olá'], null]);
  });
});

describe('distribution', () => {
  const owners = async (count: number) => {
    const found: (string | null)[] = [];
    for (let index = 0; index < count; index += 1) found.push((await opened()).ownerId);
    return found;
  };

  test('manual: nobody', async () => {
    await add({ distribution: 'manual' });
    await online(world.people.bruno);
    expect(await owners(1)).toEqual([null]);
  });

  test('round robin: one after the other, whoever is at work; nobody there: the queue', async () => {
    const { bruno, carla, ana } = world.people;
    const { id } = await add({ distribution: 'round_robin' });
    expect(await owners(1)).toEqual([null]);
    await world.rows('update chat_ticket set finished_at = now() where department_id = $1', [id]);
    await online(bruno, carla, ana);
    const [first, second] = [bruno.id, carla.id].toSorted((a, b) => Number(a) - Number(b));
    expect(await owners(4)).toEqual([first, second, first, second]);
    await world.call(carla, disconnected, {});
    expect(await owners(2)).toEqual([bruno.id, bruno.id]);
  });

  test('least busy: who has the fewest, up to the limit of each', async () => {
    const { bruno, carla } = world.people;
    await add({ distribution: 'least_busy', max_open_tickets: 2 });
    await online(bruno);
    expect(await owners(2)).toEqual([bruno.id, bruno.id]);
    await online(carla);
    expect(await owners(3)).toEqual([carla.id, carla.id, null]);
  });

  test('who doesn’t serve the instance, is blocked, or is support: passed over', async () => {
    const { bruno, carla } = world.people;
    await add({ distribution: 'round_robin' });
    await online(bruno, carla);
    await world.rows('update app_user set support_user_id = 1 where id = $1', [carla.id]);
    expect(await owners(2)).toEqual([bruno.id, bruno.id]);
    await world.rows('update app_user set support_user_id = null where id = $1', [carla.id]);
    await world.rows('delete from user_instance where user_id = $1 and instance_id = $2', [
      bruno.id,
      world.instances.vendas,
    ]);
    expect(await owners(1)).toEqual([carla.id]);
    await world.rows(
      'insert into user_instance (tenant_id, user_id, instance_id) select tenant_id, id, $2 from app_user where id = $1',
      [bruno.id, world.instances.vendas],
    );
  });

  test('many at once: shared evenly', async () => {
    await add({ distribution: 'least_busy' });
    await online(world.people.bruno, world.people.carla);
    const tickets = await Promise.all(Array.from({ length: 10 }, () => opened()));
    const counts = Map.groupBy(tickets, ({ ownerId }) => ownerId);
    expect([...counts.values()].map(({ length }) => length)).toEqual([5, 5]);
  });
});

describe('automatic transfer', () => {
  const given = { distribution: 'round_robin' as const, transfer_after_minutes: 10 };
  const run = () => transferUnanswered(world.server.services);
  const ownerOf = async ({ id }: { id: string }) =>
    (await world.rows<{ user_id: string | null }>('select user_id from chat_ticket where id = $1', [id]))[0]?.user_id;
  const offeredTo = async ({ id }: { id: string }) =>
    (
      await world.rows<{ next_user_id: string }>(
        'select next_user_id from ticket_transfer where ticket_id = $1 and transferred_at is null and deleted_at is null',
        [id],
      )
    )[0]?.next_user_id;

  test('unanswered in time -> untouched; too long -> offered to somebody else, by nobody; declined -> not to them again', async () => {
    const { bruno, carla } = world.people;
    await add(given);
    await online(bruno);
    const ticket = await opened();
    expect(ticket.ownerId).toBe(bruno.id);
    const socket = await world.socket(carla);
    await socket.hello();
    await travel(world.now() + 9 * 60_000);
    expect(await run()).toBe(0);
    await travel(world.now() + 60_000);
    expect(await run()).toBe(0);
    await online(carla);
    expect(await run()).toBe(1);
    const frame = await socket.frame('ChatTicketTransfer', ({ data }) => data.chatTicket.id === ticket.id);
    expect(frame.data).toMatchObject({
      user: null,
      ticketTransfer: { triggeringUser: null, previous_user_id: bruno.id, next_user_id: carla.id },
    });
    expect(await run()).toBe(0);
    await world.call(carla, deleteTicketTransfer, { id: frame.data.ticketTransfer.id });
    await travel(world.now() + 9 * 60_000);
    expect([await run(), await ownerOf(ticket)]).toEqual([0, bruno.id]);
    await travel(world.now() + 60_000);
    expect([await run(), await ownerOf(ticket)]).toEqual([0, null]);
  });

  test('offered -> not taken in time, or its next user gone: withdrawn and published, offered to the next; nobody left -> the queue, and not to them again', async () => {
    const { ana, bruno, carla } = world.people;
    await add({ ...given, member_ids: [ana.id, bruno.id, carla.id] });
    await online(bruno);
    const ticket = await opened();
    await online(carla);
    const socket = await world.socket(carla);
    await socket.hello();
    await travel(world.now() + 10 * 60_000);
    expect(await run()).toBe(1);
    await travel(world.now() + 9 * 60_000);
    expect([await run(), await offeredTo(ticket)]).toEqual([0, carla.id]);
    await online(ana);
    await travel(world.now() + 60_000);
    expect([await run(), await offeredTo(ticket)]).toEqual([1, ana.id]);
    const told = await socket.frame('DeleteChatTicketTransfer', ({ data }) => data.chatTicket.id === ticket.id);
    expect(told.data).toMatchObject({ user: null, ticketTransfer: { next_user_id: carla.id } });
    await world.call(ana, disconnected, {});
    expect([await run(), await offeredTo(ticket), await ownerOf(ticket)]).toEqual([0, undefined, null]);
    expect(await distributeWaiting(world.server.services)).toBe(0);
    const behind = await opened();
    expect(behind.ownerId).not.toBeNull();
  });

  test('offered, then its department stops doing so, or is deleted: taken back', async () => {
    const { bruno, carla } = world.people;
    const { id } = await add(given);
    await online(bruno);
    const [first, second] = [await opened(), await opened()];
    await online(carla);
    await travel(world.now() + 10 * 60_000);
    expect(await run()).toBe(2);
    await world.rows('update chat_ticket set department_id = null where id = $1', [second.id]);
    await world.call(world.people.ana, updateDepartment, { id, name: 'Comercial', transfer_after_minutes: null });
    expect([await run(), await offeredTo(first), await offeredTo(second)]).toEqual([0, undefined, undefined]);
    expect([await ownerOf(first), await ownerOf(second)]).toEqual([bruno.id, bruno.id]);
  });

  test('each one’s limit: offers count, and can’t be accepted once it is reached; a person’s transfer may exceed it', async () => {
    const { ana, bruno, carla } = world.people;
    await add({ ...given, distribution: 'least_busy', max_open_tickets: 2 });
    await online(bruno);
    const [first] = [await opened(), await opened()];
    await travel(world.now() + 10 * 60_000);
    await online(carla);
    expect(await run()).toBe(2);
    const third = await opened();
    expect(third.ownerId).toBeNull();
    const hand = async (ticket: { id: string }, previous: string | null) =>
      (
        await world.call(ana, createTicketTransfer, {
          next_user_id: carla.id,
          previous_user_id: previous,
          chat_ticket_id: ticket.id,
        })
      ).createTicketTransfer.id;
    const [fourth, fifth] = [await opened(), await opened()];
    for (const ticket of [third, fourth, fifth])
      await world.call(carla, confirmTicketTransfer, { id: await hand(ticket, null) });
    const offered = await world.rows<{ id: string }>(
      'select id from ticket_transfer where ticket_id = $1 and transferred_at is null and deleted_at is null',
      [first?.id],
    );
    const id = offered[0]?.id ?? '';
    await world.call(carla, finishChatTicket, { id: fifth.id });
    // Whoever confirms it, it's who gets the ticket that is full.
    for (const who of [carla, ana])
      expect(await refusalOf(world.call(who, confirmTicketTransfer, { id }))).toBe('CONFLICT error.transfer.full');
    await world.call(carla, finishChatTicket, { id: fourth.id });
    expect(
      (await world.call(carla, confirmTicketTransfer, { id })).confirmTicketTransfer.transferred_at,
    ).not.toBeNull();
  });

  test('two nodes at once: one transfer', async () => {
    const { bruno, carla } = world.people;
    await add(given);
    await online(bruno);
    const ticket = await opened();
    await online(carla);
    await travel(world.now() + 11 * 60_000);
    const counts = await Promise.all([run(), run()]);
    expect(counts.reduce((sum, count) => sum + count)).toBe(1);
    expect(await world.rows('select from ticket_transfer where ticket_id = $1', [ticket.id])).toHaveLength(1);
  });

  test('a conversation that an attendant opened again keeps its department: unanswered -> offered as any other', async () => {
    const { bruno, carla } = world.people;
    await add(given);
    await online(bruno, carla);
    const { id, customer, instance } = await opened();
    const owner = (await ownerOf({ id })) === bruno.id ? bruno : carla;
    await world.call(owner, finishChatTicket, { id });
    const place = { customer_id: customer.id, instance_id: instance.id };
    const again = (await world.call(owner, openChatTicket, place)).openChatTicket;
    await world.write({ from: customer.phone_number, text: 'Voltei', at: new Date(world.now()) });
    await travel(world.now() + 10 * 60_000);
    expect(await run()).toBe(1);
    expect(await offeredTo(again)).toBe(owner === bruno ? carla.id : bruno.id);
  });

  test('opened by an attendant -> the department before, else the instance’s; none that is deactivated', async () => {
    const { bruno } = world.people;
    const [ofInstance, before] = [await add(), await add({ name: 'Pós-venda', member_ids: [], instance_ids: [] })];
    await online(bruno);
    const { id, customer, instance } = await opened();
    await world.rows('update chat_ticket set department_id = $2 where id = $1', [id, before.id]);
    const place = { customer_id: customer.id, instance_id: instance.id };
    const again = async (finished: string) => {
      await world.call(bruno, finishChatTicket, { id: finished });
      const { openChatTicket: opening } = await world.call(bruno, openChatTicket, place);
      const [row] = await world.rows<{ of: string | null }>(
        'select department_id as of from chat_ticket where id = $1',
        [opening.id],
      );
      return { id: opening.id, of: row?.of };
    };
    const deactivate = (of: string) => world.rows('update department set activated = false where id = $1', [of]);
    const first = await again(id);
    expect(first.of).toBe(before.id);
    await deactivate(before.id);
    const second = await again(first.id);
    expect(second.of).toBe(ofInstance.id);
    await deactivate(ofInstance.id);
    expect((await again(second.id)).of).toBeNull();
  });

  test('answered, or closed for the day: untouched', async () => {
    const { bruno, carla } = world.people;
    await add({ ...given, opening_hours: [{ weekday: 3, opens: '08:00', closes: '18:00' }] });
    await online(bruno);
    const answered = await opened();
    expect(answered.ownerId).toBe(bruno.id);
    await world.send(bruno, answered, 'Pois não?');
    await online(carla);
    await travel(world.now() + 11 * 60_000);
    expect(await run()).toBe(0);
    await world.write({ from: answered.customer.phone_number, text: 'E então?', at: new Date(world.now()) });
    await travel(Date.parse('2026-03-11T21:30:00Z'));
    expect(await run()).toBe(0);
  });
});
