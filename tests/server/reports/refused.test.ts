import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ReportGroupsVariables } from '../../../contract/graphql/report-groups.ts';
import { reportLive } from '../../../contract/graphql/report-live.ts';
import { reportNumbers } from '../../../contract/graphql/report-numbers.ts';
import { Refused, refusalOf, startAttendance } from '../../support/attendance.ts';
import type { World } from '../../support/attendance.ts';
import { reportCalls } from './report-calls.ts';
import type { ReportCalls } from './report-calls.ts';

let world: World;
let calls: ReportCalls;
beforeAll(async () => {
  world = await startAttendance();
  calls = reportCalls(world);
});
afterAll(() => world.stop());

describe('refused', () => {
  const days = { start_at: '2026-03-10', finish_at: '2026-03-12' };

  test('to who may open none of the screens', async () => {
    const { bruno } = world.people;
    const refused = 'FORBIDDEN error.forbidden';
    expect(await refusalOf(world.call(bruno, reportNumbers, days))).toBe(refused);
    expect(await refusalOf(calls.groups(bruno, { ...days, group_by: 'user' }))).toBe(refused);
    expect(await refusalOf(calls.behind(bruno, { ...days, tickets: 'opened' }))).toBe(refused);
    expect(await refusalOf(world.call(bruno, reportLive, {}))).toBe(refused);
    expect(await calls.post(bruno, days)).toMatchObject({ status: 403, body: { error: { key: 'error.forbidden' } } });
  });

  test('live numbers to who may open the reports only', async () => {
    const { carla } = world.people;
    const [role] = await world.rows<{ id: string }>(
      `insert into role (tenant_id, name, display_name) select tenant_id, 'relatorios', 'Relatórios' from app_user where id = $1 returning id`,
      [carla.id],
    );
    await world.rows(
      `insert into role_permission (tenant_id, role_id, route_name) select tenant_id, id, 'dashboard-produtivity-report' from role where id = $1`,
      [role?.id],
    );
    const [before] = await world.rows<{ role_id: string }>('select role_id from app_user where id = $1', [carla.id]);
    await world.rows('update app_user set role_id = $1 where id = $2', [role?.id, carla.id]);
    expect(await refusalOf(calls.groups(carla, { ...days, group_by: 'user' }))).toBe('not refused');
    expect(await refusalOf(world.call(carla, reportLive, {}))).toBe('FORBIDDEN error.forbidden');
    expect((await calls.post(carla, days)).status).toBe(403);
    await world.rows('update app_user set role_id = $1 where id = $2', [before?.role_id, carla.id]);
  });

  test.each([
    ['no date', { start_at: '', finish_at: '2026-03-12' }, { start_at: 'error.report.date' }],
    ['a date there isn’t', { start_at: '2026-02-30', finish_at: '2026-03-12' }, { start_at: 'error.report.date' }],
    ['a moment', { start_at: '2026-02-01T00:00:00Z', finish_at: '2026-03-12' }, { start_at: 'error.report.date' }],
    [
      'markup',
      { start_at: '<script>', finish_at: "'; drop table" },
      { start_at: 'error.report.date', finish_at: 'error.report.date' },
    ],
    ['another age', { start_at: '0001-01-01', finish_at: '9999-12-31' }, { start_at: 'error.report.date' }],
    [
      'an end before its start',
      { start_at: '2026-03-12', finish_at: '2026-03-11' },
      { finish_at: 'error.report.range' },
    ],
    ['too long', { start_at: '2020-01-01', finish_at: '2026-03-11' }, { finish_at: 'error.report.tooLong' }],
  ])('%s: told by field', async (_what, given, fields) => {
    const failure = await world.call(world.people.ana, reportNumbers, given).catch((error: unknown) => error);
    if (!(failure instanceof Refused)) throw new Error('Not refused');
    expect(failure.key).toBe('error.form.invalid');
    expect(failure.errors[0]?.extensions?.fields).toMatchObject(fields);
    const { status, body } = await calls.post(world.people.ana, given);
    expect(status).toBe(400);
    expect(body).toMatchObject({ error: { key: 'error.form.invalid', fields } });
  });

  test('orders, groupings and pages that there aren’t', async () => {
    const { ana } = world.people;
    const bad = async (variables: Partial<ReportGroupsVariables>) =>
      refusalOf(calls.groups(ana, { ...days, group_by: 'user', ...variables }));
    expect(await bad({ group_by: 'password_hash' })).toBe('INVALID error.invalid');
    expect(await bad({ sort_name: 'id; drop table app_user' })).toBe('INVALID error.invalid');
    expect(await bad({ sort_type: 'sideways' })).toBe('INVALID error.invalid');
    expect(await bad({ pagination_page: 0 })).toBe('INVALID error.invalid');
    expect(await bad({ pagination_limit: 100_000 })).toBe('INVALID error.invalid');
    expect(await bad({ search: 'x'.repeat(201) })).toBe('INVALID error.invalid');
    expect(await refusalOf(calls.behind(ana, { ...days, tickets: 'everything' }))).toBe('INVALID error.invalid');
    expect(await refusalOf(calls.behind(ana, { tickets: 'opened' }))).toBe('INVALID error.form.invalid');
    expect(await refusalOf(world.call(ana, reportLive, { group_by: 'hour' }))).toBe('INVALID error.invalid');
  });

  test('another company’s users, departments and instances, and ids that are none: not found', async () => {
    const { ana, bia } = world.people;
    const [theirs] = await world.rows<{ id: string }>(
      `insert into department (tenant_id, name) select tenant_id, 'Deles' from app_user where id = $1 returning id`,
      [bia.id],
    );
    for (const filter of [
      { user_ids: [bia.id] },
      { user_ids: [ana.id, bia.id] },
      { instance_ids: [world.instances.brisa] },
      { department_ids: [theirs?.id ?? ''] },
      { user_ids: ['0 or true'] },
      { user_ids: ['99999999999999999999'] },
    ]) {
      const refused = 'NOT_FOUND error.notFound';
      expect(await refusalOf(world.call(ana, reportNumbers, { ...days, ...filter }))).toBe(refused);
      expect(await refusalOf(calls.groups(ana, { ...days, group_by: 'day', ...filter }))).toBe(refused);
      expect(await refusalOf(calls.behind(ana, { ...days, tickets: 'opened', ...filter }))).toBe(refused);
      expect(await refusalOf(world.call(ana, reportLive, filter))).toBe(refused);
    }
    expect((await calls.post(ana, { ...days, selectedUsers: [bia.id] })).status).toBe(404);
    expect((await calls.post(ana, { ...days, selectedUsers: ['<script>'] })).status).toBe(404);
    expect((await calls.post(ana, { ...days, selectedUsers: 7 })).status).toBe(400);
  });
});
