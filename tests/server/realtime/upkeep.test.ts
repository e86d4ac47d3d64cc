import { afterAll, beforeAll, expect, test } from 'vitest';
import { tidyUp } from '../../../server/domain/upkeep.ts';
import { startAttendance } from '../../support/attendance.ts';
import type { World } from '../../support/attendance.ts';

let world: World;
beforeAll(async () => {
  world = await startAttendance();
});
afterAll(() => world.stop());

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
  await tidyUp(world.server.services, 5);
  expect(await world.rows('select whatsapp_message_id id from parked_status')).toEqual([{ id: 'new' }]);
  expect(await world.rows('select reason from webhook_rejected')).toEqual([{ reason: 'new' }]);
  const [kept] = await world.rows<{ count: string; floor: string; head: string }>(
    `select (select count(*) from event where tenant_id = t.id) count, stream_floor floor, stream_position head from tenant t where slug = 'aurora'`,
  );
  expect(kept?.count).toBe('5');
  expect(Number(kept?.floor)).toBe(Number(kept?.head) - 5);
  expect((await (await world.socket(world.people.ana, first)).hello()).recovered).toBe(false);
  const resumed = await world.socket(world.people.ana, { ...first, since: Number(kept?.floor) });
  expect((await resumed.hello()).recovered).toBe(true);
});
