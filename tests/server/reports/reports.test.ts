import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { deleteDepartment } from '../../../contract/graphql/delete-department.ts';
import { newDepartment } from '../../../contract/graphql/new-department.ts';
import type { ReportGroupsVariables } from '../../../contract/graphql/report-groups.ts';
import { reportLive } from '../../../contract/graphql/report-live.ts';
import { reportNumbers } from '../../../contract/graphql/report-numbers.ts';
import { GROUPINGS } from '../../../contract/facts/metrics.ts';
import { dashboardReportSchema } from '../../../contract/rest/dashboard-report.ts';
import { startAttendance } from '../../support/attendance.ts';
import type { World } from '../../support/attendance.ts';
import { reportCalls } from './report-calls.ts';
import type { ReportCalls } from './report-calls.ts';
import { ticketTeller } from './told-tickets.ts';

let world: World;
let calls: ReportCalls;
let tell: ReturnType<typeof ticketTeller>;
beforeAll(async () => {
  world = await startAttendance();
  calls = reportCalls(world);
  tell = ticketTeller(world);
});
afterAll(() => world.stop());
beforeEach(async () => {
  await world.rows('delete from outbox');
  await world.rows('delete from message');
  await world.rows('delete from chat_ticket');
  await world.rows('select recount_reports(id) from tenant');
  await world.rows("update tenant set timezone = 'America/Sao_Paulo'");
});

const received = async (group_by: string, start_at: string, finish_at: string) => {
  const { items } = await calls.groups(world.people.ana, { group_by, start_at, finish_at });
  return items
    .filter(({ numbers }) => numbers.messages_in > 0)
    .map(({ key, numbers }) => `${key}: ${numbers.messages_in}`);
};
describe('days are the company’s', () => {
  test('São Paulo 2018, summer time begins: the day has no midnight, and loses nothing', async () => {
    for (const at of [
      '2018-11-04T02:59:59.999Z',
      '2018-11-04T03:00:00Z',
      '2018-11-05T01:59:59Z',
      '2018-11-05T02:00:00Z',
    ])
      await tell({ said: [[at, '<']] });
    expect(await received('day', '2018-11-03', '2018-11-05')).toEqual([
      '2018-11-03: 1',
      '2018-11-04: 2',
      '2018-11-05: 1',
    ]);
    expect(await received('hour', '2018-11-04', '2018-11-04')).toEqual(['1: 1', '23: 1']);
  });

  test('São Paulo 2018, summer time ends: the hour that comes twice is one hour of one day', async () => {
    for (const at of ['2018-02-18T01:30:00Z', '2018-02-18T02:30:00Z', '2018-02-18T02:59:59Z', '2018-02-18T03:00:00Z'])
      await tell({ said: [[at, '<']] });
    expect(await received('day', '2018-02-17', '2018-02-18')).toEqual(['2018-02-17: 3', '2018-02-18: 1']);
    expect(await received('hour', '2018-02-17', '2018-02-17')).toEqual(['23: 3']);
  });

  test.each([
    ['Europe/Lisbon', '2025-03-30', '2025-03-30T00:00:00Z', '2025-03-30T22:59:59Z', '2025-03-30T23:00:00Z'],
    ['Europe/Lisbon', '2025-10-26', '2025-10-25T23:00:00Z', '2025-10-26T23:59:59Z', '2025-10-27T00:00:00Z'],
    ['America/Sao_Paulo', '2026-06-01', '2026-06-01T03:00:00Z', '2026-06-02T02:59:59Z', '2026-06-02T03:00:00Z'],
    ['Asia/Kathmandu', '2026-06-01', '2026-05-31T18:15:00Z', '2026-06-01T18:14:59Z', '2026-06-01T18:15:00Z'],
  ])(
    '%s %s: the first moment and the last belong to it, the next does not',
    async (timezone, day, first, last, next) => {
      await world.rows('update tenant set timezone = $1', [timezone]);
      const before = new Date(Date.parse(first) - 1).toISOString();
      for (const at of [before, first, last, next]) await tell({ said: [[at, '<']] });
      expect(await received('day', day, day)).toEqual([`${day}: 2`]);
      const { items, total_items } = await calls.behind(world.people.ana, {
        tickets: 'opened',
        start_at: day,
        finish_at: day,
      });
      expect(total_items).toBe(2);
      expect(items.map((item) => Date.parse(item.started_at))).toEqual([Date.parse(last), Date.parse(first)]);
    },
  );

  test('a company that moves: the same messages, in its new days', async () => {
    await tell({ said: [['2026-03-10T02:30:00Z', '<']] });
    expect(await received('day', '2026-03-09', '2026-03-10')).toEqual(['2026-03-09: 1']);
    await world.rows("update tenant set timezone = 'Europe/Lisbon'");
    expect(await received('day', '2026-03-09', '2026-03-10')).toEqual(['2026-03-10: 1']);
  });
});

describe('the numbers', () => {
  const days = { start_at: '2026-03-10', finish_at: '2026-03-12' };
  const at = (time: string) => `2026-03-${time}:00-03:00`;
  beforeEach(async () => {
    const { bruno, carla } = world.people;
    await tell({
      said: [
        [at('10T09:00'), '<'],
        [at('10T09:02'), '<'],
        [at('10T09:10'), bruno],
        [at('10T09:20'), '<'],
        [at('10T09:25'), bruno],
      ],
      owner: bruno,
      takenAt: at('10T09:10'),
      finishedAt: at('10T09:40'),
    });
    await tell({
      said: [
        [at('11T14:00'), '<'],
        [at('11T14:20'), carla],
      ],
      owner: carla,
      number: 'suporte',
      takenAt: at('11T14:20'),
      finishedAt: at('12T14:20'),
    });
    await tell({
      said: [
        [at('12T10:00'), '<'],
        [at('12T10:30'), bruno],
      ],
      owner: bruno,
      takenAt: at('12T10:05'),
    });
    // Nobody ever had it.
    await tell({ said: [[at('12T11:00'), '<']], finishedAt: at('12T12:00') });
    // Of the days before.
    await tell({
      said: [
        [at('08T11:00'), '<'],
        [at('08T11:01'), carla],
      ],
      owner: carla,
    });
    await tell({
      said: [
        [at('12T11:00'), '<'],
        [at('12T11:01'), world.people.bia],
      ],
      number: 'brisa',
    });
  });
  const MINUTE = 60_000;
  const all = {
    opened: 4,
    finished: 3,
    first_responses: 3,
    first_response_median_ms: 20 * MINUTE,
    first_response_average_ms: 20 * MINUTE,
    handled: 2,
    handling_average_ms: ((30 + 24 * 60) / 2) * MINUTE,
    answers: 4,
    waiting_average_ms: ((10 + 5 + 20 + 30) / 4) * MINUTE,
    messages_in: 6,
    messages_out: 4,
  };

  test('of the days, beside the days before', async () => {
    const { reportNumbers: report } = await world.call(world.people.ana, reportNumbers, days);
    expect(report).toMatchObject({ ...days, numbers: all });
    expect(report.previous).toMatchObject({
      start_at: '2026-03-07',
      finish_at: '2026-03-09',
      numbers: {
        opened: 1,
        first_responses: 1,
        first_response_median_ms: MINUTE,
        finished: 0,
        handling_average_ms: null,
      },
    });
  });

  test('beside chosen days, and of nothing at all', async () => {
    const compared = { ...days, compare_start_at: '2024-02-28' };
    const { previous } = (await world.call(world.people.ana, reportNumbers, compared)).reportNumbers;
    expect(previous).toEqual({
      start_at: '2024-02-28',
      finish_at: '2024-03-01',
      numbers: {
        opened: 0,
        finished: 0,
        first_responses: 0,
        first_response_median_ms: null,
        first_response_average_ms: null,
        handled: 0,
        handling_average_ms: null,
        answers: 0,
        waiting_average_ms: null,
        messages_in: 0,
        messages_out: 0,
      },
    });
  });

  test('of chosen users, instances, departments', async () => {
    const { ana, bruno, carla } = world.people;
    const of = async (filter: object) =>
      (await world.call(ana, reportNumbers, { ...days, ...filter })).reportNumbers.numbers;
    expect(await of({ user_ids: [bruno.id] })).toMatchObject({ opened: 2, answers: 3, messages_in: 4, handled: 1 });
    expect(await of({ instance_ids: [world.instances.suporte] })).toMatchObject({ opened: 1, messages_out: 1 });
    expect(await of({ user_ids: [bruno.id], instance_ids: [world.instances.suporte] })).toMatchObject({ opened: 0 });
    const [department] = await world.rows<{ id: string }>(
      `insert into department (tenant_id, name) select tenant_id, 'Balcão ' || id from app_user where id = $1 returning id`,
      [carla.id],
    );
    await world.rows('update app_user set department_id = $1 where id = $2', [department?.id, carla.id]);
    expect(await of({ department_ids: [department?.id] })).toMatchObject({
      opened: 1,
      first_responses: 1,
      messages_in: 1,
    });
    const { items } = await calls.groups(ana, { ...days, group_by: 'department' });
    expect(items.find(({ key }) => key === department?.id)?.numbers).toMatchObject({ opened: 1, handled: 1 });
    expect(items.reduce((sum, { numbers }) => sum + numbers.opened, 0)).toBe(4);
  });

  test('by day, hour, user and instance: each adds up to all, and zeros are shown', async () => {
    const { ana, bruno } = world.people;
    for (const group_by of ['day', 'hour', 'user', 'instance', 'department']) {
      const { items } = await calls.groups(ana, { ...days, group_by });
      for (const name of ['opened', 'finished', 'first_responses', 'answers', 'messages_in', 'messages_out'] as const) {
        const sum = items.reduce((total, { numbers }) => total + numbers[name], 0);
        expect(`${group_by} ${name} ${sum}`).toBe(`${group_by} ${name} ${all[name]}`);
      }
    }
    const { items: ofDays } = await calls.groups(ana, { ...days, group_by: 'day' });
    expect(ofDays.map(({ key, numbers }) => `${key} ${numbers.opened}`)).toEqual([
      '2026-03-10 1',
      '2026-03-11 1',
      '2026-03-12 2',
    ]);
    expect((await calls.groups(ana, { ...days, group_by: 'hour' })).total_items).toBe(24);
    const { items: users } = await calls.groups(ana, { ...days, group_by: 'user' });
    expect(users.find(({ key }) => key === ana.id)?.numbers.opened).toBe(0);
    expect(users.find(({ key }) => key === bruno.id)).toMatchObject({
      numbers: { first_response_median_ms: 20 * MINUTE },
    });
    expect(users.at(-1)).toMatchObject({ key: '', name: null, numbers: { opened: 1, messages_in: 1 } });
  });

  test('people who moved or left, a department that is deleted: whatever is chosen, the groups add up to all and have names', async () => {
    const { ana, bruno, carla } = world.people;
    const make = async (name: string) => (await world.call(ana, newDepartment, { name })).newDepartment.id;
    const [old, today, gone] = [await make('Antigo'), await make('Atual'), await make('Extinto')];
    await world.rows('update app_user set department_id = $1 where id = any($2)', [today, [bruno.id, carla.id]]);
    await world.rows('update chat_ticket set department_id = $1 where user_id = $2', [old, bruno.id]);
    await world.rows('update chat_ticket set department_id = $1 where user_id = $2', [gone, carla.id]);
    await world.call(ana, deleteDepartment, { id: gone });
    const named = async (group_by: string, filter: object = {}) =>
      (await calls.groups(ana, { ...days, group_by, ...filter })).items
        .filter(({ numbers }) => numbers.opened > 0)
        .map(({ name }) => name);
    expect(await named('department')).toEqual(['Antigo', 'Extinto', null]);
    expect(await named('user', { department_ids: [old] })).toEqual(['Bruno Carvalho']);
    const filters = [
      {},
      ...[old, today].map((id) => ({ department_ids: [id] })),
      { user_ids: [carla.id] },
      { user_ids: [bruno.id], department_ids: [old, today] },
      { instance_ids: [world.instances.vendas], department_ids: [old] },
    ];
    for (const filter of filters) {
      const { numbers } = (await world.call(ana, reportNumbers, { ...days, ...filter })).reportNumbers;
      for (const group_by of GROUPINGS) {
        const { items } = await calls.groups(ana, { ...days, group_by, ...filter });
        for (const name of ['opened', 'finished', 'handled', 'first_responses', 'messages_in', 'messages_out'] as const)
          expect([group_by, filter, name, items.reduce((sum, group) => sum + group.numbers[name], 0)]).toEqual([
            group_by,
            filter,
            name,
            numbers[name],
          ]);
      }
    }
    for (const id of [old, today]) await world.call(ana, deleteDepartment, { id });
  });

  test('sorted, searched and paged: who has no value comes last, either way', async () => {
    const { ana, bruno, carla } = world.people;
    const order = async (variables: Partial<ReportGroupsVariables>) =>
      (await calls.groups(ana, { ...days, group_by: 'user', ...variables })).items.map(({ key }) => key);
    const byWait = { sort_name: 'waiting_average_ms' };
    expect((await order({ ...byWait, sort_type: 'DESC' })).slice(0, 2)).toEqual([carla.id, bruno.id]);
    expect((await order({ ...byWait, sort_type: 'ASC' })).slice(0, 2)).toEqual([bruno.id, carla.id]);
    const names = (await calls.groups(ana, { ...days, group_by: 'user', sort_name: 'name' })).items.map(
      ({ name }) => name,
    );
    expect(names.at(-1)).toBe(null);
    const [bruna] = await world.rows<{ name: string }>('select name from app_user where id = $1', [bruno.id]);
    const search = bruna?.name.slice(0, 5).toUpperCase().replace('U', 'Ú') ?? '';
    const found = await calls.groups(ana, { ...days, group_by: 'user', search });
    expect(found).toMatchObject({ total_items: 1, total_pages: 1, items: [{ key: bruno.id }] });
    const second = await calls.groups(ana, { ...days, group_by: 'day', pagination_page: 2, pagination_limit: 2 });
    expect(second).toMatchObject({ total_items: 3, total_pages: 2, items: [{ key: '2026-03-12' }] });
  });

  test('the tickets behind each are as many as it says', async () => {
    const { ana, bruno } = world.people;
    for (const tickets of ['opened', 'finished', 'handled', 'first_responses'] as const) {
      expect(`${tickets} ${(await calls.behind(ana, { ...days, tickets })).total_items}`).toBe(
        `${tickets} ${all[tickets]}`,
      );
    }
    expect((await calls.behind(ana, { ...days, tickets: 'messages_in' })).total_items).toBe(4);
    expect((await calls.behind(ana, { ...days, tickets: 'messages_out' })).total_items).toBe(3);
    const answered = await calls.behind(ana, { ...days, tickets: 'answers', group_by: 'user', group_key: bruno.id });
    expect(answered.items.map((item) => [item.messages_in, item.messages_out, item.user?.id])).toEqual([
      [1, 1, bruno.id],
      [3, 2, bruno.id],
    ]);
    expect(answered.items[1]).toMatchObject({ first_response_ms: 10 * MINUTE, handling_ms: 30 * MINUTE });
    const day = await calls.behind(ana, { ...days, tickets: 'opened', group_by: 'day', group_key: '2026-03-12' });
    expect(day.total_items).toBe(2);
    const nobody = await calls.behind(ana, { ...days, tickets: 'opened', group_by: 'user', group_key: '' });
    expect(nobody).toMatchObject({ total_items: 1, items: [{ user: null, waiting_since: null, handling_ms: null }] });
    const page = await calls.behind(ana, { ...days, tickets: 'opened', pagination_page: 2, pagination_limit: 3 });
    expect([page.total_pages, page.items.length]).toEqual([2, 1]);
  });

  test('the tickets behind a group are as many as it says, whatever it is grouped by', async () => {
    const { ana, carla } = world.people;
    const [department] = await world.rows<{ id: string }>(
      `insert into department (tenant_id, name) select tenant_id, 'Setor ' || gen_random_uuid() from app_user where id = $1 returning id`,
      [carla.id],
    );
    await world.rows('update app_user set department_id = $1 where id = $2', [department?.id, carla.id]);
    // One that came to a department without anybody having it.
    await world.rows('update chat_ticket set department_id = $1 where user_id is null and tenant_id = $2', [
      department?.id,
      (await world.rows<{ tenant_id: string }>('select tenant_id from app_user where id = $1', [ana.id]))[0]?.tenant_id,
    ]);
    const { items: departments } = await calls.groups(ana, { ...days, group_by: 'department' });
    expect(departments.find(({ key }) => key === department?.id)?.numbers.opened).toBe(2);
    for (const group_by of ['day', 'hour', 'user', 'instance', 'department']) {
      const { items } = await calls.groups(ana, { ...days, group_by });
      for (const { key, numbers } of items.filter(({ numbers: { opened, answers } }) => opened > 0 || answers > 0)) {
        for (const tickets of ['opened', 'finished', 'handled', 'first_responses'] as const) {
          const { total_items } = await calls.behind(ana, { ...days, tickets, group_by, group_key: key });
          expect(`${group_by} ${key} ${tickets} ${total_items}`).toBe(
            `${group_by} ${key} ${tickets} ${numbers[tickets]}`,
          );
        }
      }
    }
  });

  test('of this moment: open, in the queue, unanswered, and since when', async () => {
    const { ana, bruno } = world.people;
    await tell({ said: [[at('12T15:00'), '<']] });
    await tell({ said: [[at('12T16:00'), '<']], owner: bruno });
    const { reportLive: live } = await world.call(ana, reportLive, {});
    expect(live.numbers).toEqual({
      open: 4,
      waiting: 1,
      unanswered: 2,
      longest_waiting_since: '2026-03-12T18:00:00.000Z',
    });
    expect(live.items).toEqual([{ key: world.instances.vendas, name: 'Vendas', numbers: live.numbers }]);
    const { items } = (await world.call(ana, reportLive, { group_by: 'user' })).reportLive;
    expect(items.find(({ key }) => key === bruno.id)?.numbers).toMatchObject({ open: 2, waiting: 0, unanswered: 1 });
    // Whoever has most comes first.
    expect(items.map(({ numbers: { open } }) => open)).toEqual([2, 1, 1]);
    for (const tickets of ['open', 'waiting', 'unanswered'] as const) {
      expect(`${tickets} ${(await calls.behind(ana, { tickets })).total_items}`).toBe(
        `${tickets} ${live.numbers[tickets]}`,
      );
    }
    expect((await calls.behind(ana, { tickets: 'unanswered', user_ids: [bruno.id] })).total_items).toBe(1);
    const { items: waited } = await calls.behind(ana, { tickets: 'unanswered' });
    expect(waited.map(({ waiting_since: since }) => since)).toEqual([
      live.numbers.longest_waiting_since,
      '2026-03-12T19:00:00.000Z',
    ]);
  });

  test('over REST: together and by chosen user, asked in the body or the address', async () => {
    const { ana, bruno, carla } = world.people;
    const { status, body } = await calls.post(ana, { ...days, selectedUsers: [bruno.id, carla.id] });
    expect(status).toBe(200);
    const report = dashboardReportSchema.parse(body);
    expect(report.totals).toMatchObject({ opened: 3, messages_in: 5 });
    expect(report.users.map((user) => [user.id, user.numbers.opened])).toEqual([
      [bruno.id, 2],
      [carla.id, 1],
    ]);
    const query = `?start_at=${days.start_at}&finish_at=${days.finish_at}`;
    const many = `&selectedUsers[]=${bruno.id}&selectedUsers[]=${carla.id}`;
    expect((await calls.post(ana, undefined, `${query}${many}`)).body).toEqual(body);
    expect((await calls.post(ana, undefined, `${query}&selectedUsers=${bruno.id}`)).body).toMatchObject({
      users: [{ id: bruno.id }],
    });
    expect(dashboardReportSchema.parse((await calls.post(ana, days)).body).totals).toEqual(all);
  });
});
