import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newTemplate } from '../../../contract/graphql/managed-templates.ts';
import { prepareTwoFactor } from '../../../contract/rest/user-settings.ts';
import { codesOf } from '../account/world.ts';
import { startAttendance } from '../../support/attendance.ts';
import type { World } from '../../support/attendance.ts';
import { createClock } from '../../support/clock.ts';
import { callRest } from '../../support/rest-wire.ts';
import { templateForm } from '../templates/template-calls.ts';
import { inputOf, restIds } from './rest-ids.ts';
import type { RestIds } from './rest-ids.ts';
import { makeThings } from './things.ts';
import type { Things } from './things.ts';

/*
 * Each id that a REST call takes, with one of one's own company: answered. So what isolation.test.ts sees refused is
 * refused for whose the id is.
 */

const clock = createClock();
let world: World;
let ana: Things;
/** Ana's, and a colleague's where she manages people. */
let company: Things;
/** What the authenticator app shows. */
let codeOf: () => string;

beforeAll(async () => {
  world = await startAttendance({ now: clock.now });
  const { own, colleague } = await makeThings(world);
  ana = own.ana;
  company = { ...ana, user: colleague.user, role: colleague.role };
});
afterAll(() => world.stop());

/** What a call needs to be there besides, which may change its input. */
const READY: Readonly<Record<string, () => Promise<Record<string, unknown>>>> = {
  'POST /api/users': async () => ({ email: `${randomUUID()}@aurora.example`, username: randomUUID().slice(0, 8) }),
  'POST /api/message-templates/submit': async () => ({ id: await draft('enviado') }),
  'POST /api/message-templates/delete': async () => ({ id: await draft('apagado') }),
  'PATCH /api/user-settings/:id': async () => ({ two_factor: true, code: codeOf() }),
  'PUT /api/user-settings/:id/recovery-codes': async () => ({ code: codeOf() }),
};
/** What comes of a call that later ones need. */
const DONE: Readonly<Record<string, (body: unknown) => void>> = {
  'POST /api/user-settings/:id/two-factor': (body) => {
    codeOf = codesOf(prepareTwoFactor.answer.parse(body).secret, clock.now);
  },
  // A code is used once.
  'PATCH /api/user-settings/:id': () => clock.advance(30_000),
};
const draft = async (name: string): Promise<string> =>
  (await world.call(world.people.ana, newTemplate, { form: templateForm(world.instances.vendas, name) })).newTemplate
    .id;

/** A second factor is prepared, switched on, and then its codes are renewed; who is deleted comes last. */
const LATER = [
  'PATCH /api/user-settings/:id',
  'POST /api/user-settings/:id/recovery-codes',
  'PUT /api/user-settings/:id/recovery-codes',
  'DELETE /api/users/:id',
];
const cases = restIds
  .toSorted((a, b) => LATER.indexOf(a.name) - LATER.indexOf(b.name))
  .flatMap((call) => Object.keys(call.ids).map((key) => [`${call.name} ${key}`, call, key] as const));

test.each(cases)('%s', async (_, call: RestIds, key) => {
  const mine = call.path.startsWith('/api/user-settings/') ? ana : company;
  const names = call.ids[key];
  if (names === undefined || names === 'own') throw new Error('Nobody’s');
  const ready = (await READY[call.name]?.()) ?? {};
  const { address, body } = inputOf(call, mine, { [key]: mine[names] }, ready);
  const answer = await callRest(world.url, call.method, address, { token: world.people.ana.token, body });
  expect([answer.status, answer.error]).toEqual([200, undefined]);
  DONE[call.name]?.(answer.body);
});
