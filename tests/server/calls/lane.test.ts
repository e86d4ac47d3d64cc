import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { Lane, NoTurn } from '../../../server/http/calls/lane.ts';
import type { LaneLimits, Turn } from '../../../server/http/calls/lane.ts';
import { clientGoneSignal } from '../../../server/http/request.ts';

const LIMITS: LaneLimits = {
  atOnce: 1,
  ofCompany: 1,
  ofUser: 1,
  queueOfCompany: 9,
  queueOfUser: 9,
  queueMs: 1_000_000,
};
const limitOf = (error: unknown) => (error instanceof NoTurn ? error.limit : String(error));

/** Enters `company.user` calls in this order; answers who got a turn so far, and a way to end the oldest. */
function callers(lane: Lane) {
  const begun: string[] = [];
  const leaves: (() => void)[] = [];
  return {
    begun,
    enter: (...names: string[]) => {
      for (const name of names) {
        const [company = '', user = ''] = name.split('.');
        lane.enter({ company, user }).then(
          (leave) => {
            begun.push(name);
            leaves.push(leave);
          },
          // A test may leave somebody waiting; nobody asks for their turn any more.
          () => undefined,
        );
      }
    },
    /** Ends each call as it begins, until none is left. */
    drain: async () => {
      for (;;) {
        await new Promise(setImmediate);
        const leave = leaves.shift();
        if (leave === undefined) return;
        leave();
      }
    },
  };
}

describe('turns', () => {
  test('go to one company after the other, and in it to one user after the other', async () => {
    const { begun, enter, drain } = callers(new Lane(LIMITS));
    enter('a.x', 'a.x', 'a.x', 'a.y', 'b.z', 'b.z', 'c.w');
    await drain();
    expect(begun).toEqual(['a.x', 'b.z', 'c.w', 'a.y', 'b.z', 'a.x', 'a.x']);
  });

  test('of one user and one company are only so many at a time, whatever is free', async () => {
    const { begun, enter, drain } = callers(new Lane({ ...LIMITS, atOnce: 10, ofCompany: 3, ofUser: 2 }));
    enter('a.x', 'a.x', 'a.x', 'a.y', 'a.z', 'b.x');
    await new Promise(setImmediate);
    expect(begun).toEqual(['a.x', 'a.x', 'a.y', 'b.x']);
    await drain();
    expect(begun).toHaveLength(6);
  });

  test('more than may wait, of a user or of their company: refused, the others still come', async () => {
    const lane = new Lane({ ...LIMITS, queueOfUser: 1, queueOfCompany: 2 });
    const { begun, enter, drain } = callers(lane);
    enter('a.x', 'a.x', 'a.y');
    await expect(lane.enter({ company: 'a', user: 'x' }).catch(limitOf)).resolves.toBe('queueOfUser');
    await expect(lane.enter({ company: 'a', user: 'z' }).catch(limitOf)).resolves.toBe('queueOfCompany');
    enter('b.x');
    expect([lane.running, lane.waiting]).toEqual([1, 3]);
    await drain();
    expect(begun).toEqual(['a.x', 'b.x', 'a.y', 'a.x']);
    expect([lane.running, lane.waiting]).toEqual([0, 0]);
  });

  test('without a login only a few run, in all and of an address; one place is left to companies', async () => {
    const open = { atOnce: 3, ofAddress: 2 };
    const lane = new Lane({ ...LIMITS, atOnce: 4, ofCompany: 4, ofUser: 4, queueOfUser: 1, open });
    const begun: string[] = [];
    const enter = (company: string, isOpen: boolean) => {
      const turn = lane.enter({ company, user: '', isOpen }).then((leave) => {
        begun.push(company);
        return leave;
      });
      // Some are left waiting, which is nobody's failure.
      turn.catch(() => undefined);
      return turn;
    };
    const first = enter('one', true);
    const others = ['one', 'one', 'one', 'two', 'two', 'two'].map((address) => enter(address, true));
    const ofCompany = enter('company', false);
    await ofCompany;
    expect([begun, lane.waiting]).toEqual([['one', 'one', 'two', 'company'], 4]);
    (await first)();
    // The next is whose turn was longest ago.
    await expect(Promise.race(others.slice(4))).resolves.toBeDefined();
    (await ofCompany)();
    expect(lane.running).toBe(3);
    const narrow = new Lane({ ...LIMITS, atOnce: 2, ofCompany: 2, ofUser: 2, open });
    await narrow.enter({ company: 'one', user: '', isOpen: true });
    narrow.enter({ company: 'two', user: '', isOpen: true }).catch(() => undefined);
    expect([narrow.running, narrow.waiting]).toEqual([1, 1]);
  });

  test('waited for too long, or by nobody any more: refused, and its place is free', async () => {
    const lane = new Lane({ ...LIMITS, queueMs: 5 });
    const leave = await lane.enter({ company: 'a', user: 'x' });
    await expect(lane.enter({ company: 'a', user: 'x' }).catch(limitOf)).resolves.toBe('queueMs');
    const gone = new AbortController();
    const given = new Lane(LIMITS);
    const hold = await given.enter({ company: 'a', user: 'x' });
    const waiting = given.enter({ company: 'a', user: 'x' }, gone.signal).catch(limitOf);
    gone.abort();
    await expect(waiting).resolves.toBe('abandoned');
    expect([lane.waiting, given.waiting]).toEqual([0, 0]);
    leave();
    hold();
    // Ended twice it counts once.
    hold();
    expect([lane.running, given.running]).toEqual([0, 0]);
  });

  test('given up before it comes: refused, though a turn is free', async () => {
    const lane = new Lane(LIMITS);
    await expect(lane.enter({ company: 'a', user: 'x' }, AbortSignal.abort()).catch(limitOf)).resolves.toBe(
      'abandoned',
    );
    expect(lane.running).toBe(0);
  });

  test('a slow call leaves its turn to the next, but only so many', async () => {
    const lane = new Lane({ ...LIMITS, slow: { afterMs: 5, atOnce: 1, ofCompany: 1 } });
    const first = await lane.enter({ company: 'a', user: 'x' });
    // Comes only because the first became slow.
    const second = await lane.enter({ company: 'a', user: 'x' });
    const { begun, enter } = callers(lane);
    enter('a.x');
    expect([lane.running, lane.waiting, begun]).toEqual([2, 1, []]);
    first();
    second();
    await new Promise(setImmediate);
    expect([lane.running, lane.waiting, begun]).toEqual([1, 0, ['a.x']]);
  });

  test('a slow call that ends among others of its user: none of them is forgotten', async () => {
    const lane = new Lane({ ...LIMITS, slow: { afterMs: 5, atOnce: 1, ofCompany: 1 } });
    const slow = await lane.enter({ company: 'a', user: 'x' });
    const brisk = await lane.enter({ company: 'a', user: 'x' });
    brisk();
    const other = await lane.enter({ company: 'a', user: 'y' });
    const { begun, enter, drain } = callers(lane);
    enter('a.x');
    slow();
    other();
    await drain();
    expect([begun, lane.running, lane.waiting]).toEqual([['a.x'], 0, 0]);
  });

  describe('while calls are stuck', () => {
    const AFTER_MS = 1_000;
    const timesOf = () => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    afterEach(() => void vi.useRealTimers());

    test('a slow one ends -> the next slow one leaves its turn', async () => {
      timesOf();
      const lane = new Lane({ ...LIMITS, slow: { afterMs: AFTER_MS, atOnce: 1, ofCompany: 1 } });
      const slow = await lane.enter({ company: 'a', user: 'x' });
      vi.advanceTimersByTime(AFTER_MS);
      const late = await lane.enter({ company: 'a', user: 'x' });
      vi.advanceTimersByTime(AFTER_MS);
      const { begun, enter } = callers(lane);
      enter('a.x');
      await new Promise(setImmediate);
      expect(begun).toEqual([]);
      slow();
      await new Promise(setImmediate);
      expect([begun, lane.running]).toEqual([['a.x'], 2]);
      late();
      expect(lane.running).toBe(1);
    });

    test('one company and all addresses: another company has a turn', async () => {
      timesOf();
      const lane = new Lane({
        atOnce: 7,
        ofCompany: 4,
        ofUser: 3,
        queueOfCompany: 99,
        queueOfUser: 99,
        queueMs: 1_000_000,
        open: { atOnce: 3, ofAddress: 2 },
        slow: { afterMs: AFTER_MS, atOnce: 2, ofCompany: 1 },
      });
      const stuck = (turn: Turn) => void lane.enter(turn).catch(() => undefined);
      for (let call = 0; call < 12; call += 1) {
        stuck({ company: 'a', user: `user ${call % 3}` });
        stuck({ company: `address ${call % 3}`, user: '', isOpen: true });
      }
      // Turns that the slow ones leave go to the next, until these are slow, too.
      for (let time = 0; time < 5; time += 1) vi.advanceTimersByTime(AFTER_MS);
      const { begun, enter, drain } = callers(lane);
      enter('b.x', 'b.x', 'b.y');
      await drain();
      expect(begun).toHaveLength(3);
    });
  });
});

test('an answer that is closed already is waited for by nobody', async () => {
  const { promise: signal, resolve } = Promise.withResolvers<AbortSignal>();
  const server = createServer((_request, raw) => {
    raw.once('close', () => resolve(clientGoneSignal({ raw })));
    raw.end();
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  await (await fetch(`http://127.0.0.1:${port}`)).text();
  expect((await signal).aborted).toBe(true);
  server.closeAllConnections();
  server.close();
});
