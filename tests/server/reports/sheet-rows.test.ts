import { readXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { reportCalendar } from '../../../contract/graphql/report-calendar.ts';
import { groupsSheet, ticketsSheet } from '../../../contract/rest/report-sheets.ts';
import { DomainError } from '../../../server/domain/errors.ts';
import { everyTicketBehind } from '../../../server/domain/reports/tickets.ts';
import { actorOf } from '../../support/actor-of.ts';
import { startAttendance } from '../../support/attendance.ts';
import type { Person, World } from '../../support/attendance.ts';
import { refusedRest, sendRest } from '../../support/rest-calls.ts';

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

test('every ticket once, the latest first', async () => {
  const ids = new Set<string>();
  let before = '9999';
  for await (const { id, started_at } of everyTicketBehind(
    world.server.services,
    await actorOf(world, world.people.ana),
    {
      ...days,
      tickets: 'opened',
    },
  )) {
    expect(started_at <= before).toBe(true);
    before = started_at;
    ids.add(id);
  }
  expect(ids.size).toBe(TICKETS);
});

test('a reader that stops in the middle gives its connection back', async () => {
  const { pool } = world.server.db;
  const actor = await actorOf(world, world.people.ana);
  for (let time = 0; time < pool.options.max + 2; time += 1) {
    const rows = everyTicketBehind(world.server.services, actor, { ...days, tickets: 'opened' });
    expect((await rows.next()).done).toBe(false);
    await rows.return();
  }
  expect(pool.waitingCount).toBe(0);
});

test('nothing of another company’s, and nothing for who may not see it', async () => {
  const { services } = world.server;
  const theirs = everyTicketBehind(services, await actorOf(world, world.people.bia), { ...days, tickets: 'opened' });
  expect((await theirs.next()).done).toBe(true);
  const refused = everyTicketBehind(services, await actorOf(world, world.people.bruno), { ...days, tickets: 'opened' });
  await expect(refused.next()).rejects.toThrow(DomainError);
});

test('the calendar of reports is the company’s', async () => {
  const { reportCalendar: calendar } = await world.call(world.people.ana, reportCalendar, {});
  expect(calendar.timezone).toBe('America/Sao_Paulo');
  const here = new Intl.DateTimeFormat('sv-SE', { timeZone: calendar.timezone }).format(world.server.services.now());
  expect(calendar.today).toBe(here);
});

test('as CSV and XLSX: each group a row and all together last; the tickets by the company’s wall clock', async () => {
  const { ana, bia } = world.people;
  const linesOf = async (response: Response) => (await response.text()).trimEnd().split('\r\n');
  const asked = { ...days, group_by: 'instance' };
  const csv = await sendRest(world.url, ana.token, groupsSheet, asked);
  expect(csv.headers.get('content-disposition')).toBe('attachment; filename="relatorio-2026-03-01-2026-03-31.csv"');
  const [head, ...lines] = await linesOf(csv);
  expect(head).toContain('Instância;Atendimentos abertos;');
  expect(lines.map((line) => line.split(';').slice(0, 2).join(' '))).toEqual([
    `Vendas ${TICKETS}`,
    'Suporte 0',
    `Total ${TICKETS}`,
  ]);
  const byDay = await linesOf(await sendRest(world.url, ana.token, groupsSheet, { ...days, group_by: 'day' }));
  expect(byDay[10]).toMatch(/^10\/03\/2026;1\d\d;/u);

  const opened = await sendRest(world.url, ana.token, ticketsSheet, { ...days, tickets: 'opened', format: 'xlsx' });
  const { sheets } = await readXlsx(new Uint8Array(await opened.arrayBuffer()));
  expect(sheets[0]?.rows).toHaveLength(TICKETS + 1);
  // 10 March, 12:00 and 99 hours later in UTC.
  expect(sheets[0]?.rows[1]?.[4]).toEqual(new Date('2026-03-14T12:00:00Z'));
  const theirs = await sendRest(world.url, bia.token, ticketsSheet, { tickets: 'open' });
  expect(await linesOf(theirs)).toHaveLength(1);
  expect(
    await world.rows(`select count(*)::int as count from audit where action = 'sheet.download' and user_id = $1`, [
      ana.id,
    ]),
  ).toEqual([{ count: 3 }]);
});

test('a sheet refused: without the permission, of days and groups that are none, of another company’s', async () => {
  const { ana, bruno } = world.people;
  const refused = (who: Person, call: typeof groupsSheet | typeof ticketsSheet, given: Record<string, unknown>) =>
    refusedRest(world.url, who.token, call as typeof groupsSheet, given);
  expect(await refused(bruno, groupsSheet, { ...days, group_by: 'user' })).toMatchObject({ status: 403 });
  expect(await refused(bruno, ticketsSheet, { tickets: 'open' })).toMatchObject({ status: 403 });
  expect(await refused(ana, groupsSheet, { ...days, finish_at: '2026-02-01', group_by: 'user' })).toMatchObject({
    status: 400,
    fields: { finish_at: 'error.report.range' },
  });
  expect(await refused(ana, groupsSheet, { ...days, group_by: 'password' })).toMatchObject({ status: 400 });
  expect(await refused(ana, ticketsSheet, { tickets: 'opened' })).toMatchObject({ status: 400 });
  const theirs = { ...days, group_by: 'user', instance_ids: [world.instances.brisa] };
  expect(await refused(ana, groupsSheet, theirs)).toMatchObject({ status: 404 });
});
