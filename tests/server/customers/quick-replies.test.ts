import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  deleteQuickReply,
  newQuickReply,
  quickReplies,
  updateQuickReply,
} from '../../../contract/graphql/quick-replies.ts';
import { fieldsOf, refusalOf, startAttendance } from '../../support/attendance.ts';
import type { Person, World } from '../../support/attendance.ts';

let world: World;
beforeAll(async () => {
  world = await startAttendance();
});
afterAll(() => world.stop());

const add = async (who: Person, shortcut: string, personal: boolean, text = `Texto de ${shortcut}`) =>
  (await world.call(who, newQuickReply, { shortcut, text, personal })).newQuickReply;
const shortcuts = async (who: Person) =>
  (await world.call(who, quickReplies, {})).quickReplies.map(({ shortcut, personal }) =>
    personal ? `${shortcut} (own)` : shortcut,
  );
const told = () =>
  world.rows<{ audience: unknown }>("select audience from event where data->>'list' = 'quick_replies'");

test('everybody has the company’s, and nobody another’s own', async () => {
  const { ana, bruno, carla, bia } = world.people;
  await add(ana, 'Pix', false);
  const own = await add(bruno, 'pix', true);
  expect(await shortcuts(bruno)).toEqual(['pix (own)', 'pix']);
  expect(await shortcuts(carla)).toEqual(['pix']);
  expect(await shortcuts(bia)).toEqual([]);
  const change = (who: Person) => world.call(who, updateQuickReply, { id: own.id, shortcut: 'meu', text: 'x' });
  for (const who of [ana, carla, bia]) expect(await refusalOf(change(who))).toBe('NOT_FOUND error.notFound');
  expect(await refusalOf(world.call(carla, deleteQuickReply, { id: own.id }))).toBe('NOT_FOUND error.notFound');
  expect((await told()).map(({ audience }) => audience)).toEqual([
    { to: 'all' },
    { to: 'people', userIds: [bruno.id] },
  ]);
});

test('the company’s are managed by who may; a shortcut is taken once in each', async () => {
  const { ana, bruno } = world.people;
  const company = await add(ana, 'prazo', false);
  expect(await refusalOf(add(bruno, 'outro', false))).toBe('FORBIDDEN error.forbidden');
  const change = (who: Person, version: string | null = null) =>
    world.call(who, updateQuickReply, { id: company.id, shortcut: 'prazo', text: 'Até 5 dias úteis.', version });
  expect(await refusalOf(change(bruno))).toBe('FORBIDDEN error.forbidden');
  expect((await change(ana, company.version)).updateQuickReply.text).toBe('Até 5 dias úteis.');
  expect(await refusalOf(change(ana, company.version))).toBe('CONFLICT error.form.conflict');
  expect(await fieldsOf(add(ana, 'PRAZO', false))).toEqual({ shortcut: 'error.quickReply.taken' });
  const remove = (who: Person) => world.call(who, deleteQuickReply, { id: company.id });
  expect(await refusalOf(remove(bruno))).toBe('FORBIDDEN error.forbidden');
  await remove(ana);
  expect(await shortcuts(ana)).not.toContain('prazo');
  // One's own are nobody else's business.
  const own = await add(ana, 'prazo', true);
  await world.call(ana, updateQuickReply, { id: own.id, shortcut: 'prazo', text: 'Amanhã' });
  await world.call(ana, deleteQuickReply, { id: own.id });
  const written = await world.rows(
    'select action, subject, user_id as by, details from audit where subject = any($1) order by id',
    [[company, own].map(({ id }) => `quick_reply:${id}`)],
  );
  const subject = `quick_reply:${company.id}`;
  expect(written).toEqual([
    { action: 'quick_reply.create', subject, by: ana.id, details: { shortcut: 'prazo', text: 'Texto de prazo' } },
    {
      action: 'quick_reply.update',
      subject,
      by: ana.id,
      details: { text: { from: 'Texto de prazo', to: 'Até 5 dias úteis.' } },
    },
    { action: 'quick_reply.delete', subject, by: ana.id, details: { shortcut: 'prazo' } },
  ]);
});

test('a shortcut is one word, and a variable one of ours', async () => {
  const { bruno } = world.people;
  expect(await fieldsOf(add(bruno, 'duas palavras', true))).toEqual({ shortcut: 'error.quickReply.shortcut' });
  expect(await fieldsOf(add(bruno, 'oi', true, '{{saudação}}, {{ cliente }}! Sou {{nome}}.'))).toEqual({
    text: 'error.quickReply.variable',
  });
  expect((await add(bruno, 'olá', true, '{{saudação}}, {{ Cliente }}!')).shortcut).toBe('olá');
});

test('a person has at most 300 of their own, whatever others have', async () => {
  const { ana, carla } = world.people;
  await world.rows(
    `insert into quick_reply (tenant_id, user_id, shortcut, body)
    select u.tenant_id, u.id, 'r' || n, 'x' from app_user u, generate_series(1, 299) n where u.id = $1`,
    [carla.id],
  );
  await add(carla, 'última', true);
  expect(await refusalOf(add(carla, 'outra', true))).toBe('CONFLICT error.quickReply.tooMany');
  await add(ana, 'outra', true);
});
