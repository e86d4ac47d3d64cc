import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sendMessage } from '../../../contract/graphql/send-message.ts';
import { startAttendance } from '../../support/attendance.ts';
import type { World } from '../../support/attendance.ts';
import { createTestDatabase, openOwner } from '../../support/database.ts';
import type { TestDatabase } from '../../support/database.ts';

/** A company of so many conversations, with three messages each. */
const CONVERSATIONS = 8_000;
/** A statement gets its prepared plan after four times, and PostgreSQL's general one after five more. */
const TIMES = 11;
/** A table that is read whole on a message's way has fewer rows. */
const FEW_ROWS = 1_000;
/** Tables that a plan reads whole, or all of the company's rows of. */
const WHOLE = [/Seq Scan on (\w+)/g, /Scan using \w+ on (\w+)[^\n]*\n *Index Cond: \(tenant_id = [^ )]+(?:\(\))?\)\n/g];

let database: TestDatabase;
let world: World;
const plans: string[] = [];
beforeAll(async () => {
  database = await createTestDatabase('people');
  const owner = openOwner(database.url);
  await fill(owner, new URL(database.url));
  await owner.end();
  world = await startAttendance({ databaseUrl: database.url });
  const heard = new WeakSet<pg.PoolClient>();
  world.server.db.pool.on('acquire', (client) => {
    if (heard.has(client)) return;
    heard.add(client);
    client.on('notice', ({ message }) => plans.push(message ?? ''));
  });
});
afterAll(async () => {
  await world.stop();
  await database.drop();
});

/** Fills the tables, past triggers and checks; the server's connections tell the plan of each statement, those of triggers too. */
async function fill(owner: pg.Pool, { username, pathname }: URL): Promise<void> {
  const client = await owner.connect();
  const of = `(select id from tenant where slug = 'aurora')`;
  const vendas = `(select id from instance where phone_number_id = '100000000000001')`;
  const bruno = `(select id from app_user where username = 'bruno')`;
  const conversations = `generate_series(1, ${CONVERSATIONS}) n`;
  const place = `alter role ${username} in database ${pathname.slice(1)} set`;
  const statements = [
    'set session_replication_role = replica',
    `insert into customer (tenant_id, name, phone_number)
     select ${of}, 'Cliente ' || n, '55119' || (30000000 + n) from ${conversations}`,
    `insert into customer_number (tenant_id, address, customer_id)
     select tenant_id, '55219' || right(phone_number, 8), id from customer`,
    `insert into customer_word (tenant_id, word, customer_id)
     select c.tenant_id, word, c.id from customer c cross join lateral (values ('cliente'), (c.id::text)) as w (word)`,
    `insert into chat_ticket (tenant_id, protocol, customer_id, instance_id, user_id, finished_at, last_received_at, taken_at)
     select tenant_id, 'P' || id, id, ${vendas}, ${bruno}, case when id % 10 > 0 then now() end, now(), now() from customer`,
    `insert into message (tenant_id, ticket_id, customer_id, instance_id, type, whatsapp_message_id, client_id, user_id, body, unseen)
     select t.tenant_id, t.id, t.customer_id, t.instance_id, n % 2, 'wamid.' || t.id || '.' || n,
       case when n = 2 then gen_random_uuid() end, case when n = 2 then t.user_id end, 'Bom dia',
       n = 3 and t.finished_at is null
     from chat_ticket t cross join generate_series(1, 3) n`,
    `insert into message_word (tenant_id, word, message_id, customer_id, instance_id)
     select tenant_id, 'bom', id, customer_id, instance_id from message`,
    `update chat_ticket t set last_message_id = (select max(m.id) from message m where m.tenant_id = t.tenant_id and m.ticket_id = t.id)`,
    `insert into outbox (tenant_id, message_id, instance_id, customer_id, state, next_attempt_at)
     select m.tenant_id, m.id, m.instance_id, m.customer_id, case when id % 10 > 0 then 'sent' else 'uncertain' end,
       now() + interval '1 day' from message m where type = 0`,
    `insert into event (tenant_id, position, name, data, audience)
     select ${of}, n, 'CustomerChatAckChanged', '{}', '{"to": "all"}' from ${conversations}`,
    `update tenant set stream_position = ${CONVERSATIONS} where id = ${of}`,
    `insert into ticket_transfer (tenant_id, ticket_id, next_user_id, transferred_at)
     select tenant_id, id, user_id, finished_at from chat_ticket`,
    `insert into campaign_recipient (tenant_id, campaign_id, customer_id, address, instance_id, zone, state, next_attempt_at, sent_at, ticket_id)
     select tenant_id, 1, customer_id, 'A' || id, instance_id, 'UTC', 'sent', now(), now(), id from chat_ticket`,
    `with label as (insert into tag (tenant_id, name, color) values (${of}, 'Novo', 'blue') returning id)
     insert into customer_tag (tenant_id, customer_id, tag_id) select c.tenant_id, c.id, label.id from customer c, label`,
    `insert into pinned_customer (tenant_id, user_id, customer_id) select tenant_id, ${bruno}, id from customer`,
    `insert into parked_status (tenant_id, instance_id, whatsapp_message_id)
     select tenant_id, instance_id, 'of' || id from chat_ticket`,
    `insert into blocked_contact (tenant_id, address) select tenant_id, '55319' || right(phone_number, 8) from customer`,
    `insert into read_receipt (tenant_id, ticket_id, message_id, state)
     select tenant_id, id, last_message_id, 'done' from chat_ticket`,
    `insert into conversation_event (tenant_id, ticket_id, kind, after_message_id)
     select tenant_id, id, 'closed', last_message_id from chat_ticket`,
    `insert into message_media (tenant_id, message_id, state) select tenant_id, last_message_id, 'failed' from chat_ticket`,
    `insert into message_tally (tenant_id, slot, instance_id, attendant_id)
     select ${of}, now() - n * interval '15 minutes', ${vendas}, 0 from ${conversations}`,
    'analyze',
    `${place} session_preload_libraries = 'auto_explain'`,
    `${place} auto_explain.log_min_duration = 0`,
    `${place} auto_explain.log_nested_statements = on`,
    `${place} auto_explain.log_level = notice`,
  ];
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    client.release(true);
  }
}

test('a message in, a new conversation, an answer as far as its ticks -> no large table is read whole', async () => {
  const { bruno } = world.people;
  const socket = await world.socket(bruno);
  // Of tickets that are open; the others never wrote.
  const known = await world.rows<{ phone: string }>(
    `select c.phone_number as phone from customer c join chat_ticket t on t.customer_id = c.id
     where t.finished_at is null order by c.id limit $1`,
    [TIMES + 1],
  );
  const phones = known.map(({ phone }) => phone);
  plans.length = 0;
  for (let n = 1; n <= TIMES; n++) {
    await world.write({ from: phones[n] ?? '' });
    const from = `5541977${100_000 + n}`;
    await world.write({ from });
    const target = { to_number: from, instance_id: world.instances.vendas, client_id: randomUUID() };
    const { sendMessage: sent } = await world.call(bruno, sendMessage, { ...target, message: 'Bom dia, tudo bem?' });
    await socket.frame('CustomerChatAckChanged', ({ data }) => data.id === sent.id && data.ack >= 2);
  }
  const large = await world.rows<{ name: string }>(
    `select relname as name from pg_class where relkind = 'r' and reltuples >= ${FEW_ROWS}`,
  );
  expect(large.length).toBeGreaterThan(15);
  for (const table of ['customer', 'chat_ticket', 'message', 'message_word', 'outbox', 'event'])
    expect([table, plans.some((plan) => plan.includes(` on ${table} `))]).toEqual([table, true]);
  const names = new Set(large.map(({ name }) => name));
  const whole = plans.filter((plan) =>
    WHOLE.some((way) => [...plan.matchAll(way)].some(([, table]) => names.has(table ?? ''))),
  );
  expect([...new Set(whole)]).toEqual([]);
});
