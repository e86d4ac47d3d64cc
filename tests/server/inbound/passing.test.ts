import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { codeOf, transientFailureOf } from '../../../server/db/failures.ts';
import { sendMessage } from '../../../contract/graphql/send-message.ts';
import { refusalOf, startAttendance, writtenBody } from '../../support/attendance.ts';
import type { World } from '../../support/attendance.ts';
import { breakInserts, mendInserts } from '../../support/faults-database.ts';

let world: World;
beforeAll(async () => {
  world = await startAttendance({ attendance: { upkeep: false, replay: { pollMs: 20, retryMs: 20 } } });
});
afterAll(() => world.stop());
afterEach(() => mendInserts(world.rows, 'message'));

let last = 30_000_000;
const newPhone = (): string => `55119${(last += 1)}`;
const aside = () => world.rows('select 1 from webhook_rejected union all select 1 from inbound_waiting');
const textsOf = (phone: string) =>
  world.rows('select m.body from message m join customer c on c.id = m.customer_id where c.phone_number = $1', [phone]);

describe('a failure of the database that passes -> 503, nothing kept aside; repeated -> in the conversation', () => {
  test.each([
    ['08006', 'connection_failure'],
    ['25006', 'read_only_sql_transaction'],
    ['25P03', 'idle_in_transaction_session_timeout'],
    ['40001', 'serialization_failure, again and again'],
    ['40P01', 'deadlock_detected, again and again'],
    ['53100', 'disk_full'],
    ['53200', 'out_of_memory'],
    ['53300', 'too_many_connections'],
    ['55P03', 'lock_not_available'],
    ['57014', 'query_canceled'],
    ['57P01', 'admin_shutdown'],
    ['57P03', 'cannot_connect_now'],
    ['58030', 'io_error'],
  ])('%s %s', async (state) => {
    const phone = newPhone();
    const { body } = writtenBody({ from: phone, text: 'um' });
    await breakInserts(world.rows, 'message', 'true', state);
    expect(await world.webhook(body)).toBe(503);
    expect(await aside()).toEqual([]);
    await mendInserts(world.rows, 'message');
    expect(await world.webhook(body)).toBe(200);
    expect(await textsOf(phone)).toEqual([{ body: 'um' }]);
  });

  test.each(['23505', '22P02', '42P01', 'P0001', 'XX000', '25P02', 'EBADF', ''])('%s is none', (code) => {
    const error = Object.assign(new Error('x'), { code });
    expect(codeOf(error)).toBe(code);
    expect(transientFailureOf(error)).toBeUndefined();
  });

  test('a local socket that is gone passes; a file that is missing doesn’t', async () => {
    const client = new pg.Client({ host: '/nowhere/that/exists' });
    const failure = await client.connect().catch((error: unknown) => error);
    expect(transientFailureOf(failure)).toBe('unreachable');
    expect(transientFailureOf(await readFile('/nowhere/that/exists').catch((error: unknown) => error))).toBeUndefined();
  });

  test('of an attendant: UNAVAILABLE, not a fault of ours', async () => {
    const phone = newPhone();
    const ticket = await world.open({ from: phone });
    await breakInserts(world.rows, 'message', 'true', '57014');
    const sending = world.call(world.people.ana, sendMessage, {
      to_number: phone,
      instance_id: ticket.instance.id,
      message: 'Olá',
    });
    expect(await refusalOf(sending)).toBe('UNAVAILABLE error.unavailable');
  });

  test('one company’s trouble in a webhook -> 503, and the others’ messages are in; repeated -> each once, in order', async () => {
    const [phone, other] = [newPhone(), newPhone()];
    const of = (from: string, text: string, number: 'vendas' | 'brisa') =>
      JSON.stringify(writtenBody({ from, text, number }).body);
    const entries = [of(phone, 'um', 'vendas'), of(phone, 'dois', 'vendas'), of(other, 'oi', 'brisa')];
    const body = `{"object":"whatsapp_business_account","entry":[${entries
      .map((entry) => /"entry":\[(.*)\]\}$/u.exec(entry)?.[1])
      .join(',')}]}`;
    await breakInserts(world.rows, 'message', `new.body = 'um'`, '55P03');
    expect(await world.webhook(body)).toBe(503);
    expect(await textsOf(other)).toEqual([{ body: 'oi' }]);
    // The second may not overtake the first.
    expect(await textsOf(phone)).toEqual([]);
    await mendInserts(world.rows, 'message');
    expect(await world.webhook(body)).toBe(200);
    expect(await textsOf(phone)).toEqual([{ body: 'um' }, { body: 'dois' }]);
    expect(await textsOf(other)).toEqual([{ body: 'oi' }]);
  });
});
