import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startAttendance } from '../../support/attendance.ts';
import type { World } from '../../support/attendance.ts';

let world: World;
beforeAll(async () => {
  world = await startAttendance({ attendance: { media: { pollMs: 3_600_000 } } });
});
afterAll(() => world.stop());

test('messages from before the migration: fetched while the provider has their file, expired after', async () => {
  await world.rows(
    'drop trigger message_media_queued on message; drop function queue_message_media; drop table message_media',
  );
  const more = { type: 'image', image: { id: '77', mime_type: 'image/jpeg' } };
  const [young, old] = ['5511960000001', '5511960000002'];
  for (const from of [young, old]) await world.write({ from: from ?? '', more });
  await world.write({ from: '5511960000003', text: 'sem arquivo' });
  await world.rows(
    `update message m set created_at = now() - case when c.phone_number = $1 then interval '29 days' else interval '31 days' end
    from customer c where c.id = m.customer_id and c.tenant_id = m.tenant_id`,
    [young],
  );
  const migration = new URL('../../../server/db/migrations/0091_message_media.sql', import.meta.url);
  await world.rows(await readFile(migration, 'utf8'));
  const found = await world.rows(
    `select c.phone_number as phone, f.state from message_media f
    join message m on m.tenant_id = f.tenant_id and m.id = f.message_id
    join customer c on c.tenant_id = m.tenant_id and c.id = m.customer_id order by 1`,
  );
  expect(found).toEqual([
    { phone: young, state: 'fetching' },
    { phone: old, state: 'expired' },
  ]);
});
