import { afterAll, beforeAll, expect, test } from 'vitest';
import { withTenant } from '../../../server/db/database.ts';
import { loadActor } from '../../../server/domain/auth/actor.ts';
import type { Actor } from '../../../server/domain/context.ts';
import { DomainError } from '../../../server/domain/errors.ts';
import { everyTicketBehind } from '../../../server/domain/reports/tickets.ts';
import { startAttendance } from '../../support/attendance.ts';
import type { Person, World } from '../../support/attendance.ts';

const TICKETS = 1_300;
const days = { start_at: '2026-03-01', finish_at: '2026-03-31' };

let world: World;
beforeAll(async () => {
  world = await startAttendance();
  const { vendas } = world.instances;
  await world.rows(
    `with known as (
      insert into customer (tenant_id, name, phone_number)
      select tenant_id, 'Cliente ' || n, (5511700000000 + n)::text from instance, generate_series(1, $2) n
      where instance.id = $1 returning tenant_id, id)
    insert into chat_ticket (tenant_id, protocol, customer_id, instance_id, started_at)
    select tenant_id, 'P' || id, id, $1, timestamptz '2026-03-10 12:00Z' + id % 100 * interval '1 hour' from known`,
    [vendas, TICKETS],
  );
});
afterAll(() => world.stop());

async function actorOf(who: Person): Promise<Actor> {
  const [session] = await world.rows<{ id: string; tenant_id: string }>(
    'select id, tenant_id from session where user_id = $1 order by id desc limit 1',
    [who.id],
  );
  if (session === undefined) throw new Error('No session');
  const { services } = world.server;
  const actor = await withTenant(services.db, session.tenant_id, (tx) =>
    loadActor(tx, services, { tenantId: session.tenant_id, sessionId: session.id, requestId: 'test' }),
  );
  if (actor === undefined) throw new Error('No actor');
  return actor;
}

test('every ticket once, the latest first', async () => {
  const ids = new Set<string>();
  let before = '9999';
  for await (const { id, started_at } of everyTicketBehind(world.server.services, await actorOf(world.people.ana), {
    ...days,
    tickets: 'opened',
  })) {
    expect(started_at <= before).toBe(true);
    before = started_at;
    ids.add(id);
  }
  expect(ids.size).toBe(TICKETS);
});

test('a reader that stops in the middle gives its connection back', async () => {
  const { pool } = world.server.db;
  const actor = await actorOf(world.people.ana);
  for (let time = 0; time < pool.options.max + 2; time += 1) {
    const rows = everyTicketBehind(world.server.services, actor, { ...days, tickets: 'opened' });
    expect((await rows.next()).done).toBe(false);
    await rows.return();
  }
  expect(pool.waitingCount).toBe(0);
});

test('nothing of another company’s, and nothing for who may not see it', async () => {
  const { services } = world.server;
  const theirs = everyTicketBehind(services, await actorOf(world.people.bia), { ...days, tickets: 'opened' });
  expect((await theirs.next()).done).toBe(true);
  const refused = everyTicketBehind(services, await actorOf(world.people.bruno), { ...days, tickets: 'opened' });
  await expect(refused.next()).rejects.toThrow(DomainError);
});
