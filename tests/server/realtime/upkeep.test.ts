import { afterAll, beforeAll, expect, test } from 'vitest';
import { deleteOldRows } from '../../../server/domain/upkeep.ts';
import { startAttendance } from '../../support/attendance.ts';
import type { World } from '../../support/attendance.ts';
import { expectEventually } from '../../support/expect-eventually.ts';

let world: World;
beforeAll(async () => {
  world = await startAttendance();
});
afterAll(() => world.stop());

/** A session, a socket's ticket and a count of failed logins, each as old as is said, of Aurora's Bruno. */
async function insertSession(expires: string, ended: string | null, usedTicket: boolean): Promise<void> {
  const { bruno } = world.people;
  const [session] = await world.rows<{ id: string }>(
    `insert into session (tenant_id, user_id, token_hash, expires_at, revoked_at, revoked_reason)
    select tenant_id, id, 'x', now() + $2::interval, now() + $3::interval,
      case when $3::interval is not null then 'logout' end from app_user where id = $1 returning id`,
    [bruno.id, expires, ended],
  );
  await world.rows(
    `insert into socket_ticket (tenant_id, token_hash, user_id, session_id, expires_at, used_at)
    select tenant_id, $2, id, $3, now() + interval '20 seconds', case when $4 then now() end from app_user where id = $1`,
    [bruno.id, Buffer.from(`ticket of ${session?.id}`), session?.id, usedTicket],
  );
}

test('sessions that ran out or ended a day ago go, with their tickets; so do used tickets and old failures', async () => {
  await world.rows('delete from socket_ticket');
  await insertSession('-1 minute', null, false);
  await insertSession('1 hour', '-25 hours', false);
  await insertSession('1 hour', '-23 hours', false);
  await insertSession('1 hour', null, true);
  await world.rows(
    "insert into login_limit values ('old', 3, now() - interval '1 second'), ('new', 3, now() + interval '1 minute')",
  );
  const [before] = await world.rows<{ sessions: number }>('select count(*)::int sessions from session');
  await deleteOldRows(world.server.services);
  expect(await world.rows('select count(*)::int sessions from session')).toEqual([
    { sessions: (before?.sessions ?? 0) - 2 },
  ]);
  expect(
    await world.rows('select s.revoked_at is null live from socket_ticket t join session s on s.id = t.session_id'),
  ).toEqual([{ live: false }]);
  expect(await world.rows("select convert_from(key, 'utf8') k from login_limit where failures = 3")).toEqual([
    { k: 'new' },
  ]);
});

test('a server that starts tidies up by itself', async () => {
  await world.rows(
    `insert into webhook_rejected (reason, body, received_at) values ('ancient', 'x', now() - interval '91 days')`,
  );
  const next = await startAttendance({
    databaseUrl: world.server.databaseUrl,
    emulator: null,
    attendance: { upkeep: true },
  });
  await expectEventually(() => world.rows("select from webhook_rejected where reason = 'ancient'")).toEqual([]);
  const hourly = '0 * * * *';
  await expectEventually(() => world.rows('select name, cron from pgboss.schedule order by name')).toEqual([
    { name: 'files', cron: hourly },
    { name: 'imports', cron: hourly },
    { name: 'past', cron: hourly },
    { name: 'resealing', cron: hourly },
    { name: 'upkeep', cron: hourly },
    { name: 'words', cron: hourly },
  ]);
  await next.stop();
});

test('old things are forgotten, new ones stay, and who stood before the trimmed events starts afresh', async () => {
  const first = await (await world.socket(world.people.ana)).position();
  for (let index = 0; index < 4; index += 1) await world.write({ from: '5511977700001' });
  const tenant = "(select id from tenant where slug = 'aurora')";
  await world.rows(
    `insert into parked_status (tenant_id, instance_id, whatsapp_message_id, received_at) values
    (${tenant}, $1, 'old', now() - interval '4 days'), (${tenant}, $1, 'new', now())`,
    [world.instances.vendas],
  );
  await world.rows(`insert into webhook_rejected (reason, body, received_at) values
    ('old', 'x', now() - interval '91 days'), ('new', 'y', now())`);
  await world.rows(
    `insert into inbound_waiting (tenant_id, instance_id, kind, provider_key, conversation, body, next_attempt_at, received_at)
    select ${tenant}, $1, 'message', age, age, '{}', 'infinity', now() - age::interval from unnest(array['91 days', '1 day']) age`,
    [world.instances.vendas],
  );
  await deleteOldRows(world.server.services, 5);
  expect(await world.rows('select whatsapp_message_id id from parked_status')).toEqual([{ id: 'new' }]);
  expect(await world.rows('select reason from webhook_rejected')).toEqual([{ reason: 'new' }]);
  // What still waits to be taken in is never forgotten.
  expect(await world.rows('select provider_key id from inbound_waiting order by id')).toHaveLength(2);
  const [kept] = await world.rows<{ count: string; floor: string; head: string }>(
    `select (select count(*) from event where tenant_id = t.id) count, stream_floor floor, stream_position head from tenant t where slug = 'aurora'`,
  );
  expect(kept?.count).toBe('5');
  expect(Number(kept?.floor)).toBe(Number(kept?.head) - 5);
  expect((await (await world.socket(world.people.ana, first)).hello()).recovered).toBe(false);
  const resumed = await world.socket(world.people.ana, { ...first, since: Number(kept?.floor) });
  expect((await resumed.hello()).recovered).toBe(true);
});
