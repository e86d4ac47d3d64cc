import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ManagedInstance } from '../../../contract/entities/managed-instance.ts';
import type { RestCall } from '../../../contract/rest/call.ts';
import * as calls from '../../../contract/rest/instances.ts';
import { createInstance, updateInstance } from '../../../server/domain/instances/manage-instances.ts';
import { testInstance } from '../../../server/domain/instances/test-instance.ts';
import { startAttendance } from '../../support/attendance.ts';
import type { World } from '../../support/attendance.ts';
import { letIn } from '../../support/let-in.ts';
import { askRest, refusedRest } from '../../support/rest-calls.ts';

let world: World;
beforeAll(async () => {
  world = await startAttendance();
});
afterAll(() => world.stop());

const ask = <Body, Answer>(call: RestCall<Body, Answer>, given: Record<string, unknown>, token?: string) =>
  askRest(world.url, token ?? world.people.ana.token, call, given);
const refused = <Body, Answer>(call: RestCall<Body, Answer>, given: Record<string, unknown>, token?: string) =>
  refusedRest(world.url, token ?? world.people.ana.token, call, given);
const of = { tenantName: 'aurora' };
let count = 0;
let instance: ManagedInstance;
beforeEach(async () => {
  count += 1;
  instance = await ask(calls.createInstance, { ...of, name: `Loja ${count}` });
});

describe('who answers there', () => {
  test('chosen -> linked, published to those whose view changes, listed, audited', async () => {
    const { bruno, carla } = world.people;
    const { id } = instance;
    const socket = await world.socket(bruno);
    await socket.hello();
    expect(instance.user_ids).toEqual([]);
    const saved = await ask(calls.updateInstance, { ...of, id, user_ids: [bruno.id, carla.id, bruno.id] });
    expect(saved.user_ids).toEqual([bruno.id, carla.id]);
    await socket.frame('PermissionsChanged', () => true);
    const after = await ask(calls.updateInstance, { ...of, id, user_ids: [carla.id] });
    expect(after.user_ids).toEqual([carla.id]);
    // Left out: they stay.
    expect((await ask(calls.updateInstance, { ...of, id, isUnlimited: true })).user_ids).toEqual([carla.id]);
    const audited = await world.rows<{ details: unknown }>(
      "select details from audit where action = 'instance.update' and subject = $1 and details ? 'user_ids' order by id",
      [`instance:${id}`],
    );
    expect(audited.map(({ details }) => details)).toMatchObject([
      { user_ids: { from: [], to: [bruno.id, carla.id] } },
      { user_ids: { from: [bruno.id, carla.id], to: [carla.id] } },
    ]);
  });

  test('another company’s people -> refused by field; without the permission for users, or above oneself -> refused; nothing saved', async () => {
    const { bia, bruno } = world.people;
    const { id } = instance;
    const wrong = { ...of, id, name: 'Metade', user_ids: [bruno.id, bia.id] };
    expect(await refused(calls.updateInstance, wrong)).toMatchObject({
      status: 400,
      fields: { user_ids: 'error.field.gone' },
    });
    const grant = `insert into role_permission (tenant_id, role_id, route_name)
      select tenant_id, role_id, 'instances' from app_user where id = $1 returning role_id as id`;
    const [role] = await world.rows<{ id: string }>(grant, [bruno.id]);
    const token = await world.server.tokenOf('bruno@aurora.example');
    expect(await refused(calls.updateInstance, { ...of, id, user_ids: [bruno.id] }, token)).toMatchObject({
      status: 403,
    });
    expect((await ask(calls.updateInstance, { ...of, id, isUnlimited: true }, token)).user_ids).toEqual([]);
    await world.rows(grant.replace("'instances'", "'users'"), [bruno.id]);
    const above = { ...of, id, user_ids: [world.people.ana.id] };
    expect(await refused(calls.updateInstance, above, token)).toMatchObject({ key: 'error.users.aboveYou' });
    await world.rows("delete from role_permission where role_id = $1 and route_name in ('instances', 'users')", [
      role?.id,
    ]);
    expect(await world.rows('select from user_instance where instance_id = $1', [id])).toEqual([]);
  });
});

test('at another company, and one of the two permissions goes while it is under way -> refused, nothing saved', async () => {
  const { services } = world.server;
  const provider = { connect: async () => ({ outcome: 'refused', code: 190, key: 'error.send.token' }) as const };
  const [theirs] = await ask(
    calls.managedInstances,
    { tenantName: 'brisa' },
    await world.server.tokenOf('suporte@balcao.example'),
  );
  const there = { id: theirs?.id ?? '', tenantName: 'brisa' };
  const added = { ...there, name: 'De fora', isOfficial: true, isUnlimited: false, provider: 'meta' } as const;
  const before = await world.rows('select id, name, version, state from instance order by id');
  for (const route of ['instances', 'tenants'] as const) {
    const who = { tenant: 'balcao', name: `sem-${route}` };
    const { late, lose } = await letIn(world.server, ['instances', 'tenants'], who);
    await lose(route);
    const deeds = {
      adds: () => createInstance(services, late, added),
      changes: () => updateInstance(services, late, { ...there, name: 'De fora' }, () => true),
      tests: () => testInstance(services, provider, late, there),
    };
    for (const [deed, act] of Object.entries(deeds))
      await expect(act(), `${deed} without ${route}`).rejects.toThrow('error.forbidden');
  }
  expect(await world.rows('select id, name, version, state from instance order by id')).toEqual(before);
});
