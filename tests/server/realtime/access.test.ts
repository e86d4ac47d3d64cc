import { afterEach, expect, test } from 'vitest';
import { startAttendance } from '../../support/attendance.ts';
import type { World } from '../../support/attendance.ts';
import { expectEventually } from '../../support/expect-eventually.ts';
import type { TestSocket } from '../../support/socket.ts';

let world: World;
afterEach(() => world.stop());
/** Without a heartbeat, at which everybody is looked at anew. */
async function start(): Promise<World['people']> {
  world = await startAttendance({ attendance: { realtime: { heartbeatMs: 3_600_000 } } });
  return world.people;
}

const AURORA = "(select id from tenant where slug = 'aurora')";
const hears = (socket: TestSocket, text: string): boolean =>
  socket.frames.some((frame) => JSON.stringify(frame.data).includes(text));

test('chat permitted -> not permitted any more: the role’s open sockets hear nothing of it, others do', async () => {
  const people = await start();
  const ana = await world.socket(people.ana);
  const bruno = await world.socket(people.bruno);
  const bia = await world.socket(people.bia);
  await world.rows(`delete from role_permission held using role r where r.tenant_id = held.tenant_id
    and r.id = held.role_id and r.name = 'atendente' and held.route_name = 'chat' and held.tenant_id = ${AURORA}`);
  let round = 0;
  await expectEventually(async () => {
    round += 1;
    await world.write({ from: '5511970001001', text: `${round}.` });
    await ana.frame('CustomerChatCreated', ({ data }) => data.customerChat.message === `${round}.`);
    return hears(bruno, `${round}.`);
  }).toBe(false);
  await world.write({ from: '5511970001002', number: 'brisa' });
  await bia.frame('CustomerChatCreated');
});

test('not permitted -> permitted: an open socket gets what comes from then on', async () => {
  const people = await start();
  await world.rows(`insert into role (tenant_id, name, display_name) values (${AURORA}, 'estoque', 'Estoque')`);
  await world.rows("update app_user set role_id = (select id from role where name = 'estoque') where id = $1", [
    people.bruno.id,
  ]);
  const bruno = await world.socket(people.bruno);
  await world.write({ from: '5511970001003', text: 'antes' });
  await world.rows(`insert into role_permission (tenant_id, role_id, route_name)
    select tenant_id, id, 'chat' from role where name = 'estoque'`);
  await expectEventually(async () => {
    await world.write({ from: '5511970001003', text: 'depois' });
    return hears(bruno, 'depois');
  }).toBe(true);
  const { data } = await bruno.frame('CustomerChatCreated');
  expect(data.customerChat.message).toBe('depois');
});

test('administrator -> the role has another name: the socket hears what an attendant does', async () => {
  const people = await start();
  const ana = await world.socket(people.ana);
  const ticket = await world.open({ from: '5511970001004' });
  await world.send(people.bruno, ticket, 'Olá!');
  await ana.frame('CustomerChatCreated', ({ data }) => data.customerChat.message === 'Olá!');
  await world.rows(`update role set name = 'gerente' where name = 'administrador' and tenant_id = ${AURORA}`);
  let round = 0;
  await expectEventually(async () => {
    round += 1;
    await world.write({ from: '5511970001004', text: `a Bruno ${round}.` });
    await world.write({ from: '5511970001005', text: `a todos ${round}.` });
    await ana.frame('CustomerChatCreated', ({ data }) => data.customerChat.message === `a todos ${round}.`);
    return hears(ana, `a Bruno ${round}.`);
  }).toBe(false);
});

test('tenant there -> deleted: its open sockets close at once, another’s stay', async () => {
  const people = await start();
  const ana = await world.socket(people.ana);
  const bruno = await world.socket(people.bruno);
  const bia = await world.socket(people.bia);
  await world.rows(`update tenant set deleted_at = now() where id = ${AURORA}`);
  expect((await ana.closed).code).toBe(4403);
  expect((await bruno.closed).code).toBe(4403);
  await world.write({ from: '5511970001006', number: 'brisa' });
  await bia.frame('CustomerChatCreated');
});
