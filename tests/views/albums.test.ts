import { expect, it } from 'vitest';
import { layOut } from '../../src/views/attendance/chat/chat-items.ts';
import type { Surroundings } from '../../src/views/attendance/chat/chat-items.ts';
import type { Message } from '../../src/machines/entities/entities.ts';
import { aMessage, aSentMessage, START } from '../support/builders.ts';

const CARLA = { id: '93', name: 'Carla Reis' };
const dayKey = (at: number) => new Date(at).toISOString().slice(0, 10);
const at = (seconds: number) => START + seconds * 1_000;
const picture = { tag: 'image', text: null } as const;

/** Albums in braces, other messages alone. */
const drawn = (messages: readonly Message[], surroundings: Surroundings = {}) =>
  layOut(
    messages.map((message) => ({ kind: 'message', message })),
    dayKey,
    surroundings,
  ).map((item) => (item.kind === 'album' ? `{${item.items.map(({ key }) => key).join(' ')}}` : item.key));

it('pictures and videos that somebody sent in one go -> an album; none with words, and none of ours alone or not delivered', () => {
  const messages = [
    aMessage({ ...picture, id: '1', at: at(0) }),
    aMessage({ ...picture, id: '2', at: at(50), tag: 'video' }),
    aMessage({ ...picture, id: '3', at: at(110) }),
    aMessage({ ...picture, id: '4', at: at(112), text: 'A nota' }),
    aMessage({ ...picture, id: '5', at: at(113) }),
    aMessage({ ...picture, id: '6', at: at(174) }),
    aMessage({ ...picture, id: '7', at: at(175), hasFile: false }),
    aSentMessage({ ...picture, id: '8', at: at(176), clientId: null, hasFile: true }),
    aSentMessage({ ...picture, id: '9', at: at(177), clientId: null, hasFile: true }),
    aSentMessage({ ...picture, id: '10', at: at(178), clientId: null, hasFile: true, author: CARLA }),
    aSentMessage({ ...picture, id: '11', at: at(179), clientId: null, hasFile: true, errorCode: '131026' }),
  ];
  const day = `day:${dayKey(START)}`;
  expect(drawn(messages)).toEqual([day, '{1 2 3}', '4', '{5}', '{6}', '7', '{8 9}', '10', '11']);
  expect(drawn(messages.slice(0, 3), { unreadId: '3' })).toEqual([day, '{1 2}', 'mark:unread', '{3}']);
});
