import { sql } from 'kysely';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { changeTenant } from '../../../server/db/change.ts';
import type { Change } from '../../../server/db/change.ts';
import { openDatabase, withTenant } from '../../../server/db/database.ts';
import type { Database } from '../../../server/db/database.ts';
import { StreamFeed } from '../../../server/db/listener.ts';
import { readEvents, streamHead, trimStream } from '../../../server/db/stream.ts';
import type { StoredEvent } from '../../../server/db/stored-event.ts';
import { createLog } from '../../../server/log.ts';
import { openTestDatabase } from '../../support/database.ts';
import { addTenant } from '../../support/tenants.ts';
import { eventually } from '../../support/expect-eventually.ts';

let db: Database;
let owner: pg.Pool;
let url: string;
let close: () => Promise<void>;
const log = createLog({ level: 'silent' });

beforeAll(async () => {
  ({ db, owner, url, close } = await openTestDatabase());
});
afterAll(() => close());

const blacklisted = (change: Change, id: string) =>
  change.append('CustomerBlacklisted', { customer: { id, is_blacklisted: true } }, { to: 'all' });

const headOf = (tenantId: string) => withTenant(db, tenantId, (tx) => streamHead(tx, tenantId));

describe('a change of a tenant', () => {
  test('20 writers at once: positions without gaps, rows and events in the same order', async () => {
    const tenantId = await addTenant(db, 'writers');
    const writers = Array.from({ length: 20 }, async (_, writer) => {
      for (let round = 0; round < 5; round += 1) {
        await changeTenant(db, tenantId, async (change) => {
          const customer = await change.tx
            .insertInto('customer')
            .values({
              tenant_id: tenantId,
              name: 'x',
              phone_number: `55${String(writer * 100 + round).padStart(10, '0')}`,
            })
            .returning('id')
            .executeTakeFirstOrThrow();
          blacklisted(change, customer.id);
          if (round % 2 === 0) blacklisted(change, customer.id);
        });
      }
    });
    await Promise.all(writers);
    const events = await readEvents(db, tenantId, 0, 1_000);
    expect(events.map((event) => event.position)).toEqual(Array.from({ length: 160 }, (_, index) => index + 1));
    const ids = events.map((event) => BigInt(/"id":"(\d+)"/.exec(event.data)?.[1] ?? ''));
    expect(ids).toEqual(ids.toSorted((one, other) => (one < other ? -1 : one > other ? 1 : 0)));
    expect((await headOf(tenantId)).head).toBe(160);
  });

  test('an event of megabytes -> the change is refused, and leaves nothing', async () => {
    const tenantId = await addTenant(db, 'large');
    const change = changeTenant(db, tenantId, async ({ append }) =>
      append('CustomerBlacklisted', { customer: { id: 'é'.repeat(40_000), is_blacklisted: true } }, { to: 'all' }),
    );
    await expect(change).rejects.toThrow('CustomerBlacklisted would have 80044 bytes');
    expect(await readEvents(db, tenantId, 0, 10)).toEqual([]);
  });

  test('one that fails leaves no event, no row and no gap', async () => {
    const tenantId = await addTenant(db, 'failing');
    await changeTenant(db, tenantId, async (change) => blacklisted(change, '1'));
    const failing = changeTenant(db, tenantId, async (change) => {
      await change.tx.insertInto('department').values({ tenant_id: tenantId, name: 'x' }).execute();
      blacklisted(change, '2');
      throw new Error('refused');
    });
    await expect(failing).rejects.toThrow('refused');
    await changeTenant(db, tenantId, async (change) => blacklisted(change, '3'));
    const events = await readEvents(db, tenantId, 0, 10);
    expect(events.map((event) => [event.position, JSON.parse(event.data)])).toEqual([
      [1, { customer: { id: '1', is_blacklisted: true } }],
      [2, { customer: { id: '3', is_blacklisted: true } }],
    ]);
    const rows = await withTenant(db, tenantId, (tx) => tx.selectFrom('department').selectAll().execute());
    expect(rows).toEqual([]);
  });

  test('a deadlock is run again, a few times and no more', async () => {
    const tenantId = await addTenant(db, 'deadlock');
    let runs = 0;
    const result = await changeTenant(db, tenantId, async (change) => {
      runs += 1;
      blacklisted(change, '1');
      if (runs < 3) await sql`do $$ begin raise exception 'again' using errcode = '40P01'; end $$`.execute(change.tx);
      return runs;
    });
    expect(result).toBe(3);
    expect((await headOf(tenantId)).head).toBe(1);

    let endless = 0;
    const failing = changeTenant(db, tenantId, async (change) => {
      endless += 1;
      await sql`do $$ begin raise exception 'again' using errcode = '40001'; end $$`.execute(change.tx);
    });
    await expect(failing).rejects.toThrow('again');
    expect(endless).toBe(5);
  });

  test('a connection that is cut in the middle is made again, and the change happens once', async () => {
    const tenantId = await addTenant(db, 'cut');
    let runs = 0;
    await changeTenant(db, tenantId, async (change) => {
      runs += 1;
      await change.tx
        .insertInto('department')
        .values({ tenant_id: tenantId, name: `run ${runs}` })
        .execute();
      const backend = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(change.tx);
      if (runs === 1) await sql`select pg_terminate_backend(${backend.rows[0]?.pid})`.execute(db.kysely);
      await sql`select 1`.execute(change.tx);
      blacklisted(change, '1');
    });
    const rows = await withTenant(db, tenantId, (tx) => tx.selectFrom('department').select('name').execute());
    expect(rows).toEqual([{ name: 'run 2' }]);
    expect((await headOf(tenantId)).head).toBe(1);
  });

  test('one whose failed statement was swallowed does not pass for done', async () => {
    const tenantId = await addTenant(db, 'swallowed');
    const change = changeTenant(db, tenantId, async ({ tx }) => {
      await sql`select 1 / 0`.execute(tx).catch(() => undefined);
    });
    await expect(change).rejects.toThrow('division by zero');
  });

  test('an unknown tenant is refused', async () => {
    await expect(changeTenant(db, '999999', async () => undefined)).rejects.toThrow();
  });

  test('trimming raises the floor, which never passes the head', async () => {
    const tenantId = await addTenant(db, 'trimmed');
    for (const id of ['1', '2', '3']) await changeTenant(db, tenantId, async (change) => blacklisted(change, id));
    await withTenant(db, tenantId, (tx) => trimStream(tx, tenantId, 2));
    expect(await headOf(tenantId)).toMatchObject({ head: 3, floor: 2 });
    expect((await readEvents(db, tenantId, 0, 10)).map((event) => event.position)).toEqual([3]);
    await withTenant(db, tenantId, (tx) => trimStream(tx, tenantId, 99));
    expect(await headOf(tenantId)).toMatchObject({ head: 3, floor: 3 });
  });
});

describe('following a stream', () => {
  const follow = async (feed: StreamFeed, tenantId: string) => {
    const seen: number[] = [];
    const resets: number[] = [];
    const following = await feed.follow(tenantId, {
      events: (events: StoredEvent[]) => void seen.push(...events.map((event) => event.position)),
      reset: (head) => void resets.push(head.head),
    });
    return { seen, resets, ...following };
  };
  const upTo = (last: number, first = 1) => Array.from({ length: last - first + 1 }, (_, index) => first + index);

  test('two nodes: each hears each other’s changes, in order, once', async () => {
    const tenantId = await addTenant(db, 'nodes');
    const otherDb = openDatabase({ url, log });
    const [feed, otherFeed] = [new StreamFeed(db), new StreamFeed(otherDb)];
    await Promise.all([feed.start(), otherFeed.start()]);
    const [one, other] = [await follow(feed, tenantId), await follow(otherFeed, tenantId)];
    await Promise.all(
      Array.from({ length: 60 }, (_, index) =>
        changeTenant(index % 2 === 0 ? db : otherDb, tenantId, async (change) => blacklisted(change, '1')),
      ),
    );
    await eventually(() => expect([one.seen.length, other.seen.length]).toEqual([60, 60]));
    expect(one.seen).toEqual(upTo(60));
    expect(other.seen).toEqual(upTo(60));
    await Promise.all([feed.stop(), otherFeed.stop()]);
    await otherDb.close();
  });

  test('listening -> cut -> listening: what happened meanwhile is read', async () => {
    const tenantId = await addTenant(db, 'listener-cut');
    const otherDb = openDatabase({ url, log });
    const feed = new StreamFeed(db, { sweepMs: 3_600_000 });
    await feed.start();
    const following = await follow(feed, tenantId);
    await sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'balcao listener'`.execute(
      otherDb.kysely,
    );
    await changeTenant(otherDb, tenantId, async (change) => blacklisted(change, '1'));
    await eventually(() => expect(following.seen).toEqual([1]));
    expect(feed.isListening).toBe(true);
    await changeTenant(otherDb, tenantId, async (change) => blacklisted(change, '1'));
    await eventually(() => expect(following.seen).toEqual([1, 2]));
    await feed.stop();
    await otherDb.close();
  });

  test('a change without a notification (its node died after the commit) is found by polling', async () => {
    const tenantId = await addTenant(db, 'untold');
    const feed = new StreamFeed(db, { sweepMs: 50 });
    await feed.start();
    const following = await follow(feed, tenantId);
    await withTenant(db, tenantId, async (tx) => {
      const data = JSON.stringify({ customer: { id: '1', is_blacklisted: true } });
      await tx
        .insertInto('event')
        .values({ tenant_id: tenantId, position: 1, name: 'CustomerBlacklisted', data, audience: '{"to":"all"}' })
        .execute();
      await tx.updateTable('tenant').set({ stream_position: 1 }).where('id', '=', tenantId).execute();
    });
    await eventually(() => expect(following.seen).toEqual([1]));
    await feed.stop();
  });

  test('more than one batch behind: all are read, and one that stopped hears no more', async () => {
    const tenantId = await addTenant(db, 'behind');
    const feed = new StreamFeed(db);
    await feed.start();
    const [stays, leaves] = [await follow(feed, tenantId), await follow(feed, tenantId)];
    leaves.stop();
    await changeTenant(db, tenantId, async (change) => {
      for (let index = 0; index < 1_200; index += 1) blacklisted(change, '1');
    });
    await eventually(() => expect(stays.seen.length).toBe(1_200));
    expect(stays.seen).toEqual(upTo(1_200));
    expect(leaves.seen).toEqual([]);
    await feed.stop();
  });

  test('events trimmed before they were read cause a reset', async () => {
    const tenantId = await addTenant(db, 'forgotten');
    const otherDb = openDatabase({ url, log });
    // Hears nothing of the other node, and doesn't look.
    const feed = new StreamFeed(db, { sweepMs: 3_600_000 });
    const following = await follow(feed, tenantId);
    const otherNode = () => changeTenant(otherDb, tenantId, async (change) => blacklisted(change, '1'));
    await otherNode();
    await otherNode();
    await withTenant(db, tenantId, (tx) => trimStream(tx, tenantId, 1));
    await changeTenant(db, tenantId, async (change) => blacklisted(change, '1'));
    await eventually(() => expect(following.resets).toEqual([3]));
    expect(following.seen).toEqual([]);
    // Nothing is left to be read of what follows either.
    await otherNode();
    await withTenant(db, tenantId, (tx) => trimStream(tx, tenantId, 4));
    await feed.start();
    await eventually(() => expect(following.resets).toEqual([3, 4]));
    await changeTenant(db, tenantId, async (change) => blacklisted(change, '1'));
    await eventually(() => expect(following.seen).toEqual([5]));
    await feed.stop();
    await otherDb.close();
  });

  test('positions that start over are a reset, not a silence', async () => {
    const tenantId = await addTenant(db, 'restored');
    for (const id of ['1', '2', '3']) await changeTenant(db, tenantId, async (change) => blacklisted(change, id));
    const feed = new StreamFeed(db, { sweepMs: 50 });
    await feed.start();
    const following = await follow(feed, tenantId);
    await owner.query('delete from event where tenant_id = $1', [tenantId]);
    await owner.query('update tenant set stream_position = 0, epoch = gen_random_uuid() where id = $1', [tenantId]);
    await eventually(() => expect(following.resets).toEqual([0]));
    await changeTenant(db, tenantId, async (change) => blacklisted(change, '1'));
    await eventually(() => expect(following.seen).toEqual([1]));
    await feed.stop();
  });
});
