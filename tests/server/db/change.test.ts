import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { changeTenant } from '../../../server/db/change.ts';
import type { Change } from '../../../server/db/change.ts';
import { queryTenant, openDatabase, withTenant } from '../../../server/db/database.ts';
import type { Database, Tx } from '../../../server/db/database.ts';
import { CommitUncertain, WaitedTooLong } from '../../../server/db/failures.ts';
import { readEvents } from '../../../server/db/stream.ts';
import { createLog } from '../../../server/log.ts';
import { openTestDatabase } from '../../support/database.ts';
import { startFaultProxy } from '../../support/fault-proxy.ts';
import { addTenant } from '../../support/tenants.ts';

let db: Database;
let url: string;
let close: () => Promise<void>;

beforeAll(async () => {
  ({ db, url, close } = await openTestDatabase());
});
afterAll(() => close());

/** Adds a department and tells of it; answers the transaction it was in. */
async function add(change: Change, name: string): Promise<string> {
  await change.tx.insertInto('department').values({ tenant_id: change.tenantId, name }).execute();
  change.append('CustomerBlacklisted', { customer: { id: name, is_blacklisted: true } }, { to: 'all' });
  const { rows } = await sql<{ id: string }>`select pg_current_xact_id()::text as id`.execute(change.tx);
  return rows[0]?.id ?? '';
}

const departments = (tenantId: string) =>
  withTenant(db, tenantId, async (tx) =>
    (await tx.selectFrom('department').select('name').orderBy('id').execute()).map(({ name }) => name),
  );
const told = async (tenantId: string) =>
  (await readEvents(db, tenantId, 0, 100)).map(({ position, data }) => [position, /"id":"([^"]*)"/.exec(data)?.[1]]);

/** A change that is under way until it is let go: those that come meanwhile wait together. */
function hold(tenantId: string): { letGo: () => void; done: Promise<unknown> } {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { letGo: resolve, done: changeTenant(db, tenantId, () => promise) };
}

describe('changes that wait for each other', () => {
  test('are one transaction, in their order', async () => {
    const tenantId = await addTenant(db, 'together');
    const held = hold(tenantId);
    const changes = ['1', '2', '3'].map((name) => changeTenant(db, tenantId, (change) => add(change, name)));
    held.letGo();
    const transactions = await Promise.all(changes);
    expect(new Set(transactions).size).toBe(1);
    expect(await departments(tenantId)).toEqual(['1', '2', '3']);
    expect(await told(tenantId)).toEqual([
      [1, '1'],
      [2, '2'],
      [3, '3'],
    ]);
  });

  test('one that can wait -> goes with the next one, behind it; alone if none comes', async () => {
    const tenantId = await addTenant(db, 'patient');
    const patient = changeTenant(db, tenantId, (change) => add(change, 'patient'), { patienceMs: 60_000 });
    const next = changeTenant(db, tenantId, (change) => add(change, 'next'));
    expect(await patient).toBe(await next);
    await changeTenant(db, tenantId, (change) => add(change, 'alone'), { patienceMs: 1 });
    expect(await departments(tenantId)).toEqual(['next', 'patient', 'alone']);
  });

  test('those that can wait -> in their order, with the next one of their tenant only, and whether or not that is refused', async () => {
    const [tenantId, other] = [await addTenant(db, 'wait'), await addTenant(db, 'wait-other')];
    const patient = ['1', 'broken', '2'].map((name) => {
      const work = async (change: Change) => {
        await add(change, name);
        if (name === 'broken') await sql`select 1 / 0`.execute(change.tx);
      };
      return changeTenant(db, tenantId, work, { patienceMs: 60_000 });
    });
    await changeTenant(db, other, (change) => add(change, 'other'));
    expect(await departments(tenantId)).toEqual([]);
    const next = changeTenant(db, tenantId, async (change) => {
      await add(change, 'next');
      throw new Error('a rule');
    });
    const outcomes = await Promise.allSettled([next, ...patient]);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'rejected', 'fulfilled']);
    expect(await departments(tenantId)).toEqual(['1', '2']);
    expect(await told(tenantId)).toEqual([
      [1, '1'],
      [2, '2'],
    ]);
  });

  test('one is refused -> it leaves nothing, the others happen in their order', async () => {
    const tenantId = await addTenant(db, 'refused');
    const held = hold(tenantId);
    const changes = ['1', 'refused', '2', 'broken', '3'].map((name) =>
      changeTenant(db, tenantId, async (change) => {
        await add(change, name);
        if (name === 'refused') throw new Error('a rule');
        if (name === 'broken') await sql`select 1 / 0`.execute(change.tx);
        return name;
      }),
    );
    held.letGo();
    const outcomes = await Promise.allSettled(changes);
    expect(
      outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : String(outcome.reason))),
    ).toEqual(['1', 'Error: a rule', '2', expect.stringContaining('division by zero'), '3']);
    expect(await departments(tenantId)).toEqual(['1', '2', '3']);
    expect(await told(tenantId)).toEqual([
      [1, '1'],
      [2, '2'],
      [3, '3'],
    ]);
  });

  test('one is refused -> those that aren’t beside it are one transaction still', async () => {
    const tenantId = await addTenant(db, 'parts');
    const held = hold(tenantId);
    const changes = ['refused', '1', '2', '3'].map((name) =>
      changeTenant(db, tenantId, async (change) => {
        if (name === 'refused') throw new Error('a rule');
        return add(change, name);
      }),
    );
    held.letGo();
    const [refused, ...others] = await Promise.allSettled(changes);
    expect(refused).toMatchObject({ status: 'rejected' });
    const [, second, third] = others.map((outcome) => outcome.status === 'fulfilled' && outcome.value);
    expect([second, third]).toEqual([expect.any(String), second]);
    expect(await departments(tenantId)).toEqual(['1', '2', '3']);
  });

  test('one fails and has something else to do -> that is done at its place, in the same transaction', async () => {
    const tenantId = await addTenant(db, 'instead');
    const held = hold(tenantId);
    const late = Promise.withResolvers<void>();
    const changes = ['1', 'broken', '2'].map((name) =>
      changeTenant(
        db,
        tenantId,
        async (change) => {
          const transaction = await add(change, name);
          const straggler = async () => {
            await late.promise;
            await add(change, 'straggler');
          };
          if (name === 'broken') await Promise.all([sql`select 1 / 0`.execute(change.tx), straggler()]);
          return transaction;
        },
        {
          instead: async (change, error) => {
            late.resolve();
            return add(change, `not ${name}: ${error instanceof Error ? error.message : ''}`);
          },
        },
      ),
    );
    held.letGo();
    const transactions = await Promise.all(changes);
    expect(new Set(transactions).size).toBe(1);
    const names = ['1', 'not broken: division by zero', '2'];
    expect(await departments(tenantId)).toEqual(names);
    expect(await told(tenantId)).toEqual(names.map((name, index) => [index + 1, name]));
  });

  test('a part fails, nothing else does for it, and the change goes on -> it leaves nothing', async () => {
    const tenantId = await addTenant(db, 'caught');
    await changeTenant(db, tenantId, async (whole) => {
      const fail = () => Promise.reject(new Error('It fails'));
      await add(whole, 'before');
      await whole.attempt((part) => add(part, 'part').then(fail), fail).catch(() => undefined);
      await add(whole, 'after');
    });
    expect(await departments(tenantId)).toEqual(['before', 'after']);
    expect((await told(tenantId)).map(([, name]) => name)).toEqual(['before', 'after']);
  });

  test.each([false, true])(
    'a part fails -> it leaves nothing, and what it is for is done instead; among others that have an instead: %s',
    async (isGuarded) => {
      const tenantId = await addTenant(db, `part-${isGuarded}`);
      const held = hold(tenantId);
      const change = changeTenant(
        db,
        tenantId,
        async (whole) => {
          await add(whole, 'before');
          await whole.attempt(
            async (part) => {
              await add(part, 'part');
              await part.attempt(
                async (inner) => void (await add(inner, 'inner')),
                async () => undefined,
              );
              await sql`select 1 / 0`.execute(part.tx);
            },
            async (outer) => void (await add(outer, 'instead')),
          );
          await whole.attempt(
            async (part) => void (await add(part, 'good')),
            async () => undefined,
          );
          return whole.position();
        },
        isGuarded ? { instead: async () => 0 } : {},
      );
      const other = changeTenant(db, tenantId, (last) => add(last, 'last'));
      held.letGo();
      expect(await change).toBe(3);
      await other;
      expect(await departments(tenantId)).toEqual(['before', 'instead', 'good', 'last']);
      expect((await told(tenantId)).map(([, name]) => name)).toEqual(['before', 'instead', 'good', 'last']);
    },
  );

  test('of one tenant hold no other tenant up, nor its connections', async () => {
    const [busy, other] = [await addTenant(db, 'busy'), await addTenant(db, 'other')];
    const held = hold(busy);
    const waiting = Array.from({ length: 40 }, (_, at) => changeTenant(db, busy, (change) => add(change, String(at))));
    await changeTenant(db, other, (change) => add(change, '1'));
    expect(await departments(other)).toEqual(['1']);
    held.letGo();
    await Promise.all([held.done, ...waiting]);
    expect((await departments(busy)).length).toBe(40);
  });
});

describe('a failure that passes', () => {
  const passing = sql`do $$ begin raise exception 'no lock' using errcode = '55P03'; end $$`;
  const impatient = () => openDatabase({ url, log: createLog({ level: 'silent' }), statementMs: 1_200 });

  test('is of all that go together: none waits for the same lock again', async () => {
    const tenantId = await addTenant(db, 'locked');
    const others = impatient();
    let runs = 0;
    const first = changeTenant(others, tenantId, (change) => add(change, 'before'));
    const waiting = ['1', '2', '3'].map((name) =>
      changeTenant(others, tenantId, async (change) => {
        runs += 1;
        if (name === '2') await passing.execute(change.tx);
        return add(change, name);
      }),
    );
    await first;
    const outcomes = await Promise.allSettled(waiting);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(runs).toBeLessThanOrEqual(3);
    expect(await departments(tenantId)).toEqual(['before']);
    await others.close();
  });

  test('a change that waited too long for those before it is refused, and never begun', async () => {
    const tenantId = await addTenant(db, 'line');
    const others = impatient();
    const long = changeTenant(others, tenantId, async ({ tx }) => void (await sql`select pg_sleep(0.8)`.execute(tx)));
    let isBegun = false;
    const late = changeTenant(others, tenantId, async () => void (isBegun = true));
    await expect(late).rejects.toBeInstanceOf(WaitedTooLong);
    await long;
    expect(isBegun).toBe(false);
    expect(await changeTenant(others, tenantId, async () => 'done')).toBe('done');
    await others.close();
  });

  test('is the change’s error, whatever its later statements fail with', async () => {
    const tenantId = await addTenant(db, 'cause');
    const failing = changeTenant(db, tenantId, async ({ tx }) => {
      await passing.execute(tx).catch(() => undefined);
      await sql`select 1`.execute(tx);
    });
    await expect(failing).rejects.toMatchObject({ code: '55P03' });
    const swallowing = changeTenant(db, tenantId, async ({ tx }) => {
      await passing.execute(tx).catch(() => undefined);
    });
    await expect(swallowing).rejects.toMatchObject({ code: '55P03' });
  });
});

describe('a commit whose answer is lost', () => {
  test('is uncertain, and not run again', async () => {
    const tenantId = await addTenant(db, 'uncertain');
    const target = new URL(url);
    const proxy = await startFaultProxy(`http://${target.host}`);
    target.host = new URL(proxy.url).host;
    const through = openDatabase({ url: target.href, log: createLog({ level: 'silent' }) });
    let runs = 0;
    const { promise: isCommitting, resolve: commits } = Promise.withResolvers<void>();
    const change = changeTenant(through, tenantId, async (inside) => {
      runs += 1;
      await add(inside, '1');
      // What follows goes out with the commit, and nobody answers it.
      proxy.hold();
      commits();
    });
    const outcome = change.catch((error: unknown) => error);
    await isCommitting;
    proxy.cut();
    expect(await outcome).toBeInstanceOf(CommitUncertain);
    expect(runs).toBe(1);
    await through.close();
    await proxy.close();
  });
});

describe('one query in one go', () => {
  const nameOf = (tx: Tx) => tx.selectFrom('tenant').select('name').executeTakeFirst();

  test('sees its own tenant only', async () => {
    const tenantId = await addTenant(db, 'asking');
    await addTenant(db, 'another');
    const seen = await queryTenant(db, tenantId, (tx) => tx.selectFrom('tenant').select('slug').execute());
    expect(seen).toEqual([{ slug: 'asking' }]);
  });

  test('changes nothing', async () => {
    const tenantId = await addTenant(db, 'read-only');
    const change = queryTenant(db, tenantId, (tx) =>
      tx.insertInto('department').values({ tenant_id: tenantId, name: 'x' }).execute(),
    );
    await expect(change).rejects.toThrow('read-only transaction');
    expect(await departments(tenantId)).toEqual([]);
  });

  test('a second one is refused: it would come after the transaction, without a role', async () => {
    const tenantId = await addTenant(db, 'twice');
    const twice = queryTenant(db, tenantId, async (tx) => {
      await nameOf(tx);
      return nameOf(tx);
    });
    await expect(twice).rejects.toThrow('after its transaction');
    expect(await queryTenant(db, tenantId, nameOf)).toEqual({ name: 'twice' });
  });

  test('one that outlives its failed transaction is refused too', async () => {
    const tenantId = await addTenant(db, 'outliving');
    let late: Promise<unknown> = Promise.resolve();
    const failing = withTenant(db, tenantId, async (tx) => {
      late = nameOf(tx).then(() => nameOf(tx));
      // It may fail before anybody waits for it.
      late.catch(() => undefined);
      await sql`select 1 / 0`.execute(tx);
    });
    await expect(failing).rejects.toThrow('division by zero');
    await expect(late).rejects.toThrow();
  });
});
