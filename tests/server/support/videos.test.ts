import { afterAll, beforeAll, expect, test } from 'vitest';
import * as videos from '../../../contract/rest/training-videos.ts';
import { embedUrlOf } from '../../../server/domain/videos/embed.ts';
import { startTestServer } from '../../support/server.ts';
import type { TestServer } from '../../support/server.ts';
import { callRest } from '../../support/rest-wire.ts';

let server: TestServer;
const tokens = { support: '', bruno: '', bia: '' };
beforeAll(async () => {
  server = await startTestServer({ emulator: null });
  tokens.support = await server.tokenOf('suporte@balcao.example');
  tokens.bruno = await server.tokenOf('bruno@aurora.example');
  tokens.bia = await server.tokenOf('bia@brisa.example');
});
afterAll(() => server.stop());

const form = { title: 'Primeiros passos', url: 'https://youtu.be/dQw4w9WgXcQ', position: 2 };
const ask = (who: keyof typeof tokens, method: string, path: string, body?: unknown) =>
  callRest(server.url, method, path, { token: tokens[who], body });
const list = async (who: keyof typeof tokens) =>
  videos.trainingVideos.answer.parse((await ask(who, 'GET', videos.trainingVideos.path)).body);
const oneOf = (body: unknown) => videos.trainingVideoSchema.parse(body);

test('added, changed, removed by the back-office; everybody has them in their order', async () => {
  const second = oneOf((await ask('support', 'POST', videos.addTrainingVideo.path, form)).body);
  const other = { ...form, title: 'Boas-vindas', url: 'https://videos.example/1', position: 1, language: 'en' };
  const first = oneOf((await ask('support', 'POST', videos.addTrainingVideo.path, other)).body);
  expect((await list('bruno')).map(({ title, embed_url: embed, language }) => [title, embed, language])).toEqual([
    ['Boas-vindas', null, 'en'],
    ['Primeiros passos', 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ', null],
  ]);
  const path = `/api/training-videos/${second.id}`;
  const changed = await ask('support', 'PUT', path, { ...form, position: 1, version: second.version });
  expect(oneOf(changed.body)).toMatchObject({ position: 1 });
  expect((await ask('support', 'PUT', path, { ...form, version: second.version })).error?.key).toBe(
    'error.form.conflict',
  );
  expect((await ask('support', 'DELETE', `/api/training-videos/${first.id}`)).status).toBe(200);
  expect((await ask('support', 'DELETE', `/api/training-videos/${first.id}`)).status).toBe(404);
  const written = await server.owner.query<{ action: string; subject: string; details: object }>(
    "select action, subject, details from audit where action like 'video.%' order by id",
  );
  expect(written.rows).toEqual([
    { action: 'video.add', subject: `video:${second.id}`, details: { title: form.title } },
    { action: 'video.add', subject: `video:${first.id}`, details: { title: other.title } },
    { action: 'video.edit', subject: `video:${second.id}`, details: { title: form.title } },
    { action: 'video.delete', subject: `video:${first.id}`, details: { title: other.title } },
  ]);
  expect((await list('bia')).map(({ id }) => id)).toEqual([second.id]);
  expect((await ask('bia', 'DELETE', path)).status).toBe(403);
});

test('watched is each user’s own mark', async () => {
  const [video] = await list('bruno');
  const mark = (watched: boolean) =>
    ask('bruno', 'POST', `/api/training-videos/${video?.id ?? ''}/watched`, { watched });
  expect(oneOf((await mark(true)).body).watched_at).toBeTypeOf('string');
  expect((await mark(true)).status).toBe(200);
  expect((await list('bia'))[0]?.watched_at).toBeNull();
  expect(oneOf((await mark(false)).body).watched_at).toBeNull();
  expect((await ask('bruno', 'POST', '/api/training-videos/987654321/watched', { watched: true })).status).toBe(404);
});

test.each([
  [{ ...form, url: 'http://videos.example/1' }, { url: 'error.video.url' }],
  [{ ...form, url: 'javascript:alert(1)' }, { url: 'error.video.url' }],
  [{ ...form, url: 'https://a:b@videos.example/' }, { url: 'error.video.url' }],
  [
    { ...form, title: '', position: 0 },
    { title: 'error.field.required', position: 'error.field.tooSmall' },
  ],
])('typed -> refused: %j', async (body, fields) => {
  const answer = await ask('support', 'POST', videos.addTrainingVideo.path, body);
  expect([answer.status, answer.error?.fields]).toEqual([400, fields]);
});

test.each([
  ['https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=3', 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ'],
  ['https://vimeo.com/76979871', 'https://player.vimeo.com/video/76979871'],
  ['https://www.youtube.com/watch?v="><script>', null],
  ['https://youtube.com.evil.example/watch?v=dQw4w9WgXcQ', null],
  ['https://videos.example/embed/dQw4w9WgXcQ', null],
])('%s is shown in the page as %s', async (url, embedded) => {
  expect(embedUrlOf(url)).toBe(embedded);
  const policy = (await fetch(`${server.url}/healthz`)).headers.get('content-security-policy') ?? '';
  const frames = /frame-src ([^;]+)/.exec(policy)?.[1]?.split(' ') ?? [];
  if (embedded !== null) expect(frames).toContain(new URL(embedded).origin);
});
