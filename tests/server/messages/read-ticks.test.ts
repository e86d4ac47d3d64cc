import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { ChatTicket } from '../../../contract/entities/chat-ticket.ts';
import { customerChats } from '../../../contract/graphql/customer-chats.ts';
import { newScheduledMessage } from '../../../contract/graphql/scheduled-messages.ts';
import { resetCustomerUnseenMsgs } from '../../../contract/graphql/reset-customer-unseen-msgs.ts';
import { takeChatTicket } from '../../../contract/graphql/take-chat-ticket.ts';
import { claimReads, settleReads } from '../../../server/domain/unseen/read-rows.ts';
import type { ReadClaim } from '../../../server/domain/unseen/read-rows.ts';
import { sendDueScheduled } from '../../../server/domain/scheduled/send-due.ts';
import { NUMBERS, refusalOf, startAttendance } from '../../support/attendance.ts';
import type { Person, World } from '../../support/attendance.ts';
import { expectEventually } from '../../support/expect-eventually.ts';

/* What the customer's phone shows of what they wrote: read once its owner has read it. */

let world: World;
beforeAll(async () => {
  world = await startAttendance({ attendance: { upkeep: false, reads: { pollMs: 20, retryMs: 20 } } });
});
afterAll(() => world.stop());
afterEach(async () => void (await world.emulator.patchPolicy({ reads: { mode: 'accept' } })));

let last = 47_000_000;
/** A customer writes to Suporte from their phone; the ticket of it. */
async function written(text = 'Olá', from = `55119${(last += 1)}`): Promise<ChatTicket> {
  await world.emulator.saveCustomer(from, 'Luciana Moraes');
  const { id } = await world.emulator.write(NUMBERS.suporte, from, text);
  const stored = () => world.rows('select id from message where whatsapp_message_id = $1', [id]);
  await expectEventually(async () => (await stored()).length).toBe(1);
  const ticket = await world.ticketOf(world.people.ana, from);
  if (ticket === undefined) throw new Error('No ticket was opened');
  return ticket;
}
const again = (ticket: ChatTicket) => written('E então?', ticket.customer.phone_number);
const take = (who: Person, { id }: ChatTicket) => world.call(who, takeChatTicket, { id });
const read = (who: Person, { customer, instance }: ChatTicket, upToId?: string) => {
  const place = { id: customer.id, instance_id: instance.id };
  return world.call(who, resetCustomerUnseenMsgs, { ...place, ...(upToId !== undefined && { up_to_id: upToId }) });
};
/** By what the phone shows at their messages, oldest first. */
const ticksOf = async ({ customer }: ChatTicket) =>
  (await world.emulator.chat(NUMBERS.suporte, customer.phone_number)).flatMap(({ direction, status }) =>
    direction === 'fromCustomer' ? [status] : [],
  );
const receiptsOf = (...tickets: ChatTicket[]) =>
  world.rows<{ state: string; attempts: number; error: string | null }>(
    'select state, attempts, error_key as error from read_receipt where ticket_id = any($1) order by ticket_id',
    [tickets.map(({ id }) => id)],
  );
/** Another conversation's receipt is told: one that was due before has had its turn. */
async function laterOneIsTold() {
  const { bruno } = world.people;
  const ticket = await written();
  await take(bruno, ticket);
  await read(bruno, ticket);
  await expectEventually(() => ticksOf(ticket)).toEqual(['read']);
}

test('its owner reads -> all up to there has read ticks, once; what comes later not', async () => {
  const { bruno } = world.people;
  const ticket = await written();
  await again(ticket);
  await take(bruno, ticket);
  expect(await ticksOf(ticket)).toEqual(['delivered', 'delivered']);
  await read(bruno, ticket);
  await expectEventually(() => ticksOf(ticket)).toEqual(['read', 'read']);
  await expectEventually(() => receiptsOf(ticket)).toEqual([{ state: 'done', attempts: 1, error: null }]);
  await world.emulator.patchPolicy({ reads: { mode: 'refuse', code: 131016 } });
  await read(bruno, ticket);
  expect((await receiptsOf(ticket))[0]?.state).toBe('done');
  await world.emulator.patchPolicy({ reads: { mode: 'accept' } });
  await again(ticket);
  await read(bruno, ticket, (await firstOf(bruno, ticket)) ?? '');
  await laterOneIsTold();
  expect(await ticksOf(ticket)).toEqual(['read', 'read', 'delivered']);
  expect(await receiptsOf(ticket)).toEqual([{ state: 'done', attempts: 1, error: null }]);
  await read(bruno, ticket);
  await expectEventually(() => ticksOf(ticket)).toEqual(['read', 'read', 'read']);
});

test('up to a message -> those behind it have none', async () => {
  const { bruno } = world.people;
  const ticket = await written();
  await take(bruno, ticket);
  const first = (await firstOf(bruno, ticket)) ?? '';
  await again(ticket);
  await read(bruno, ticket, first);
  await expectEventually(() => ticksOf(ticket)).toEqual(['read', 'delivered']);
});

const firstOf = async (who: Person, { customer, instance }: ChatTicket) =>
  (await world.call(who, customerChats, { customer_id: customer.id, instance_id: instance.id })).customerChats.find(
    ({ type }) => type === 1,
  )?.id;

test('nobody has it, an onlooker, another company: the customer learns nothing', async () => {
  const { ana, bruno, carla, bia } = world.people;
  const queued = await written();
  await read(carla, queued);
  const brunos = await written();
  await take(bruno, brunos);
  await read(ana, brunos);
  expect(await refusalOf(read(carla, brunos))).toBe('NOT_FOUND error.notFound');
  expect(await refusalOf(read(bia, brunos))).toBe('NOT_FOUND error.notFound');
  // An administrator’s answer leaves it Bruno’s.
  await world.send(ana, brunos, 'Um momento');
  await laterOneIsTold();
  expect([await ticksOf(queued), await ticksOf(brunos)]).toEqual([['delivered'], ['delivered']]);
  expect(await receiptsOf(queued, brunos)).toEqual([]);
});

test('answering is reading it; a scheduled message that goes out is not', async () => {
  const { bruno } = world.people;
  const ticket = await written();
  await world.send(bruno, ticket, 'Bom dia!');
  await expectEventually(() => ticksOf(ticket)).toEqual(['read']);
  await again(ticket);
  await world.call(bruno, newScheduledMessage, {
    customer_id: ticket.customer.id,
    instance_id: ticket.instance.id,
    message: 'Até amanhã',
    send_at: new Date(Date.now() + 3_600_000).toISOString(),
    client_id: crypto.randomUUID(),
  });
  await world.rows("update scheduled_message set send_at = now() - interval '1 second'");
  expect(await sendDueScheduled(world.server.services)).toBe(1);
  await laterOneIsTold();
  expect(await ticksOf(ticket)).toEqual(['read', 'delivered']);
});

test('the provider fails for a while -> retried; it refuses -> given up. Neither delays messages', async () => {
  const { bruno } = world.people;
  const ticket = await written();
  await world.emulator.patchPolicy({ reads: { mode: 'refuse', code: 131016 } });
  await world.send(bruno, ticket, 'Bom dia!');
  await expectEventually(async () => (await world.emulator.received(ticket.customer.phone_number)).length).toBe(1);
  await expectEventually(async () => (await receiptsOf(ticket))[0]?.attempts ?? 0).toBeGreaterThan(1);
  expect(await ticksOf(ticket)).toEqual(['delivered']);
  await world.emulator.patchPolicy({ reads: { mode: 'accept' } });
  await expectEventually(() => ticksOf(ticket)).toEqual(['read']);

  const unknown = await world.open({ from: `55119${(last += 1)}`, number: 'suporte' });
  await world.send(bruno, unknown, 'Bom dia!');
  await expectEventually(() => receiptsOf(unknown)).toEqual([
    { state: 'done', attempts: 1, error: 'channel.error.invalid' },
  ]);
});

const companyOf = async ({ id }: Person) =>
  (await world.rows<{ tenant_id: string }>('select tenant_id from app_user where id = $1', [id]))[0]?.tenant_id ?? '';

test('read on while the message before is being told -> told as well', async () => {
  const { bruno } = world.people;
  const tenantId = await companyOf(bruno);
  const ticket = await written();
  await world.emulator.patchPolicy({ reads: { mode: 'refuse', code: 131016 } });
  await take(bruno, ticket);
  await read(bruno, ticket);
  let claims: readonly ReadClaim[] = [];
  await expectEventually(async () => {
    claims = await claimReads(world.server.db, tenantId, { id: 'slow', leaseMs: 3_600_000, limit: 8 });
    return claims.length;
  }).toBe(1);
  await again(ticket);
  await read(bruno, ticket);
  await settleReads(
    world.server.db,
    tenantId,
    claims.map((claim) => ({ claim, key: null })),
  );
  await world.emulator.patchPolicy({ reads: { mode: 'accept' } });
  await expectEventually(() => ticksOf(ticket)).toEqual(['read', 'read']);
});

test('claimed by a node that died -> sent by another one, once the lease expires', async () => {
  const { bruno } = world.people;
  const ticket = await written();
  await world.emulator.patchPolicy({ reads: { mode: 'refuse', code: 131016 } });
  await take(bruno, ticket);
  await read(bruno, ticket);
  const tenantId = await companyOf(bruno);
  const claim = async () =>
    (await claimReads(world.server.db, tenantId, { id: 'dead', leaseMs: 3_600_000, limit: 8 })).length;
  await expectEventually(claim).toBe(1);
  await world.emulator.patchPolicy({ reads: { mode: 'accept' } });
  await laterOneIsTold();
  expect(await ticksOf(ticket)).toEqual(['delivered']);
  await world.rows('update read_receipt set next_attempt_at = now() where ticket_id = $1', [ticket.id]);
  await expectEventually(() => ticksOf(ticket)).toEqual(['read']);
});

test('tried as often as it may be -> given up; over a number that is switched off -> not tried', async () => {
  const { bruno } = world.people;
  await world.emulator.patchPolicy({ reads: { mode: 'refuse', code: 131016 } });
  const [failing, off] = [await written(), await written()];
  await take(bruno, failing);
  await read(bruno, failing);
  const told = async (ticket: ChatTicket) => (await receiptsOf(ticket)).map(({ state, attempts }) => [state, attempts]);
  await expectEventually(async () => (await receiptsOf(failing))[0]?.attempts ?? 0).toBeGreaterThan(0);
  await world.rows('update read_receipt set attempts = 15, next_attempt_at = now() where ticket_id = $1', [failing.id]);
  await expectEventually(() => told(failing)).toEqual([['done', 16]]);
  await world.emulator.patchPolicy({ reads: { mode: 'accept' } });
  await take(bruno, off);
  await world.rows('update instance set activated = false where id = $1', [world.instances.suporte]);
  await read(bruno, off);
  await expectEventually(() => receiptsOf(off)).toEqual([
    { state: 'done', attempts: 1, error: 'error.instance.disconnected' },
  ]);
  await world.rows('update instance set activated = true where id = $1', [world.instances.suporte]);
});
