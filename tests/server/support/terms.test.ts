import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { userInfos } from '../../../contract/graphql/user-infos.ts';
import { chatTickets } from '../../../contract/graphql/chat-tickets.ts';
import * as terms from '../../../contract/rest/terms-of-use.ts';
import { refusalOf, startAttendance } from '../../support/attendance.ts';
import type { Person, World } from '../../support/attendance.ts';
import { callRest } from '../../support/rest-wire.ts';

const PDF = `data:application/pdf;base64,${Buffer.from('%PDF-1.7\n1 0 obj\n%%EOF\n').toString('base64')}`;

let world: World;
let support: string;
let now = Date.now();
beforeAll(async () => {
  // A second between any two moments.
  world = await startAttendance({ emulator: null, now: () => new Date((now += 1_000)) });
  support = await world.server.tokenOf('suporte@balcao.example');
});
afterAll(() => world.stop());

const ask = (token: string | undefined, method: string, path: string, body?: unknown) =>
  callRest(world.url, method, path, { token, body });
const state = async (who: Person) =>
  terms.termsStateSchema.parse((await ask(who.token, 'GET', terms.termsOfUse.path)).body);
const publish = async (title: string) =>
  terms.publishTerms.answer.parse((await ask(support, 'POST', terms.publishTerms.path, { title, pdf: PDF })).body);
const accept = (who: Person, id: string) => ask(who.token, 'POST', terms.acceptTerms.path, { id });
const again = async (who: Person): Promise<Person> => ({ ...who, token: await world.server.tokenOf(who.email) });
const listed = (who: Person) => refusalOf(world.call(who, chatTickets, { instance_id: world.instances.vendas }));

test('published -> asked at the next login: nothing else before it is accepted, then everything, in open pages too', async () => {
  const { ana, bruno, carla } = world.people;
  expect(await state(bruno)).toEqual({ current: null, accepted_at: null, owed: false });
  const first = await publish('Versão 1');
  // Who is at work goes on.
  expect((await state(bruno)).owed).toBe(false);
  expect(await listed(bruno)).toBe('not refused');

  const later = await again(bruno);
  expect(await state(later)).toMatchObject({ current: { id: first.id, title: 'Versão 1' }, owed: true });
  expect(await listed(later)).toBe('FORBIDDEN error.forbidden');
  expect((await ask(later.token, 'GET', '/api/permission/email?email=bruno@aurora.example')).body).toEqual([]);
  expect((await world.call(later, userInfos, {})).userInfos.id).toBe(bruno.id);
  const pdf = await fetch(`${world.url}${terms.termsPdf.path}`, {
    headers: { authorization: `Bearer ${later.token}` },
  });
  expect([pdf.headers.get('content-type'), (await pdf.text()).slice(0, 5)]).toEqual(['application/pdf', '%PDF-']);

  const socket = await world.socket(later);
  await world.write({ from: '5511970001200', text: 'ainda não' });
  expect((await accept(later, '987654321')).error?.key).toBe('error.terms.changed');
  expect(terms.termsStateSchema.parse((await accept(later, first.id)).body)).toMatchObject({ owed: false });
  await socket.frame('PermissionsChanged');
  await world.write({ from: '5511970001200', text: 'agora sim' });
  await socket.frame('CustomerChatCreated', ({ data }) => data.customerChat.message === 'agora sim');
  expect(JSON.stringify(socket.frames.map(({ data }) => data))).not.toContain('ainda não"');
  expect(await listed(later)).toBe('not refused');
  expect((await accept(later, first.id)).status).toBe(200);

  // Who doesn't log in again is asked a day later.
  expect((await state(carla)).owed).toBe(false);
  const before = `timestamptz '${new Date(now).toISOString()}' - interval`;
  await world.rows(`update session set created_at = ${before} '30 hours' where user_id = $1`, [carla.id]);
  await world.rows(`update terms_version set published_at = ${before} '23 hours'`);
  expect((await state(carla)).owed).toBe(false);
  await world.rows(`update terms_version set published_at = ${before} '25 hours'`);
  expect((await state(carla)).owed).toBe(true);
  const kept = await again(ana);
  await accept(kept, first.id);
  const rows = await world.rows<{ action: string }>(`select action from audit where action like 'terms.%' order by id`);
  expect(rows.map(({ action }) => action)).toEqual(['terms.publish', 'terms.accept', 'terms.accept']);
});

test('another version is asked for anew; those before stay written down', async () => {
  const second = await publish('Versão 2');
  const bruno = await again(world.people.bruno);
  expect(await state(bruno)).toMatchObject({ current: { id: second.id }, accepted_at: null, owed: true });
  const versions = terms.termsVersions.answer.parse((await ask(support, 'GET', terms.termsVersions.path)).body);
  expect(versions.map(({ title, acceptances }) => [title, acceptances])).toEqual([
    ['Versão 2', 0],
    ['Versão 1', 2],
  ]);
  const { rows } = await world.server.owner.query<{ held: boolean }>(
    `select has_table_privilege('balcao_app', 'terms_acceptance', 'update, delete')
      or has_table_privilege('balcao_platform', 'terms_version', 'update, delete') as held`,
  );
  expect(rows).toEqual([{ held: false }]);
});

test('the administrators see who has accepted and from where, of their own company', async () => {
  const ana = await again(world.people.ana);
  const { current } = await state(ana);
  await accept(ana, current?.id ?? '');
  const page = async (who: Person, body: object = {}) =>
    terms.termsAcceptances.answer.parse((await ask(who.token, 'POST', terms.termsAcceptances.path, body)).body);
  const all = await page(ana);
  expect([all.total_items, all.accepted_items]).toEqual([3, 1]);
  expect(all.items.at(-1)).toMatchObject({ email: ana.email, address: '127.0.0.1' });
  expect(all.items[0]).toMatchObject({ accepted_at: null, address: null });
  expect((await page(ana, { search: 'bruno' })).items.map(({ email }) => email)).toEqual(['bruno@aurora.example']);
  const bruno = await again(world.people.bruno);
  await accept(bruno, current?.id ?? '');
  expect((await ask(bruno.token, 'POST', terms.termsAcceptances.path, {})).status).toBe(403);
});

describe('typed -> refused', () => {
  test.each([
    ['no title, no file', { title: ' ' }, { title: 'error.field.required', pdf: 'error.field.required' }],
    ['no PDF by its name', { title: 'x', pdf: 'data:image/png;base64,WA==' }, { pdf: 'error.terms.noPdf' }],
    ['no PDF by its bytes', { title: 'x', pdf: 'data:application/pdf;base64,PGh0bWw+' }, { pdf: 'error.terms.noPdf' }],
    [
      'a PDF too large',
      { title: 'x', pdf: `data:application/pdf;base64,${'A'.repeat(4 * 1024 * 1024 + 100)}` },
      { pdf: 'error.terms.tooLarge' },
    ],
  ])('%s', async (_name, body, fields) => {
    const answer = await ask(support, 'POST', terms.publishTerms.path, body);
    expect([answer.status, answer.error?.fields]).toEqual([400, fields]);
  });
});
