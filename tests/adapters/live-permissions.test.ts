import { afterAll, beforeAll, expect, test } from 'vitest';
import { selectRoutes, selectViewer } from '../../src/machines/auth/auth.selectors.ts';
import { selectInboxPhase } from '../../src/machines/inbox/inbox.selectors.ts';
import { rowsOf as rowsOfPage } from '../../src/machines/listing/listing.selectors.ts';
import type { ListName } from '../../src/machines/log/events-administration.ts';
import type { FormName, FormValues } from '../../src/machines/entities/forms.ts';
import type { TicketSnapshot } from '../../src/machines/ticket/ticket.machine.ts';
import { startClient } from '../support/client.ts';
import type { Client } from '../support/client.ts';
import { EmulatorClient } from '../support/emulator.ts';
import { isField } from '../support/office.ts';
import { DEMO_PASSWORD, startTestServer } from '../support/server.ts';
import type { TestServer } from '../support/server.ts';

/*
 * An administrator's and an attendant's whole clients at the real server: what the one changes, the
 * other's open session follows.
 */

let server: TestServer;
const clients: Client[] = [];
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(async () => {
  for (const client of clients) client.kill();
  const sweep = setInterval(() => server.app.server.closeAllConnections(), 20);
  await server.stop();
  clearInterval(sweep);
});

async function enter(email: string): Promise<Client> {
  const client = startClient({ url: server.url, tenant: 'aurora' });
  clients.push(client);
  await client.logIn(email, DEMO_PASSWORD);
  return client;
}

const selectName = (ticket: TicketSnapshot | undefined) => ticket?.context.ticket?.customer.name;
const routesOf = ({ directory }: Client) => selectRoutes(directory.auth.getSnapshot());
const end = (client: Client) => client.events.items.at(-1)?.position ?? 0;

/** Opens a list and waits for its rows. */
async function rowsOf(client: Client, list: ListName) {
  const query = { page: 1, limit: 50, search: '', sort: { by: 'id', descending: false }, filters: {} };
  const from = end(client);
  client.append({ type: 'list.opened', list, query });
  const { page } = await client.next('list.answered', from);
  return page.rows;
}

/** Fills a form and saves it, as a person does. */
async function save(client: Client, form: FormName, key: string, changes: FormValues): Promise<void> {
  const from = end(client);
  client.append({ type: 'form.opened', form, key, values: null });
  await client.next('form.loaded', from);
  for (const [field, value] of Object.entries(changes))
    if (isField(changes, field)) client.append({ type: 'form.changed', form, key, field, value });
  client.append({ type: 'form.submitted', form, key });
  await client.next('form.saved', from);
  client.append({ type: 'form.left', form, key });
}

test('a role loses and regains the attendance, and somebody gets another role: their open page follows, without a login', async () => {
  const [ana, bruno] = [await enter('ana@aurora.example'), await enter('bruno@aurora.example')];
  await rowsOf(ana, 'roles');
  const roles = rowsOfPage(ana.directory.list('roles')?.getSnapshot().context.page ?? null, 'roles');
  const idOf = (wanted: string) => roles.find(({ name }) => name === wanted)?.id ?? '';
  expect(routesOf(bruno)).toEqual(['chat']);

  await save(ana, 'role.permissions', idOf('atendente'), { permissions: ['users'] });
  await bruno.waitFor(({ auth }) => selectRoutes(auth.getSnapshot()).join(' ') === 'users');
  expect(await rowsOf(bruno, 'users')).toHaveLength(3);

  const provider = new EmulatorClient(server.url);
  const gone = end(bruno);
  await provider.saveCustomer('5511920000001', 'Marina Alves');
  await provider.write('100000000000001', '5511920000001', 'enquanto isso');
  await save(ana, 'role.permissions', idOf('atendente'), { permissions: ['chat'] });
  await bruno.waitFor(({ auth }) => selectRoutes(auth.getSnapshot()).join(' ') === 'chat');
  const listed = await bruno.next('tickets.listed', gone);
  expect(listed.purpose).toBe('resync');
  expect(selectInboxPhase(bruno.directory.inbox.getSnapshot())).toBe('ready');

  const brunoId = selectViewer(bruno.directory.auth.getSnapshot())?.userId ?? '';
  await save(ana, 'user', brunoId, { role_id: idOf('administrador') });
  await bruno.waitFor(({ auth }) => selectViewer(auth.getSnapshot())?.roleName === 'administrador');
  await bruno.waitFor(({ auth }) => selectRoutes(auth.getSnapshot()).includes('roles-edit'));

  expect(bruno.events.items.filter(({ type }) => type === 'socket.closed' || type === 'input.rejected')).toEqual([]);
  expect([ana.replaysEqual(), bruno.replaysEqual()]).toEqual([true, true]);
});

test('somebody serves another instance, and not any more -> what waits there comes into their open list, and leaves it', async () => {
  const [ana, carla] = [await enter('ana@aurora.example'), await enter('carla@aurora.example')];
  const provider = new EmulatorClient(server.url);
  await provider.saveCustomer('5511920000002', 'Otávio Prado');
  await provider.write('100000000000001', '5511920000002', 'Oi');
  const isShown = (directory: Client['directory']): boolean =>
    directory.ticketOrder
      .getSnapshot()
      .ids.some((id) => selectName(directory.ticket(id)?.getSnapshot()) === 'Otávio Prado');
  carla.append({ type: 'inbox.filtered', instanceId: null, status: 'open', scope: 'all' });
  await carla.waitFor(({ socket }) => socket.getSnapshot().value === 'live');
  await carla.waitFor(isShown);
  const id = selectViewer(carla.directory.auth.getSnapshot())?.userId ?? '';
  const served = (carla.directory.shell.getSnapshot().context.instances ?? []).map((instance) => instance.id);
  const [support = ''] = (carla.directory.shell.getSnapshot().context.instances ?? [])
    .filter(({ name }) => name === 'Suporte')
    .map((instance) => instance.id);
  await save(ana, 'user', id, { chosen_instances: [support] });
  await carla.waitFor((directory) => !isShown(directory));
  await carla.waitFor(({ shell }) => shell.getSnapshot().context.instances?.length === 1);
  await save(ana, 'user', id, { chosen_instances: served });
  await carla.waitFor(isShown);
  expect(carla.replaysEqual()).toBe(true);
});
