import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as audiences from '../../../contract/graphql/audiences.ts';
import * as groups from '../../../contract/graphql/customer-groups.ts';
import { newCustomer } from '../../../contract/graphql/new-customer.ts';
import { withTenant } from '../../../server/db/database.ts';
import { fillDueGroups, fillGroup, wantFilledSince } from '../../../server/domain/customer-groups/fill-group.ts';
import { refusalOf, startAttendance } from '../../support/attendance.ts';
import type { World } from '../../support/attendance.ts';
import { expectEventually } from '../../support/expect-eventually.ts';

const ALL = JSON.stringify({ all: [] });

let world: World;
let tenantId: string;
beforeAll(async () => {
  world = await startAttendance();
  const { ana } = world.people;
  for (const name of ['Um', 'Dez', 'Doze']) {
    await world.call(ana, newCustomer, { name, phone_number: `551198500000${name.length}` });
  }
  const [tenant] = await world.rows<{ id: string }>("select id from tenant where slug = 'aurora'");
  tenantId = tenant?.id ?? '';
});
afterAll(() => world.stop());

const groupNow = async (id: string) =>
  (await world.call(world.people.ana, groups.customerGroups, {})).customerGroups.find((each) => each.id === id);

test('one can’t be filled -> the others are, and it is tried again', async () => {
  const { ana } = world.people;
  const fed = async (name: string) => {
    const made = (await world.call(ana, audiences.newAudience, { name, tree: ALL })).newAudience;
    const { id } = (await world.call(ana, groups.newCustomerGroup, { name, audience_id: made.id })).newCustomerGroup;
    await expectEventually(async () => (await groupNow(id))?.is_filling).toBe(false);
    return { id, audienceId: made.id };
  };
  const [broken, whole] = [await fed('Quebrado'), await fed('Inteiro')];
  const setTree = (tree: string) =>
    world.rows('update audience set tree = $2 where id = $1', [broken.audienceId, tree]);
  await setTree('{"field": "nothing"}');
  await world.rows('update customer_group set fill_wanted_at = now() where id = any($1)', [[broken.id, whole.id]]);
  const filling = async () => [await groupNow(broken.id), await groupNow(whole.id)];
  await fillDueGroups(world.server.services);
  expect(await filling()).toMatchObject([
    { is_filling: true, is_failing: true },
    { is_filling: false, is_failing: false },
  ]);
  await setTree(ALL);
  await fillDueGroups(world.server.services);
  expect(await filling()).toMatchObject([
    { is_filling: false, is_failing: false },
    { is_filling: false, is_failing: false },
  ]);
});

test('filled while its customers are being deleted -> waits for them without holding the group', async () => {
  const { ana } = world.people;
  const { id: audience_id } = (await world.call(ana, audiences.newAudience, { name: 'Trancados', tree: ALL }))
    .newAudience;
  const { id } = (await world.call(ana, groups.newCustomerGroup, { name: 'Trancados' })).newCustomerGroup;
  await world.rows('update customer_group set audience_id = $2, fill_wanted_at = now() where id = $1', [
    id,
    audience_id,
  ]);
  const { services } = world.server;
  const filled = await withTenant(services.db, tenantId, async (tx) => {
    await sql`select from customer where tenant_id = ${tenantId} for update`.execute(tx);
    const filling = fillGroup(services, tenantId, id);
    await expectEventually(() =>
      world.rows(`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`),
    ).toHaveLength(1);
    // The count of members would take it.
    await sql`select from customer_group where id = ${id} for update nowait`.execute(tx);
    return { filling };
  });
  await filled.filling;
  expect((await groupNow(id))?.is_filling).toBe(false);
});

test('filled for a campaign, of a large base -> so much at each look, until it is', async () => {
  const { ana } = world.people;
  await world.rows(
    `insert into customer (tenant_id, name, phone_number)
     select $1, 'Massa ' || n, '5521' || (900000000 + n)::text from generate_series(1, 5200) n`,
    [tenantId],
  );
  const { id: audience_id } = (await world.call(ana, audiences.newAudience, { name: 'Base', tree: ALL })).newAudience;
  const { id } = (await world.call(ana, groups.newCustomerGroup, { name: 'Base' })).newCustomerGroup;
  await world.rows('update customer_group set audience_id = $2 where id = $1', [id, audience_id]);
  const since = world.server.services.now();
  const { services } = world.server;
  const look = async () => {
    await wantFilledSince(services, tenantId, { groupId: id }, since);
    await fillGroup(services, tenantId, id, 1);
    return (await groupNow(id))?.is_filling;
  };
  expect([await look(), (await groupNow(id))?.member_count]).toEqual([true, 5_000]);
  expect(await look()).toBe(false);
  // It is as of then: not taken anew.
  await wantFilledSince(services, tenantId, { groupId: id }, since);
  expect((await groupNow(id))?.is_filling).toBe(false);
});

test('its form is saved after it was filled anew, and not after somebody else changed it', async () => {
  const { ana } = world.people;
  const { id: audience_id } = (await world.call(ana, audiences.newAudience, { name: 'Vida', tree: ALL })).newAudience;
  const made = (await world.call(ana, groups.newCustomerGroup, { name: 'Vida', audience_id })).newCustomerGroup;
  const { id, version } = made;
  await world.call(ana, groups.refreshCustomerGroup, { id });
  await expectEventually(async () => (await groupNow(id))?.is_filling).toBe(false);
  expect(Number((await groupNow(id))?.version)).toBeGreaterThan(Number(version));
  const save = (name: string) => world.call(ana, groups.updateCustomerGroup, { id, version, name, audience_id });
  expect((await save('Vida longa')).updateCustomerGroup.name).toBe('Vida longa');
  expect(await refusalOf(save('Vida curta'))).toBe('CONFLICT error.form.conflict');
});

test('its audience names groups that are being filled -> it waits for them, and in a circle it doesn’t', async () => {
  const { ana } = world.people;
  const fed = async (name: string, tree: object) => {
    const made = (await world.call(ana, audiences.newAudience, { name, tree: JSON.stringify(tree) })).newAudience;
    const { id } = (await world.call(ana, groups.newCustomerGroup, { name, audience_id: made.id })).newCustomerGroup;
    await expectEventually(async () => (await groupNow(id))?.is_filling).toBe(false);
    return { id, audienceId: made.id };
  };
  const inGroup = (id: string) => ({ field: 'group', op: 'in', value: [id] });
  const base = await fed('Alicerce', { all: [] });
  const rest = await fed('Restantes', { not: [inGroup(base.id)] });
  const setTree = (tree: object) =>
    world.rows('update audience set tree = $2 where id = $1', [base.audienceId, JSON.stringify(tree)]);
  await setTree({ field: 'nothing' });
  await world.rows(
    'update customer_group set fill_wanted_at = now(), filled_at = null, fill_after = 0 where id = any($1)',
    [[base.id, rest.id]],
  );
  await world.rows('delete from customer_group_member where group_id = any($1)', [[base.id, rest.id]]);
  const count = async () => {
    const tree = JSON.stringify({ not: [inGroup(rest.id)] });
    return (await world.call(ana, audiences.audienceCount, { tree })).audienceCount.is_partial;
  };
  await fillDueGroups(world.server.services);
  expect(await groupNow(rest.id)).toMatchObject({ is_filling: true, is_failing: false, member_count: 0 });
  expect(await count()).toBe(true);
  await setTree({ not: [inGroup(rest.id)] });
  await fillDueGroups(world.server.services);
  await fillDueGroups(world.server.services);
  const filling = async () => (await Promise.all([base.id, rest.id].map(groupNow))).map((group) => group?.is_filling);
  expect(await filling()).toEqual([false, false]);
  expect(await count()).toBe(false);
  // For a campaign both are taken anew, once.
  const since = world.server.services.now();
  const want = () => wantFilledSince(world.server.services, tenantId, { groupId: rest.id }, since);
  await want();
  expect(await filling()).toEqual([true, true]);
  await fillDueGroups(world.server.services);
  await want();
  expect(await filling()).toEqual([false, false]);
});
