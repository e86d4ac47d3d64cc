import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { logOut } from '../../../server/domain/auth/log-out.ts';
import { createSocketTicket, redeemSocketTicket } from '../../../server/domain/auth/socket-ticket.ts';
import { ANA, BRUNO, createWorld, newCaller } from './world.ts';
import type { World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const redeem = (ticket: string, userId: string, tenantName = 'aurora') =>
  redeemSocketTicket(world.services, { tenantName, userId, ticket, requestId: 'r' });

describe('socket ticket', () => {
  test('opens once, as its user', async () => {
    const { actor } = await world.open(ANA);
    const { ticket, expiresAt } = await createSocketTicket(world.services, actor);
    expect(expiresAt.getTime() - world.clock.now().getTime()).toBe(30_000);
    expect(await redeem(ticket, actor.userId)).toMatchObject({
      userId: actor.userId,
      tenantName: 'aurora',
      isAdmin: true,
    });
    expect(await redeem(ticket, actor.userId)).toBeUndefined();
  });

  test('of many at once one gets in', async () => {
    const { actor } = await world.open(ANA);
    const { ticket } = await createSocketTicket(world.services, actor);
    const redeemed = await Promise.all(Array.from({ length: 8 }, () => redeem(ticket, actor.userId)));
    expect(redeemed.filter((result) => result !== undefined)).toHaveLength(1);
  });

  test('shown together: the first one gets in, or nobody if it is somebody else', async () => {
    const [ana, bruno] = [await world.open(ANA), await world.open(BRUNO)];
    const [twice, stolen] = [
      await createSocketTicket(world.services, ana.actor),
      await createSocketTicket(world.services, ana.actor),
    ];
    // While the first is looked at the others gather.
    const redeemed = await Promise.all([
      redeem('invented', ana.actor.userId),
      redeem(twice.ticket, ana.actor.userId),
      redeem(stolen.ticket, bruno.actor.userId),
      redeem(twice.ticket, ana.actor.userId),
      redeem(stolen.ticket, ana.actor.userId),
    ]);
    expect(redeemed.map((actor) => actor?.userId)).toEqual([
      undefined,
      ana.actor.userId,
      undefined,
      undefined,
      undefined,
    ]);
  });

  test('made together: the one whose session is gone fails, and no other', async () => {
    const { actor } = await world.open(ANA);
    const gone = { ...actor, sessionId: '999999' };
    const made = await Promise.allSettled(
      [actor, actor, gone, actor].map((of) => createSocketTicket(world.services, of)),
    );
    expect(made.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
    for (const one of made) {
      if (one.status === 'fulfilled') expect(await redeem(one.value.ticket, actor.userId)).toBeDefined();
    }
  });

  test('another user’s, another tenant’s, an invented one: refused; shown by the wrong user it is spent', async () => {
    const [ana, bruno] = [await world.open(ANA), await world.open(BRUNO)];
    const { ticket } = await createSocketTicket(world.services, ana.actor);
    expect(await redeem(ticket, ana.actor.userId, 'brisa')).toBeUndefined();
    expect(await redeem('invented', ana.actor.userId)).toBeUndefined();
    expect(await redeem(ticket, bruno.actor.userId)).toBeUndefined();
    expect(await redeem(ticket, ana.actor.userId)).toBeUndefined();
  });

  test('thirty seconds old, or of a session that ended: refused', async () => {
    const { actor, accessToken } = await world.open(ANA);
    const old = await createSocketTicket(world.services, actor);
    world.clock.advance(30_001);
    expect(await redeem(old.ticket, actor.userId)).toBeUndefined();
    const orphan = await createSocketTicket(world.services, actor);
    await logOut(world.services, accessToken, newCaller());
    expect(await redeem(orphan.ticket, actor.userId)).toBeUndefined();
  });
});
