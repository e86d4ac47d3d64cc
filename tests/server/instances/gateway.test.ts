import { afterAll, beforeAll, expect, test } from 'vitest';
import { openChatTicket } from '../../../contract/graphql/open-chat-ticket.ts';
import { finishChatTicket } from '../../../contract/graphql/finish-chat-ticket.ts';
import * as calls from '../../../contract/rest/instances.ts';
import { probeInstances } from '../../../server/domain/instances/probe-instances.ts';
import { refusalOf, startAttendance } from '../../support/attendance.ts';
import type { World } from '../../support/attendance.ts';
import { expectEventually } from '../../support/expect-eventually.ts';
import { askRest, refusedRest } from '../../support/rest-calls.ts';

/* An instance that isn't on Meta's API, for which there is no other channel yet. */

const NO_GATEWAY = 'CONFLICT error.instance.noGateway';
const PHONE = '5511950000001';

let world: World;
beforeAll(async () => {
  world = await startAttendance();
});
afterAll(() => world.stop());

test('leaves Meta’s API: nothing goes out by it, and no window counts; back and tested, it does', async () => {
  const { ana, bruno } = world.people;
  const id = world.instances.vendas;
  const change = (isOfficial: boolean) =>
    askRest(world.url, ana.token, calls.updateInstance, { tenantName: 'aurora', id, isOfficial });
  const claimed = async () =>
    (await world.rows<{ claimed_number: string | null }>('select claimed_number from instance where id = $1', [id]))[0]
      ?.claimed_number;
  const ticket = await world.open({ from: PHONE });
  expect(ticket.instance).toMatchObject({ name: 'Vendas', isOfficial: true });
  await world.send(bruno, ticket, 'ainda pela Meta');
  await expectEventually(async () => (await world.emulator.received(PHONE)).length).toBe(1);

  expect(await change(false)).toMatchObject({ isOfficial: false, state: 'unverified' });
  expect(await claimed()).toBeNull();
  expect((await world.ticketOf(bruno, PHONE))?.instance).toMatchObject({ isOfficial: false });
  expect(await refusalOf(world.send(bruno, ticket, 'e agora?'))).toBe(NO_GATEWAY);
  await world.rows("update chat_ticket set last_received_at = now() - interval '2 days' where id = $1", [ticket.id]);
  expect(await refusalOf(world.send(bruno, ticket, 'e depois?'))).toBe(NO_GATEWAY);
  await world.call(bruno, finishChatTicket, { id: ticket.id });
  const again = { customer_id: ticket.customer.id, instance_id: id };
  expect(await refusalOf(world.call(bruno, openChatTicket, again))).toBe(NO_GATEWAY);
  // Meta isn't asked about it either.
  await world.rows('update instance set checked_at = null, last_seen_at = null where id = $1', [id]);
  const ask = () => Promise.reject(new Error('Meta was asked'));
  await probeInstances(world.server.services, { checkNumber: ask, connect: ask }).catch(() => undefined);
  const [asked] = await world.rows<{ checked_at: Date | null }>('select checked_at from instance where id = $1', [id]);
  expect(asked?.checked_at).toBeNull();
  const test = { tenantName: 'aurora', id };
  expect(await refusedRest(world.url, ana.token, calls.testInstance, test)).toMatchObject({
    status: 409,
    key: 'error.instance.noGateway',
  });

  await change(true);
  expect(await claimed()).toBeNull();
  expect(await askRest(world.url, ana.token, calls.testInstance, test)).toMatchObject({ ok: true });
  const written = await world.rows("select user_id as by, subject, details from audit where action = 'instance.test'");
  expect(written).toEqual([{ by: ana.id, subject: `instance:${id}`, details: { ok: true, key: null } }]);
  await world.write({ from: PHONE, text: 'voltei' });
  const back = await world.ticketOf(ana, PHONE);
  if (back === undefined) throw new Error('Nothing came in');
  await world.send(bruno, back, 'que bom');
  await expectEventually(async () => (await world.emulator.received(PHONE)).length).toBe(2);
});
