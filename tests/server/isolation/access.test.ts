import { afterAll, beforeAll, expect, test } from 'vitest';
import { GRAPHQL_ACCESS, REST_ACCESS } from '../../../contract/facts/access-calls.ts';
import { startAttendance } from '../../support/attendance.ts';
import type { World } from '../../support/attendance.ts';
import { callRest } from '../../support/rest-wire.ts';
import { Matrix } from './matrix.ts';
import { callsOf, routesOf } from './running.ts';

/*
 * Each route and each field that the running server answers, by everybody whose answer says something: what
 * comes of it is what the contract's table of who may what says. Their inputs are right but name nothing
 * that is there, so that what is permitted is answered with something else than a refusal of who asks.
 */

/** Routes that are no calls of the contract, and who guards each. */
const BESIDE: Readonly<Record<string, string>> = {
  'GET /': 'the page',
  'GET /*': 'the page',
  'GET /assets/:name': 'the page',
  'GET /service-worker.js': 'the page',
  'GET /:tenant/manifest.webmanifest': 'the page: a company’s name',
  'POST /:tenant/graphql': 'each of its fields',
  'GET /healthz': 'says nothing of a company',
  'GET /readyz': 'says nothing of a company',
  'GET /metrics': 'METRICS_TOKEN: tests/server/rest/answer-headers.test.ts',
  'PUT /healthz/maintenance': 'MAINTENANCE_TOKEN: tests/server/support/maintenance.test.ts',
  'GET /api/media/:token': 'the signed address: tests/server/media/reach.test.ts',
  'GET /api/auth/identity/start': 'tests/server/identity',
  'GET /api/auth/identity/callback': 'tests/server/identity',
  'GET /webhooks/whatsapp': 'the signature: tests/server/webhook-routes.test.ts',
  'POST /webhooks/whatsapp': 'the signature: tests/server/webhook-routes.test.ts',
  'POST /webhooks/sms/twilio/:account/:sender': 'the signature: tests/server/sms/hooks.test.ts',
  'POST /webhooks/sms/zenvia/:account/:sender': 'the secret: tests/server/sms/hooks.test.ts',
  'POST /webhooks/gateway/:tenantId/:instanceId/:name': 'the secret: tests/server/gateway',
};

const READS = 'reads';
const FILE = 'looks at its file first: the upload’s own tests';
const FIRST = 'what it names has to be there: its own tests';
/** Calls that end before they wait for another change, and why. */
const ENDS_BEFORE: Readonly<Record<string, string>> = {
  'POST /api/dashboard-report': READS,
  'POST /api/report/groups/sheet': READS,
  'POST /api/report/tickets/sheet': READS,
  'POST /api/terms-of-use/acceptances': READS,
  'PUT /api/message-templates/files/:client_id': FILE,
  'PUT /api/blocked-contacts/file/:client_id': FILE,
  'POST /api/tenant/paginated': READS,
  'POST /api/instance/test': FIRST,
  'POST /api/connection/paginated': READS,
  retryCampaign: FIRST,
  publishFlow: FIRST,
};

let world: World;
let matrix: Matrix;
beforeAll(async () => {
  world = await startAttendance({ emulator: null });
  matrix = new Matrix(world.server);
});
afterAll(() => world.stop());

/** A sentence for each that only one of the two has. */
function differences(what: string, running: readonly string[], table: readonly string[], where: string): string[] {
  const added = running.filter((name) => !table.includes(name));
  const gone = table.filter((name) => !running.includes(name));
  return [
    ...added.map((name) => `${what} ${name} is new: say in ${where} who may`),
    ...gone.map((name) => `${what} ${name} is gone: take it out of ${where}`),
  ];
}

test('each route and each field of the running server has its row in the tables', () => {
  const { app } = world.server;
  const rest = [...Object.keys(REST_ACCESS), ...Object.keys(BESIDE)];
  const fields = callsOf(app).map(({ name }) => name);
  expect([
    ...differences('The route', routesOf(app), rest, 'REST_ACCESS'),
    ...differences('The field', fields, Object.keys(GRAPHQL_ACCESS), 'GRAPHQL_ACCESS'),
  ]).toEqual([]);
});

test.each(Object.keys(REST_ACCESS))('%s', async (name) => {
  const { found, wanted } = await matrix.rest(name);
  expect(found).toEqual(wanted);
});

test.each(Object.keys(GRAPHQL_ACCESS))('%s', async (name) => {
  const { found, wanted } = await matrix.graphql(name);
  expect(found).toEqual(wanted);
});

test('another change is under way -> who may not is refused at once; who loses the permission meanwhile, then', async () => {
  const found: (readonly [string, unknown])[] = [];
  for (const name of matrix.changes()) found.push([name, await matrix.losing(name)]);
  expect(found.filter(([, outcome]) => outcome !== 'forbidden')).toEqual(
    Object.keys(ENDS_BEFORE).map((name) => [name, null]),
  );
});

test('a call in the middle of which the permission goes is refused from then on', async () => {
  const { ana, bruno } = world.people;
  const [role] = await world.rows<{ id: string }>('select role_id as id from app_user where id = $1', [bruno.id]);
  // Others of their sessions were ended by the calls above.
  const [token, admin] = await Promise.all([bruno, ana].map(({ email }) => world.server.tokenOf(email)));
  const ask = () => callRest(world.url, 'GET', '/api/users', { token });
  const set = (permissions: string[]) =>
    callRest(world.url, 'POST', '/api/permission/update', {
      token: admin,
      body: { roleId: role?.id, permissions },
    });
  await set(['chat', 'users']);
  expect((await ask()).status).toBe(200);
  await set(['chat']);
  expect((await ask()).status).toBe(403);
});
