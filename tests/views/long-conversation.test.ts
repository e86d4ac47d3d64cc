import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { layOut, type ChatItem } from '../../src/views/attendance/chat/chat-items.ts';
import { chunksBetween, chunksOf, heightsOf, placeOf, sum } from '../../src/views/attendance/chat/long/chunks.ts';
import { drawnOf } from '../../src/views/attendance/chat/long/drawn-range.ts';
import { aMessage } from '../support/builders.ts';

/** Messages from one number to another, a day each hundred. */
function itemsOf(from: number, to: number): readonly ChatItem[] {
  const entries = Array.from({ length: to - from }, (_, at) => {
    const number = from + at;
    return { kind: 'message' as const, message: aMessage({ id: String(number), at: number * 60_000, text: 'Olá' }) };
  });
  return layOut(entries, (at) => String(Math.floor(at / 6_000_000)));
}

describe('the chunks of a long conversation', () => {
  it('hold each item once, in order', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 300 }), (count) => {
        const items = itemsOf(0, count);
        const chunks = chunksOf(items, []);
        expect(sum(chunks.map((chunk) => chunk.count))).toBe(items.length);
        let place = 0;
        for (const chunk of chunks) {
          expect(items[place]?.key).toBe(chunk.key);
          place += chunk.count;
        }
      }),
    );
  });

  it('stay, with their heights, when items come before and behind', () => {
    const before = chunksOf(itemsOf(200, 300), []).map((chunk, index) => ({ ...chunk, height: 1000 + index }));
    const after = chunksOf(itemsOf(150, 310), before);
    const kept = before.filter(({ messageId }) => messageId !== undefined);
    expect(kept.length).toBeGreaterThan(2);
    for (const { key, height } of kept) expect(after.find((chunk) => chunk.key === key)?.height).toBe(height);
    expect(sum(after.map(({ count }) => count))).toBe(itemsOf(150, 310).length);
  });

  it('are as high as drawn, and on average where they never were', () => {
    const [first, second, ...rest] = chunksOf(itemsOf(0, 100), []);
    if (first === undefined || second === undefined) throw new Error('Too few');
    const heights = heightsOf([{ ...first, count: 10, height: 500 }, { ...second, count: 20 }, ...rest]);
    expect(heights.slice(0, 2)).toEqual([500, 1000]);
  });

  it.each([
    { top: 0, bottom: 99, drawn: [0, 1] },
    { top: 150, bottom: 250, drawn: [1, 3] },
    { top: -500, bottom: 5000, drawn: [0, 4] },
    { top: 900, bottom: 1000, drawn: [3, 4] },
  ])('between $top and $bottom', ({ top, bottom, drawn }) => {
    // The second chunk is from 100 to 200 pixels, and so on.
    expect(chunksBetween([100, 100, 100, 100], top, bottom)).toEqual(drawn);
  });
});

it('a message is found where it is drawn, a picture in its album', () => {
  const messages = ['1', '2', '3'].map((id) =>
    aMessage({ id, at: 0, ...(id !== '1' && { tag: 'image' as const, text: null }) }),
  );
  const items = layOut(
    messages.map((message) => ({ kind: 'message', message })),
    () => 'today',
  );
  expect(items.map(({ kind }) => kind)).toEqual(['day', 'entry', 'album']);
  expect(['1', '2', '3', '4'].map((id) => placeOf(items, id))).toEqual([1, 2, 2, -1]);
});

describe('what is drawn', () => {
  const items = itemsOf(0, 50);
  const keyAt = (place: number) => items[place]?.key ?? '';

  it('is all without a range, and from one to before another with it', () => {
    expect(drawnOf(items, undefined)).toBe(items);
    expect(drawnOf(items, { from: keyAt(5), to: keyAt(8), above: 0, below: 0 })).toEqual(items.slice(5, 8));
    expect(drawnOf(items, { from: null, to: keyAt(8), above: 0, below: 0 })).toEqual(items.slice(0, 8));
    expect(drawnOf(items, { from: keyAt(45), to: null, above: 0, below: 0 })).toEqual(items.slice(45));
  });

  it('reaches to the end where a bound is no longer held', () => {
    expect(drawnOf(items, { from: 'gone', to: 'gone', above: 0, below: 0 })).toEqual(items);
  });
});
