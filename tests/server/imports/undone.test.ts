import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ImportColumn } from '../../../contract/entities/customer-import.ts';
import { startAttendance } from '../../support/attendance.ts';
import type { World } from '../../support/attendance.ts';
import { importsOf } from './import-world.ts';

let world: World;
let imports: ReturnType<typeof importsOf>;
beforeAll(async () => {
  world = await startAttendance({ attendance: { imports: { pollMs: 30, chunk: 3 } } });
  imports = importsOf(world.url, world.people.ana);
});
afterAll(() => world.stop());

describe('mapping again', () => {
  test('while a check runs -> what the old one found is not taken for the new one’s', async () => {
    const rows = Array.from({ length: 600 }, (_, at) => `${11_987_600_000 + at};${at < 3 ? 11_987_500_000 + at : ''}`);
    const { id } = await imports.uploaded('duas-vezes.csv', ['Um;Outro', ...rows].join('\n'));
    const column: ImportColumn = { heading: '', samples: [], filled: 0, target: null, field_id: null };
    const phone: ImportColumn = { ...column, target: 'phone' };
    await imports.map(id, [phone, column]);
    await expect.poll(async () => (await imports.read(id)).passed, { interval: 5, timeout: 20_000 }).toBeGreaterThan(0);
    await imports.map(id, [column, phone]);
    expect(await imports.until(id, 'ready')).toMatchObject({
      passed: 600,
      refused: 597,
      check: { new: 3, no_number: 597 },
    });
    const refused = await world.rows('select from customer_import_refused where import_id = $1', [id]);
    expect(refused).toHaveLength(597);
  });
});
