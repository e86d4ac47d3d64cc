import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startAttendance, writtenBody } from '../../support/attendance.ts';
import type { World } from '../../support/attendance.ts';
import { expectEventually } from '../../support/expect-eventually.ts';
import { breakInserts, mendInserts } from '../../support/faults-database.ts';

let world: World;
beforeAll(async () => {
  world = await startAttendance({
    // A lock is waited for a minute.
    config: { statementMs: 180_000 },
    // Tried again after a moment; what fails holds the others back for the whole test.
    attendance: { upkeep: false, replay: { pollMs: 20, retryMs: 20, maxRetryMs: 40, blockingMs: 3_600_000 } },
  });
});
afterAll(() => world.stop());
beforeEach(() => breakInserts(world.rows, 'message', `new.body like '%(quebra)%'`));
afterEach(async () => {
  await mendInserts(world.rows, 'message');
  await world.rows('delete from inbound_waiting');
});

let last = 21_000_000;
const newPhone = (): string => `55119${(last += 1)}`;
/** What a customer wrote, whatever they were known under when they did. */
const textsOf = async (phone: string): Promise<string[]> =>
  (
    await world.rows<{ body: string }>(
      `select m.body from message m join customer c on c.id = m.customer_id
      where $1 in (c.phone_number, c.provider_user_id) order by m.id`,
      [phone],
    )
  ).map(({ body }) => body);
const waiting = () =>
  world.rows<{ body: string; state: string; attempts: number; last_error: string | null }>(
    'select * from inbound_waiting order by id',
  );
const underWay = async (): Promise<number> => {
  const metrics = await (await fetch(`${world.url}/metrics`)).text();
  return Number(/limits_slots_in_use\{limit="webhooks"\} (\d+)/u.exec(metrics)?.[1]);
};
const waitingForLock = async (): Promise<number> =>
  (await world.rows(`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`))
    .length;

describe('what waits of one customer', () => {
  test('several in one webhook -> the later wait behind the first', async () => {
    const phone = newPhone();
    const bodies = ['um (quebra)', 'dois'].map((text) => JSON.stringify(writtenBody({ from: phone, text }).body));
    const messages = bodies.map((body) => /"messages":\[(.*?\})\]/u.exec(body)?.[1]);
    const both = bodies[0]?.replace(/"messages":\[.*?\}\]/u, `"messages":[${messages.join(',')}]`);
    expect(await world.webhook(both)).toBe(200);
    expect(await waiting()).toHaveLength(2);
    await mendInserts(world.rows, 'message');
    await expectEventually(() => textsOf(phone)).toEqual(['um (quebra)', 'dois']);
  });

  /** All of them come before the first is tried. */
  const comeTogether = async (phone: string, ...texts: string[]): Promise<number[]> => {
    const holder = await world.server.owner.connect();
    const answers: Promise<number>[] = [];
    try {
      await holder.query('begin');
      await holder.query(`select from tenant where slug = 'aurora' for update`);
      for (const text of texts) {
        answers.push(world.webhook(writtenBody({ from: phone, text }).body));
        await expectEventually(underWay).toBe(answers.length);
        // The first has begun, the others wait behind it in the server.
        await expectEventually(waitingForLock).toBe(1);
      }
    } finally {
      await holder.query('rollback');
      holder.release();
    }
    return Promise.all(answers);
  };

  test('another comes before the first has failed -> it waits behind it', async () => {
    const phone = newPhone();
    await world.open({ from: phone });
    expect(await comeTogether(phone, 'um (quebra)', 'dois', 'três')).toEqual([200, 200, 200]);
    expect(await waiting()).toHaveLength(3);
    await mendInserts(world.rows, 'message');
    await expectEventually(waiting).toEqual([]);
    expect((await textsOf(phone)).slice(1)).toEqual(['um (quebra)', 'dois', 'três']);
  });

  test('with the user id or without -> one conversation, in its order', async () => {
    const phone = newPhone();
    const more = { from_user_id: `BR.${phone}` };
    await world.open({ from: phone, more });
    await world.write({ from: phone, text: 'um (quebra)', more });
    await world.write({ from: phone, text: 'dois' });
    await world.write({ from: phone, text: 'três', more });
    expect(await waiting()).toHaveLength(3);
    await mendInserts(world.rows, 'message');
    await expectEventually(waiting).toEqual([]);
    expect((await textsOf(phone)).slice(1)).toEqual(['um (quebra)', 'dois', 'três']);
  });

  test('fails at the commit, others behind it -> they wait in their order', async () => {
    const phone = newPhone();
    await world.rows(`
      create function break_commit() returns trigger language plpgsql as $$
      begin
        if new.body like '%(no fim)%' then raise exception 'broken at the commit'; end if;
        return new;
      end $$`);
    await world.rows(`create constraint trigger broken_late after insert on message deferrable initially deferred
      for each row execute function break_commit()`);
    expect(await comeTogether(phone, 'um (no fim)', 'dois', 'três')).toEqual([200, 200, 200]);
    const told = (await waiting()).map(({ last_error }) => last_error);
    await world.rows('drop trigger broken_late on message');
    expect(told).toEqual(['broken at the commit', null, null]);
    await expectEventually(() => textsOf(phone)).toEqual(['um (no fim)', 'dois', 'três']);
  });

  test('a long line of one conversation -> in its order', async () => {
    const phone = newPhone();
    await world.write({ from: phone, text: '0 (quebra)' });
    for (let index = 1; index < 50; index += 1) await world.write({ from: phone, text: String(index) });
    expect(await waiting()).toHaveLength(50);
    await mendInserts(world.rows, 'message');
    await expectEventually(waiting).toEqual([]);
    expect((await textsOf(phone)).map((text) => Number.parseInt(text, 10))).toEqual([...Array(50).keys()]);
  });
});

describe('a customer known under number and user id, each message telling', () => {
  const known = () => {
    const phone = newPhone();
    return { phone, userId: `BR.${phone}` };
  };
  const both = (phone: string) => ({ from: phone, more: { from_user_id: `BR.${phone}` } });

  /** Until a try of the first has begun with all the others there. */
  const triedTogether = async () => {
    const attempts = async () => (await waiting())[0]?.attempts ?? 0;
    await expectEventually(attempts).toBeGreaterThan((await attempts()) + 1);
  };

  test.each([
    ['the number, then the user id', (phone: string) => [phone, `BR.${phone}`]],
    ['the user id, then the number', (phone: string) => [`BR.${phone}`, phone]],
  ])('%s -> in their order', async (_, senders) => {
    const { phone } = known();
    const [first = '', second = ''] = senders(phone);
    await world.open(both(phone));
    await world.write({ from: first, text: 'um (quebra)' });
    await world.write({ from: second, text: 'dois' });
    await world.write({ from: first, text: 'três' });
    await world.write({ from: second, text: 'quatro' });
    expect(await waiting()).toHaveLength(4);
    await triedTogether();
    await mendInserts(world.rows, 'message');
    await expectEventually(waiting).toEqual([]);
    expect((await textsOf(phone)).slice(1)).toEqual(['um (quebra)', 'dois', 'três', 'quatro']);
  });

  test('both, the number, the user id; new -> in their order', async () => {
    const { phone, userId } = known();
    await world.write({ ...both(phone), text: 'um (quebra)' });
    await world.write({ from: phone, text: 'dois' });
    await world.write({ from: userId, text: 'três' });
    expect(await waiting()).toHaveLength(3);
    await triedTogether();
    await mendInserts(world.rows, 'message');
    await expectEventually(waiting).toEqual([]);
    expect(await textsOf(phone)).toEqual(['um (quebra)', 'dois', 'três']);
  });

  test.each([
    ['number', 'user id', (phone: string) => [phone, `BR.${phone}`]],
    ['user id', 'number', (phone: string) => [`BR.${phone}`, phone]],
  ])('the %s; the %s, known only since then -> behind it', async (_, __, senders) => {
    const { phone } = known();
    const [first = '', second = ''] = senders(phone);
    await world.open({ from: first });
    await world.write({ from: first, text: 'um (quebra)' });
    await world.write({ ...both(phone), text: 'outra instância', number: 'suporte' });
    await world.write({ from: second, text: 'dois' });
    expect(await waiting()).toHaveLength(2);
    await triedTogether();
    await mendInserts(world.rows, 'message');
    await expectEventually(waiting).toEqual([]);
    expect((await textsOf(phone)).slice(1)).toEqual(['outra instância', 'um (quebra)', 'dois']);
  });
});

describe('a customer who was merged', () => {
  test('a further number, its user id, the main number -> in their order', async () => {
    const [phone, further] = [newPhone(), newPhone()];
    await world.open({ from: phone });
    const keys = [further, `BR.${further}`];
    await world.rows(
      `insert into customer_number (tenant_id, address, customer_id)
      select c.tenant_id, address, c.id from customer c, unnest($2::text[]) as address where c.phone_number = $1`,
      [phone, keys],
    );
    await world.write({ from: further, text: 'um (quebra)' });
    await world.write({ from: `BR.${further}`, text: 'dois' });
    await world.write({ from: phone, text: 'três' });
    expect(await waiting()).toHaveLength(3);
    const attempts = async () => (await waiting())[0]?.attempts ?? 0;
    await expectEventually(attempts).toBeGreaterThan((await attempts()) + 1);
    await mendInserts(world.rows, 'message');
    await expectEventually(waiting).toEqual([]);
    expect((await textsOf(phone)).slice(1)).toEqual(['um (quebra)', 'dois', 'três']);
  });
});

describe('what failed for too long', () => {
  /** As if the part with this text had failed for two hours. */
  const longFailing = (text: string) =>
    world.rows(`update inbound_waiting set failing_since = now() - interval '2 hours' where body like $1`, [
      `%${text}%`,
    ]);
  const standing = async () =>
    (await waiting()).map(({ body, state, attempts }) => `${/"text":"(.*?)"/u.exec(body)?.[1]} ${state} ${attempts}`);

  test('stuck -> those behind it that fail too are stuck at once: the good ones go in', async () => {
    const phone = newPhone();
    const bad = Array.from({ length: 6 }, (_, index) => `ruim ${index} (quebra)`);
    for (const text of bad) await world.write({ from: phone, text });
    await world.write({ from: phone, text: 'boa' });
    await world.write({ from: phone, text: 'última (quebra)' });
    await world.write({ from: phone, text: 'mais uma' });
    await longFailing('ruim 0');
    await expectEventually(() => textsOf(phone)).toEqual(['boa', 'mais uma']);
    // Of each but the first one try was enough.
    const rest = [...bad.slice(1), 'última (quebra)'].map((text) => `${text} stuck 1`);
    expect(await standing()).toEqual([expect.stringContaining('ruim 0 (quebra) stuck'), ...rest]);
  });

  test('stuck, and fails again -> what came later holds the others back for its own time', async () => {
    const phone = newPhone();
    await world.write({ from: phone, text: 'um (quebra)' });
    await longFailing('um');
    await expectEventually(standing).toEqual([expect.stringContaining('stuck')]);
    const tries = async () => (await waiting())[0]?.attempts ?? 0;
    const before = await tries();
    await world.write({ from: phone, text: 'dois (quebra)' });
    await world.write({ from: phone, text: 'três (quebra)' });
    await world.rows(`update inbound_waiting set next_attempt_at = now() where state = 'stuck'`);
    await expectEventually(tries).toBe(before + 1);
    expect(
      await world.rows(`select from inbound_waiting where failing_since < now() - interval '1 hour'`),
    ).toHaveLength(1);
    expect((await waiting()).map(({ state }) => state)).toEqual(['stuck', 'waiting', 'waiting']);
  });
});
