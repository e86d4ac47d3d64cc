import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MEDIA_ADDRESS_SECONDS } from '../../../contract/facts/media.ts';
import { messageMedia, retryMessageMedia } from '../../../contract/graphql/message-media.ts';
import type { MessageMedia } from '../../../contract/graphql/message-media.ts';
import { sendImageSelenium } from '../../../contract/graphql/send-image-selenium.ts';
import { refusalOf } from '../../support/attendance.ts';
import { sample, startMediaWorld } from './media-world.ts';
import type { MediaWorld, ReceivedFile } from './media-world.ts';

let world: MediaWorld;
let received: ReceivedFile;
let media: MessageMedia;
beforeAll(async () => {
  world = await startMediaWorld();
  received = await world.receive({ bytes: await sample('photo.jpg') });
  media = await world.settled(received.message.id, 'ready');
});
afterAll(() => world.stop());

describe('who gets an address', () => {
  test.each(['ana', 'bruno'] as const)('%s, who sees the conversation', async (name) => {
    const found = await world.mediaOf(received.message.id, world.people[name]);
    expect((await world.get(found.url)).status).toBe(200);
  });

  test.each(['carla', 'bia'] as const)('not %s: of a number that isn’t theirs, of another company', async (name) => {
    const who = world.people[name];
    const { id } = received.message;
    expect(await refusalOf(world.call(who, messageMedia, { id }))).toBe('NOT_FOUND error.notFound');
    expect(await refusalOf(world.call(who, retryMessageMedia, { id }))).toBe('NOT_FOUND error.notFound');
  });

  test('a message without a file, or one we sent, is not found', async () => {
    const { bruno } = world.people;
    const sent = await world.send(bruno, received.ticket, 'Recebi');
    const to = { to_number: received.ticket.customer.phone_number, instance_id: received.ticket.instance.id };
    const image = { ...to, image_url: 'https://imagens.example/oi.png' };
    const { sendImageSelenium: picture } = await world.call(bruno, sendImageSelenium, image);
    for (const id of [sent.id, picture.id, '999999999']) {
      expect(await refusalOf(world.call(bruno, messageMedia, { id }))).toBe('NOT_FOUND error.notFound');
      expect(await refusalOf(world.call(bruno, retryMessageMedia, { id }))).toBe('NOT_FOUND error.notFound');
    }
  });
});

describe('an address', () => {
  const token = (): string => media.url?.split('/').at(-1) ?? '';
  const status = async (changed: string): Promise<number> => (await world.get(`/api/media/${changed}`)).status;

  test('any changed character -> not found, without a word of why', async () => {
    const whole = token();
    for (let index = 0; index < whole.length; index += 1) {
      for (const letter of ['a', 'B', '0', '.']) {
        const changed = whole.slice(0, index) + letter + whole.slice(index + 1);
        if (changed !== whole) expect([changed, await status(changed)]).toEqual([changed, 404]);
      }
    }
    const refused = await world.get(`/api/media/${whole.slice(0, -1)}`);
    const unknown = await world.get('/api/media/nothing');
    const keyOf = async (response: Response) => Object.keys(await response.json());
    expect([refused.status, await keyOf(refused)]).toEqual([unknown.status, await keyOf(unknown)]);
    expect(refused.headers.get('cache-control')).toBe('no-store');
  });

  test('of the preview is none of the original, nor the other way round', async () => {
    const swap = (path: string | null) =>
      path
        ?.split('/')
        .at(-1)
        ?.replace(/\.([op])\./, (_, letter: string) => (letter === 'o' ? '.p.' : '.o.')) ?? '';
    expect([await status(swap(media.url)), await status(swap(media.preview_url))]).toEqual([404, 404]);
  });

  test('works until it ends, and not after', async () => {
    expect(new Date(media.expires_at ?? 0).getTime() - Date.now()).toBeLessThanOrEqual(MEDIA_ADDRESS_SECONDS * 1000);
    world.clock.ms = (MEDIA_ADDRESS_SECONDS - 60) * 1000;
    expect([await status(token()), (await world.get(media.preview_url)).status]).toEqual([200, 200]);
    world.clock.ms = (MEDIA_ADDRESS_SECONDS + 1) * 1000;
    expect([await status(token()), (await world.get(media.preview_url)).status]).toEqual([404, 404]);
    world.clock.ms = 0;
  });

  test('somebody else takes the conversation -> not found for the one it is gone from, in ranges too', async () => {
    const { ana, bruno } = world.people;
    const { ticket, message } = await world.receive({ bytes: await sample('photo.jpg') });
    await world.settled(message.id, 'ready', bruno);
    const lost = await world.mediaOf(message.id, bruno);
    const kept = await world.mediaOf(message.id, ana);
    expect((await world.get(lost.url)).status).toBe(200);
    await world.send(ana, ticket, 'Vou ver isso');
    const range = { headers: { range: 'bytes=0-9' } };
    expect((await world.get(lost.url, range)).status).toBe(404);
    expect((await world.get(lost.preview_url)).status).toBe(404);
    expect((await world.get(kept.url, range)).status).toBe(206);
  });

  test('its user logs out -> not found, and other sessions go on', async () => {
    const { bruno } = world.people;
    const again = { ...bruno, token: await world.server.tokenOf(bruno.email) };
    const [here, there] = await Promise.all([bruno, again].map((who) => world.mediaOf(received.message.id, who)));
    expect((await world.get(there?.url ?? null)).status).toBe(200);
    const headers = { authorization: `Bearer ${again.token}`, 'content-type': 'application/json' };
    await fetch(`${world.url}/api/auth/logout`, { method: 'POST', headers, body: '{}' });
    expect((await world.get(there?.url ?? null)).status).toBe(404);
    expect((await world.get(here?.url ?? null)).status).toBe(200);
  });

  test('of a conversation of fifty pictures: all at once', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => world.get(media.preview_url)));
    expect(answers.map((answer) => answer.status)).toEqual(answers.map(() => 200));
  });
});
