import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Actor } from '../../../server/domain/context.ts';
import { logOut } from '../../../server/domain/auth/log-out.ts';
import { DomainError } from '../../../server/domain/errors.ts';
import { refreshPresence, onlineUsers, setPresence } from '../../../server/domain/presence.ts';
import { listUsers, userInfos, userInstances } from '../../../server/domain/users.ts';
import { userSchema } from '../../../contract/entities/user.ts';
import { ANA, BIA, BRUNO, createWorld, newCaller } from './world.ts';
import type { World } from './world.ts';

let world: World;
let ana: Actor;
let bruno: Actor;
let bia: Actor;
beforeAll(async () => {
  world = await createWorld();
  const sessions = [await world.open(ANA), await world.open(BRUNO), await world.open(BIA)] as const;
  [ana, bruno, bia] = [sessions[0].actor, sessions[1].actor, sessions[2].actor];
});
afterAll(() => world.close());

const anyone = { userId: undefined, instanceId: undefined };
const online = async (actor: Actor, wanted = {}) =>
  (await onlineUsers(world.services, actor, { ...anyone, ...wanted })).map((user) => user.name);
const silence = (email: string) =>
  world.inTenant('aurora', (tx) =>
    tx
      .updateTable('app_user')
      .set({ last_seen_at: sql`now() - interval '151 seconds'` })
      .where('email', '=', email)
      .execute(),
  );
const codeOf = (error: unknown) => (error instanceof DomainError ? error.code : String(error));

describe('presence', () => {
  test('away -> connected -> away', async () => {
    expect(await online(ana)).toEqual([]);
    expect(await setPresence(world.services, bruno, true)).toEqual({ id: bruno.userId, isConnected: true });
    expect(await online(ana)).toEqual(['Bruno Carvalho']);
    expect((await userInfos(world.services, bruno)).isConnected).toBe(true);
    await setPresence(world.services, bruno, false);
    expect(await online(ana)).toEqual([]);
  });

  test('set for several people at once -> each in a change of its own, which locks nobody else', async () => {
    const people = await world.inTenant('aurora', (tx) =>
      tx.selectFrom('app_user').select(['id', 'tenant_id']).where('is_blocked', '=', false).execute(),
    );
    expect(people.length).toBeGreaterThan(2);
    await Promise.all(
      people.map(({ id, tenant_id }) => setPresence(world.services, { tenantId: tenant_id, userId: id }, true)),
    );
    const { rows } = await world.inTenant('aurora', (tx) =>
      sql<{
        changes: number;
      }>`select count(distinct xmin::text)::integer as changes from app_user where is_connected`.execute(tx),
    );
    expect(rows[0]?.changes).toBe(people.length);
    await Promise.all(
      people.map(({ id, tenant_id }) => setPresence(world.services, { tenantId: tenant_id, userId: id }, false)),
    );
    for (const { id, tenant_id } of people) {
      await world.inTenant('aurora', (tx) =>
        tx
          .updateTable('app_user')
          .set({ is_away: false, last_seen_at: null })
          .where('tenant_id', '=', tenant_id)
          .where('id', '=', id)
          .execute(),
      );
    }
  });

  test('set away -> stays so when a page connects, is published to their pages, and is visible while a page is open', async () => {
    await setPresence(world.services, bruno, true);
    const told = () =>
      world.inTenant('aurora', (tx) =>
        tx.selectFrom('event').select('position').where('name', '=', 'PermissionsChanged').execute(),
      );
    const before = (await told()).length;
    await setPresence(world.services, bruno, false);
    await setPresence(world.services, bruno, false);
    expect(await told()).toHaveLength(before + 1);
    expect(await setPresence(world.services, bruno, true, { isArrival: true })).toMatchObject({ isConnected: false });
    expect(await userInfos(world.services, bruno)).toMatchObject({ isConnected: false, isAway: true });
    const seen = async () =>
      (await onlineUsers(world.services, ana, { ...anyone, away: true })).find(({ id }) => id === bruno.userId);
    expect(await seen()).toMatchObject({ isConnected: false, isAway: true });
    await silence(BRUNO);
    expect(await seen()).toMatchObject({ isConnected: false, isAway: false });
    expect(await setPresence(world.services, bruno, true)).toMatchObject({ isConnected: true });
    expect(await userInfos(world.services, bruno)).toMatchObject({ isConnected: true, isAway: false });
    expect(await told()).toHaveLength(before + 2);
    await setPresence(world.services, bruno, false);
  });

  test('logged out of one of two sessions -> still there; of the last -> away', async () => {
    const [first, last] = [await world.open('carla@aurora.example'), await world.open('carla@aurora.example')];
    await setPresence(world.services, first.actor, true);
    await logOut(world.services, first.accessToken, newCaller());
    expect(await online(ana)).toContain('Carla Mendes');
    await logOut(world.services, last.accessToken, newCaller());
    expect(await online(ana)).not.toContain('Carla Mendes');
    // A socket of theirs may still be closing when its node's heartbeat comes.
    const { tenantId, userId } = last.actor;
    await refreshPresence(world.services, { tenantId, nodeId: randomUUID() }, [userId]);
    expect(await online(ana)).not.toContain('Carla Mendes');
  });

  test('connected -> silent for long -> away; a sign of life keeps it', async () => {
    await setPresence(world.services, bruno, true);
    await silence(BRUNO);
    expect(await online(ana)).toEqual([]);
    await refreshPresence(world.services, { tenantId: bruno.tenantId, nodeId: randomUUID() }, [bruno.userId]);
    expect(await online(ana)).toEqual(['Bruno Carvalho']);
  });

  test('who serves an instance, without oneself, without the blocked, never another tenant’s', async () => {
    await Promise.all([ana, bruno, bia].map((actor) => setPresence(world.services, actor, true)));
    const [link] = await userInstances(world.services, bruno, bruno.userId);
    const instanceId = link?.instance.id;
    expect(await online(ana, { instanceId, userId: ana.userId })).toEqual(['Bruno Carvalho']);
    const [foreign] = await userInstances(world.services, bia, bia.userId);
    expect(await online(ana, { instanceId: foreign?.instance.id })).toEqual([]);
    await world.inTenant('aurora', (tx) =>
      tx.updateTable('app_user').set({ is_blocked: true }).where('email', '=', BRUNO).execute(),
    );
    expect(await online(ana, { instanceId, userId: ana.userId })).toEqual([]);
    await world.inTenant('aurora', (tx) =>
      tx.updateTable('app_user').set({ is_blocked: false }).where('email', '=', BRUNO).execute(),
    );
  });
});

describe('people', () => {
  test('are the contract’s users, by name, without the deleted', async () => {
    const users = await listUsers(world.services, bruno);
    expect(users.map((user) => user.name)).toEqual(['Ana Ribeiro', 'Bruno Carvalho', 'Carla Mendes']);
    for (const user of users) expect(userSchema.safeParse(user).success).toBe(true);
    await world.inTenant('aurora', (tx) =>
      tx.updateTable('app_user').set({ deleted_at: new Date() }).where('username', '=', 'carla').execute(),
    );
    expect((await listUsers(world.services, bruno)).map((user) => user.name)).toEqual([
      'Ana Ribeiro',
      'Bruno Carvalho',
    ]);
  });

  test('whose instances: one’s own, anyone’s for an administrator; else not found', async () => {
    expect((await userInstances(world.services, ana, bruno.userId)).map(({ instance }) => instance.name)).toEqual([
      'Suporte',
      'Vendas',
    ]);
    await expect(userInstances(world.services, bruno, ana.userId).catch(codeOf)).resolves.toBe('NOT_FOUND');
    await expect(userInstances(world.services, ana, bia.userId).catch(codeOf)).resolves.toBe('NOT_FOUND');
  });
});
