import { Registry } from 'prom-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { changeTenant } from '../../../server/db/change.ts';
import { startOutbox } from '../../../server/domain/outbound/outbox.ts';
import { putBackUntried } from '../../../server/domain/outbound/put-back-untried.ts';
import { expectEventually } from '../../support/expect-eventually.ts';
import { breakInserts, mendInserts } from '../../support/faults-database.ts';
import { setCampaignFlow } from '../../../contract/graphql/flow-starts.ts';
import { ask, end, flow, menu, say } from '../../flows/builders.ts';
import { NUMBERS } from '../../support/attendance.ts';
import { startStarts } from './starts-world.ts';
import type { StartsWorld } from './starts-world.ts';

/* Answers of flows that are claimed as they are stored: nothing else looks into the outbox here. */

let world: StartsWorld;
beforeAll(async () => {
  world = await startStarts({ attendance: { outbox: { pollMs: 3_600_000, concurrency: 1 } } });
  // A status settles what it is of.
  await world.emulator.patchPolicy({ webhooks: { hold: 'statuses' } });
});
afterAll(() => world.stop());

const received = async (phone: string) => (await world.emulator.received(phone)).map(({ text }) => text);
const statesOf = (phone: string) =>
  world.rows<{ body: string; state: string }>(
    `select m.body, o.state from message m join outbox o on o.message_id = m.id join customer c on c.id = m.customer_id
     where c.phone_number = $1 order by m.id`,
    [phone],
  );

/** A customer whom a question was sent. */
async function asked(): Promise<string> {
  const phone = world.aPhone();
  await world.says(phone, 'Oi');
  await expectEventually(async () => (await statesOf(phone)).map(({ state }) => state)).toEqual(['sent']);
  return phone;
}

test('a first answer, and one to a question that was sent -> sent at once; behind one that was not -> after it', async () => {
  await world.answering(
    flow({ a: ask('A?', { answer: 'b' }), b: ask('B?', { answer: 'bye' }), bye: end('Tchau') }, { start: 'a' }),
  );
  const phone = await asked();
  await world.says(phone, 'a');
  await expectEventually(() => received(phone)).toEqual(['A?', 'B?']);
  await expectEventually(async () => (await statesOf(phone)).map(({ state }) => state)).toEqual(['sent', 'sent']);
  const other = await asked();
  // As if it had never been tried.
  const theirs = 'customer_id = (select id from customer where phone_number = $1)';
  await world.rows(`update message set ack = 0, whatsapp_message_id = null where type = 0 and ${theirs}`, [other]);
  await world.rows(`update outbox set state = 'queued', next_attempt_at = now() where ${theirs}`, [other]);
  await world.says(other, 'a');
  await expectEventually(() => received(other)).toEqual(['A?', 'A?', 'B?']);
});

test('a flow that goes on behind a campaign’s answer by itself -> what it begins with is sent at once', async () => {
  const { start, sem } = world.outreach().nodes;
  if (start?.kind !== 'say' || sem === undefined) throw new Error('Begins otherwise');
  const nodes = { start: { ...start, exits: { ...start.exits, next: 'again' } }, again: start, espera: sem, sem };
  const { id } = await world.starting({}, flow(nodes, { kind: 'active' }));
  const [phone = ''] = await world.customers(1);
  const campaign_id = await world.campaignTo([phone]);
  await world.call(world.people.ana, setCampaignFlow, { campaign_id, flow_id: id });
  await world.says(phone, 'Quero');
  await expectEventually(async () => (await statesOf(phone)).map(({ state }) => state)).toEqual(['sent']);
});

test('the flow fails after its first message -> nothing of it is sent, and people get the ticket', async () => {
  await world.answering(
    flow(
      {
        a: ask('A?', { answer: 'b' }),
        b: say('Nunca', { next: 'c' }),
        c: say('Quebra', { next: 'bye' }),
        bye: end(null),
      },
      { start: 'a' },
    ),
  );
  await world.rows(`create function refuse_it() returns trigger language plpgsql as $$
    begin raise exception 'Not that one'; end $$`);
  await world.rows(`create trigger refused before insert on message for each row when (new.body = 'Quebra')
    execute function refuse_it()`);
  const phone = await asked();
  await world.says(phone, 'a');
  expect(await world.told(phone)).toEqual(['A?']);
  expect(await world.runsOf(phone)).toMatchObject([{ status: 'stuck' }]);
  // What is sent after it shows that it wasn't.
  const next = await asked();
  await world.rows('drop trigger refused on message');
  await world.says(next, 'a');
  await expectEventually(async () => (await received(next)).length).toBe(3);
  expect(await received(phone)).toEqual(['A?']);
});

test('the flow fails after its first message as it begins -> nothing of it is sent, and people get the ticket', async () => {
  await world.answering(
    flow({ b: say('Nunca', { next: 'c' }), c: say('Quebra', { next: 'bye' }), bye: end(null) }, { start: 'b' }),
  );
  await breakInserts(world.rows, 'message', "new.body = 'Quebra'");
  const [phone, next] = [world.aPhone(), world.aPhone()];
  await world.says(phone, 'Oi');
  await mendInserts(world.rows, 'message');
  expect(await world.told(phone)).toEqual([]);
  expect(await world.ticketsOf(phone)).toMatchObject([{ flow_run_id: null, waits: true }]);
  // What is sent after it shows that it wasn't.
  await world.says(next, 'Oi');
  await expectEventually(() => received(next)).toEqual(['Nunca', 'Quebra']);
  expect(await received(phone)).toEqual([]);
});

test('one that waits to be noted as sent -> another company’s is sent meanwhile, on a node that sends one at a time', async () => {
  await world.answering(flow({ a: ask('A?', { answer: 'bye' }), bye: end('Tchau') }, { start: 'a' }));
  await world.rows(
    `with added as (
       insert into flow (tenant_id, name, kind, draft, has_draft, published_number, is_active)
       select t.id, f.name, f.kind, f.draft, false, 1, true from flow f, tenant t where f.is_active and t.slug = 'brisa'
       returning tenant_id, id)
     insert into flow_version (tenant_id, flow_id, number, state, hash, flow, proof)
     select a.tenant_id, a.id, 1, v.state, v.hash, v.flow, v.proof
     from added a, flow_version v join flow f on f.id = v.flow_id where f.is_active`,
  );
  const [phone, other] = [world.aPhone(), world.aPhone()];
  const holding = await world.server.owner.connect();
  // Noting it touches that table, and nothing else here does.
  await holding.query('begin; lock table parked_status in exclusive mode');
  try {
    await world.says(phone, 'Oi');
    await expectEventually(() => received(phone)).toEqual(['A?']);
    await world.write({ from: other, text: 'Oi', number: 'brisa' });
    await expectEventually(() => received(other)).toEqual(['A?']);
  } finally {
    await holding.query('rollback');
    holding.release();
  }
  for (const each of [phone, other])
    await expectEventually(async () => (await statesOf(each)).map(({ state }) => state)).toEqual(['sent']);
});

test('noting it as sent fails along with another change -> it doesn’t wait for the next one', async () => {
  await world.answering(flow({ a: ask('A?', { answer: 'bye' }), bye: end('Tchau') }, { start: 'a' }));
  const phone = await asked();
  const theirs = 'customer_id = (select id from customer where phone_number = $1)';
  await world.rows(`update message set ack = 0, whatsapp_message_id = null where type = 0 and ${theirs}`, [phone]);
  const [stored] = await world.rows<{ tenantId: string; messageId: string; instanceId: string }>(
    `update outbox set state = 'sending' where ${theirs}
     returning tenant_id as "tenantId", message_id as "messageId", instance_id as "instanceId"`,
    [phone],
  );
  if (stored === undefined) throw new Error('Nothing was sent');
  const { tenantId } = stored;
  await world.rows('create sequence tried');
  await world.rows(`create function fail_it() returns trigger language plpgsql security definer as $$
    begin perform nextval('tried'); raise exception 'Not now' using errcode = '55P03'; end $$`);
  await world.rows(`create trigger failing before update on outbox for each row when (new.state = 'sent')
    execute function fail_it()`);
  const { services } = world.server;
  const never = () => Promise.reject(new Error('There is no file'));
  const outbox = startOutbox(
    services,
    {
      channel: {
        send: async () => ({ outcome: 'accepted', providerMessageId: 'wamid.patient', recipient: undefined }),
        uploadMedia: never,
        sendsFiles: () => false,
      },
      files: { onDisk: never },
    },
    new Registry(),
    { sawActivity: () => undefined, refused: () => undefined },
    { pollMs: 3_600_000, retryMs: 10, patienceMs: 3_600_000 },
  );
  outbox.reserve(tenantId)?.begin({
    ...stored,
    text: 'A?',
    signedAs: null,
    shared: null,
    attempts: 1,
    imageUrl: null,
    file: null,
    reactsTo: null,
    template: null,
    quotedProviderId: null,
    address: phone,
    phoneNumberId: NUMBERS.vendas,
    sealedToken: null,
    isPatient: true,
  });
  await expectEventually(async () => {
    await changeTenant(services.db, tenantId, async () => undefined).catch(() => undefined);
    return world.rows('select is_called as "isTried" from tried');
  }).toEqual([{ isTried: true }]);
  await world.rows('drop trigger failing on outbox');
  await expectEventually(async () => (await statesOf(phone)).map(({ state }) => state)).toEqual(['sent']);
  await outbox.stop();
});

test('claimed, but nobody knows whether it was stored -> queued by its kind; not if an attendant wrote meanwhile', async () => {
  const { bruno } = world.people;
  await world.answering(
    flow({ a: menu('A?', { sim: 'bye', nao: 'bye', other: 'bye', media: 'bye' }) }, { start: 'a' }),
  );
  const { db } = world.server.services;
  const claimed = async (phone: string, name: string): Promise<string> => {
    // As if it had never been tried.
    await world.rows(
      `update message set ack = 0, whatsapp_message_id = null
       where type = 0 and customer_id = (select id from customer where phone_number = $1)`,
      [phone],
    );
    const [row] = await world.rows<{ tenant: string }>(
      `update outbox set state = 'sending', attempts = 1, locked_by = $2, locked_until = now() + interval '1 hour',
         next_attempt_at = now() + interval '1 hour'
       where customer_id = (select id from customer where phone_number = $1) returning tenant_id as tenant`,
      [phone, name],
    );
    return row?.tenant ?? '';
  };
  const [phone, stopped] = [await asked(), await asked()];
  await putBackUntried(db, await claimed(phone, 'one'), 'one');
  expect(await statesOf(phone)).toEqual([{ body: 'A?', state: 'interactive' }]);
  const tenant = await claimed(stopped, 'other');
  const ticket = await world.ticketOf(bruno, stopped);
  if (ticket === undefined) throw new Error('No ticket');
  await world.send(bruno, ticket, 'Aqui é o Bruno');
  await putBackUntried(db, tenant, 'other');
  expect((await statesOf(stopped))[0]).toEqual({ body: 'A?', state: 'failed' });
  const errors = await world.rows(
    `select m.error_key from message m join customer c on c.id = m.customer_id where c.phone_number = $1 and m.body = 'A?'`,
    [stopped],
  );
  expect(errors).toEqual([{ error_key: 'error.flow.stopped' }]);
});
