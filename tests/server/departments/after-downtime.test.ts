import { afterEach, expect, test, vi } from 'vitest';
import { connected } from '../../../contract/graphql/connected.ts';
import { deleteDepartment } from '../../../contract/graphql/delete-department.ts';
import { managedDepartments } from '../../../contract/graphql/managed-departments.ts';
import { newDepartment } from '../../../contract/graphql/new-department.ts';
import { startAttendance } from '../../support/attendance.ts';
import type { World } from '../../support/attendance.ts';
import { createTestDatabase } from '../../support/database.ts';
import { expectEventually } from '../../support/expect-eventually.ts';

/* The servers themselves run the chores here: only the clock of their timers is the test's. */

const MINUTE = 60_000;
/** How often servers look for what is due. */
const CHORE_MS = 15_000;
let now: number;
const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  vi.useRealTimers();
  for (const close of closing.splice(0).toReversed()) await close();
});

async function start(databaseUrl: string): Promise<World> {
  const world = await startAttendance({ databaseUrl, now: () => new Date(now), attendance: { upkeep: true } });
  const stop = once(() => world.stop());
  closing.push(stop);
  return { ...world, stop };
}

function once(run: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  return () => (running ??= run());
}

test('an unanswered ticket, the server down at its time: transferred once by the servers that start after it', async () => {
  const database = await createTestDatabase('people');
  closing.push(() => database.drop());
  now = Date.now();
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const before = await start(database.url);
  const { ana, bruno, carla } = before.people;
  for (const { id } of (await before.call(ana, managedDepartments, {})).managedDepartments)
    await before.call(ana, deleteDepartment, { id });
  await before.call(ana, newDepartment, {
    name: 'Suporte',
    member_ids: [bruno.id, carla.id],
    instance_ids: [before.instances.suporte],
    distribution: 'round_robin',
    transfer_after_minutes: 10,
  });
  await before.call(bruno, connected, {});
  const ticket = await before.open({ from: '5511948000001', number: 'suporte', at: new Date(now) });
  expect(ticket.user?.id).toBe(bruno.id);
  await before.call(carla, connected, {});
  now += 9 * MINUTE;
  vi.advanceTimersByTime(CHORE_MS);
  await before.stop();

  // The deadline passes while nobody runs.
  now += 30 * MINUTE;
  const [one, other] = await Promise.all([start(database.url), start(database.url)]);
  const transfers = () =>
    one.rows<{ by: string | null; from: string; to: string }>(
      `select created_by as by, previous_user_id as "from", next_user_id as "to" from ticket_transfer
        where ticket_id = $1`,
      [ticket.id],
    );
  expect(await transfers()).toEqual([]);
  await Promise.all([one.call(one.people.bruno, connected, {}), other.call(other.people.carla, connected, {})]);
  vi.advanceTimersByTime(CHORE_MS);
  const expected = [{ by: null, from: bruno.id, to: carla.id }];
  await expectEventually(transfers).toEqual(expected);
  // Both have looked, and look again.
  vi.advanceTimersByTime(CHORE_MS);
  vi.advanceTimersByTime(CHORE_MS);
  await Promise.all([one.stop(), other.stop()]);
  const last = await start(database.url);
  const told = await last.rows(
    `select name from event where name like 'ChatTicketTransfer%' and data->'chatTicket'->>'id' = $1 order by name`,
    [ticket.id],
  );
  expect(told).toEqual([{ name: 'ChatTicketTransfer' }, { name: 'ChatTicketTransferring' }]);
  expect((await last.ticketOf(last.people.carla, ticket.customer.phone_number))?.pendingTransfer?.nextUser?.id).toBe(
    carla.id,
  );
});
